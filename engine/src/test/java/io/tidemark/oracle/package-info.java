/**
 * The test oracle: a slow, plain model of the event-time semantics that the engine is compared
 * with.
 *
 * <p>It is written from the specification alone and shares no code with the engine. Read it in this
 * order:
 *
 * <pre>
 *   Settings, WindowSpec, Step, Script   what happens: a job, and the steps taken against it
 *   TimeModel                            clock, idleness, partitions: when the watermark moves
 *   Moment                               what windows get to see: events judged, watermark moves
 *   FixedWindows, SessionWindows         which events are in which window, and when it fires
 *   KeyPlaces                            in which order keys come where they keep their places
 *   Oracle, Outcome                      firings, late events, accounting, watermarks
 * </pre>
 *
 * <p>Everything is computed from lists of events; nothing is aggregated on the way, so a {@link
 * io.tidemark.oracle.Firing} can be asked for any aggregate. Whatever may leave 64 bits is computed
 * with {@link java.math.BigInteger} and clamped at the end.
 *
 * <p>{@link io.tidemark.oracle.RandomScripts} draws scripts from a seed, and {@link
 * io.tidemark.oracle.Shrink} makes a failing one small. The oracle itself is held to results of
 * Apache Flink by {@code OracleVectorsTest}.
 */
package io.tidemark.oracle;
