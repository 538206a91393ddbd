/**
 * Aggregates as values: pure functions over fixed-width state in rows of longs.
 *
 * <p>An {@link io.tidemark.aggregate.Aggregate} says how wide its state is and how to create, add
 * to and merge it; a {@link io.tidemark.aggregate.Value} reads a number from an event; an {@link
 * io.tidemark.aggregate.Aggregation} binds the two; {@link io.tidemark.aggregate.Aggregates} has
 * the built-in ones, and a user's own is one more {@code Aggregate}. {@link
 * io.tidemark.aggregate.RowCode} puts all aggregates of a window definition together into one row.
 */
package io.tidemark.aggregate;
