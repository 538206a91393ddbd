/**
 * What windows cannot say: a user's function that sees every accepted event of a key, keeps a row
 * of state for it, sets timers in event time and in processing time, and emits rows.
 *
 * <pre>
 *   slot ──► time passes: timers that it brings fire ──► onEvent ──► watermark after it: timers fire
 *                                                          │  state, timers and rows are noted,
 *                                                          └► and done when it has returned
 * </pre>
 *
 * <p>{@link io.tidemark.process.ProcessDefinition} describes one, {@link
 * io.tidemark.process.ProcessFunction} is the user's part, {@link
 * io.tidemark.process.ProcessContext} what it may do. Two are ready made: {@link
 * io.tidemark.process.CarriedForward} and {@link io.tidemark.process.EventTimeOrder}. The semantics
 * of timers and of state that expires are Flink's (KeyedProcessFunction, StateTtlConfig; 2.3), but
 * for what their Javadoc says. Pure: no thread, no clock; time is an input.
 */
package io.tidemark.process;
