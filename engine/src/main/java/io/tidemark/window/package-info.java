/**
 * The kernel of windows: definitions, the key table, panes, firing.
 *
 * <p>{@link io.tidemark.window.WindowDefinition} is what a user writes; {@link
 * io.tidemark.window.WindowStage} runs all definitions of a job. Behind it there is an operator a
 * definition, of the kind that {@code WindowShape} says. That of tumbling windows keeps panes,
 * slices of time between window edges, each with a {@link io.tidemark.window.KeyTable} of rows;
 * that of sliding ones takes such panes in and out of {@code RunningRows}, from window to window;
 * that of sessions keeps a row for each session, in {@code SessionRows}, found through its key and
 * then by time.
 */
package io.tidemark.window;
