/**
 * The kernel of windows: definitions, the key table, panes, firing.
 *
 * <p>{@link io.tidemark.window.WindowDefinition} is what a user writes; {@link
 * io.tidemark.window.WindowStage} runs all definitions of a job. Behind it there is an operator a
 * definition, of the kind that {@code WindowShape} says:
 *
 * <ul>
 *   <li>that of tumbling windows, and of all others that do not overlap, keeps panes, slices of
 *       time between window edges, each with a {@link io.tidemark.window.KeyTable} of rows, found
 *       through a {@code FlatIndex}, or a {@code SegmentedIndex} where there are many
 *   <li>that of sliding ones takes such panes in and out of {@code RunningRows}, from window to
 *       window, and may share their rows with others ({@code PaneSharing}); that of cumulative ones
 *       only in, until a span ends
 *   <li>that of sessions keeps a row for each session, in {@code SessionRows}, found through its
 *       key and then by time; it and that of rolling windows are {@code RowWindowOperator}s, whose
 *       windows are a row each, due one by one in a {@code SessionQueue}
 *   <li>those of count and of rolling windows keep a row for each key, with the parts of its window
 *       as two stacks, in {@code CountRows} and {@code RollingKeys}
 *   <li>a general one, for windows of any assigner; jobs that ask for early or coalesced firings,
 *       or to discard or retract, have it with triggers ({@code TriggeredOperator}, and {@code
 *       TriggeredSessions} for sessions)
 * </ul>
 *
 * <p>{@code WindowTime} has their windows fire and close in order as time goes on, large ones in
 * slices ({@code Firings}, {@code RowWindows}); {@code RowFiring} hands out a row; a {@code
 * Ceiling} keeps a definition to a number of rows.
 */
package io.tidemark.window;
