/**
 * The shell around the kernel: what runs the stages, on which thread, and what happens when they
 * fail.
 *
 * <p>{@link io.tidemark.runtime.SlotLoop} visits slots in order: user functions, time stage, window
 * stage.
 */
package io.tidemark.runtime;
