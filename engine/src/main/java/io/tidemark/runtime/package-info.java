/**
 * The shell around the kernel: what runs the stages, on which thread, and what happens when they
 * fail.
 *
 * <pre>
 *   publisher threads                 the stage's thread                    side-output thread
 *    PublishPort ──► RING ─┐           SlotLoop: a batch at a time
 *    PublishPort ──► RING ─┼─ turns ─► user functions ─► time ─► windows ──► SideOutputs (optional)
 *    Ticker ───────► RING ─┘           results by callback
 * </pre>
 *
 * <p>{@link io.tidemark.runtime.SlotLoop} takes slots through all stages on one thread, {@code
 * JudgedSlots} what goes on behind time and {@code SkippedSlots} what ends there; {@link
 * io.tidemark.runtime.HandlerGuard} stands around the user's handlers. {@link
 * io.tidemark.runtime.InlineShell} runs it on the caller's thread; {@link
 * io.tidemark.runtime.FusedShell} gives each publisher a single-producer Disruptor ring and takes
 * the rings in turn ({@code Turns}: the total order of all slots) on a thread of its own, a {@code
 * Worker}, which waits as {@link io.tidemark.runtime.Waiting} says. {@link
 * io.tidemark.runtime.Lifecycle} keeps the first failure and says whether slots are taken.
 * Processes run in the loop behind the windows, and {@code Aligned} is alignment as a publisher
 * meets it. A stage on a thread of its own for each shard has its place beside these two.
 */
package io.tidemark.runtime;
