package io.tidemark.aggregate;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A function over the values of a window's events, kept as a fixed number of longs.
 *
 * <p>The state lies in {@code rows} from {@code at} on, for {@link #width} longs; doubles lie there
 * as raw bits. So panes, sessions, snapshots and merges handle state without knowing it. An
 * aggregate is a value: immutable, shared by any number of jobs and threads; all state is in the
 * row.
 *
 * <p>A user's own aggregate may throw, unless it says that it never does, {@link #mayThrow}: it
 * takes each event into a copy of its row first, so that an event for which {@code add} throws, or
 * a merge of sessions for it, leaves no trace; the job stops or rejects the event, as it says. A
 * job with such an aggregate calls all of them twice an event, and looks at events one by one; so
 * {@code add} and {@code merge} must do the same to equal states. What {@code result} throws, or a
 * merge of panes, is no event's fault and stops the engine. Whatever is thrown is told with the
 * names of the job, the window definition, the aggregate and the function.
 *
 * <p>Cost: {@code add} is on the path of each event and must not allocate. Built-in aggregates are
 * records, so that the JIT compiler takes their fields for constants.
 */
public interface Aggregate {
  /** How many values of an event it reads. */
  int inputs();

  /** How many longs its state takes. */
  int width();

  /** The columns of its result; the single column of most aggregates has an empty name. */
  List<Column> columns();

  /** Writes the state of no event at all: merging it into another state changes nothing. */
  void create(long[] rows, int at);

  /**
   * Takes one event into the state.
   *
   * @param values holds the event's values, from {@code first} on, as raw bits
   * @param timestamp the event's, in the job's unit
   */
  void add(long[] rows, int at, long[] values, int first, long timestamp);

  /**
   * Takes another state into this one. Where order matters and timestamps are equal, the events of
   * {@code from} count as having arrived after those of {@code rows}.
   */
  void merge(long[] rows, int at, long[] from, int fromAt);

  /**
   * Writes the result, one long a column, as raw bits.
   *
   * @throws ArithmeticException when it does not fit its column: the engine stops
   */
  void result(long[] rows, int at, long[] out, int outAt);

  /**
   * The same for a window: what the engine asks for when one fires. An aggregate whose result
   * depends on the window's bounds overrides it.
   *
   * @param start the first timestamp of the window, in the job's unit
   * @param end the first timestamp behind it; the largest long where it has no end in time
   */
  default void result(long[] rows, int at, long start, long end, long[] out, int outAt) {
    result(rows, at, out, outAt);
  }

  /**
   * Whether {@code add} or {@code merge} may throw. One that never throws is spared the copy, and
   * its job takes events in batches; if it throws all the same, the engine stops.
   */
  default boolean mayThrow() {
    return true;
  }

  /** The same aggregate for timestamps of this unit; asked once, when a job starts. */
  default Aggregate in(TimeUnit unit) {
    return this;
  }
}
