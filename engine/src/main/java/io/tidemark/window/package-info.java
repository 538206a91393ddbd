/**
 * The kernel of windows: definitions, the key table, panes, firing.
 *
 * <p>{@link io.tidemark.window.WindowDefinition} is what a user writes; {@link
 * io.tidemark.window.WindowStage} runs all definitions of a job. Behind it, an operator a
 * definition keeps panes, slices of time between window edges, each with a {@link
 * io.tidemark.window.KeyTable} of rows. Other shapes than tumbling have their place beside it in
 * {@code WindowShape}, each with an operator of its own over the same panes.
 */
package io.tidemark.window;
