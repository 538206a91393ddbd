/**
 * The kernel of event time: no thread, no clock, no ring.
 *
 * <p>{@link io.tidemark.time.Slot} is what a stage visits; {@link
 * io.tidemark.time.WatermarkStrategy} says how watermarks are made, if need be by a user's own
 * {@link io.tidemark.time.WatermarkGenerator}; {@link io.tidemark.time.TimeStage} keeps a watermark
 * for each partition, merges them by minimum, and runs the ticks at which partitions become idle;
 * through {@link io.tidemark.time.PartitionView} other threads look on. {@link
 * io.tidemark.time.WatermarkAlignment} holds partitions together, and {@link
 * io.tidemark.time.Deduplication} keeps out events that come again. The semantics are Flink's.
 *
 * <p>{@link io.tidemark.time.TimeDomain} says what timestamps are: event time, ingestion time, or
 * processing time, which {@link io.tidemark.time.ClockStage} keeps; {@link
 * io.tidemark.time.TimestampGuard} refuses those that cannot be right.
 *
 * <p>Where a job asks for it, {@link io.tidemark.time.Profiles} measures each partition's delay,
 * disorder and clock, and {@link io.tidemark.time.EntryDelays} how long events take from their
 * source's hands into the engine; and a bound may follow the disorder, {@link
 * io.tidemark.time.AdaptiveBound}.
 */
package io.tidemark.time;
