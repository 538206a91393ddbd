/**
 * Tidemark's engine in one page.
 *
 * <p>A user writes a class that extends {@link io.tidemark.Event}, describes a {@link
 * io.tidemark.Job} (which field is event time, how watermarks are made, which windows aggregate
 * what), starts an {@link io.tidemark.Engine} and fills events through its {@link
 * io.tidemark.Publisher}. Firings of windows, late events and rejected ones come out through
 * handlers. {@link io.tidemark.EngineOptions} says in which layout it runs: inline, on the caller's
 * thread, or fused, behind rings on a thread of the engine's.
 *
 * <pre>
 *   publisher ──► slot ──► time stage ──► window stage  ──► results
 *                          timestamp      panes, firing     late events
 *                          watermarks     process stage     rejected events
 *                                         state, timers     rows of processes
 * </pre>
 *
 * <p>The packages, from the ground up; each uses only those above it in this list:
 *
 * <ul>
 *   <li>{@code counters}: what the engine counts
 *   <li>{@code time}: slots, the guard of timestamps, watermarks, idleness, ticks
 *   <li>{@code aggregate}: functions over values, their state in rows of longs
 *   <li>{@code output}: what leaves the engine
 *   <li>{@code window}: definitions, panes, key tables, firing
 *   <li>{@code process}: users' functions over keyed state and timers
 *   <li>{@code runtime}: what runs the stages
 *   <li>this package: what a user touches
 * </ul>
 */
package io.tidemark;
