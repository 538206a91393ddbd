package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.RowCode;
import io.tidemark.aggregate.Value;
import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A named shape of windows with its allowed lateness and its aggregates. Immutable, for any thread:
 * each wither gives a new definition, and of two calls of the same one the later counts. {@code
 * JobBuilder.build} checks it as a whole: what is wrong then is an {@link IllegalArgumentException}
 * that names {@code windows[name]}, the setting, the value and what is expected. A null is a {@link
 * NullPointerException} at once.
 *
 * <p>A window is [start, end): it fires when the watermark reaches end - 1, and is kept for events
 * that are late by up to the allowed lateness; each of those makes it fire once more, at once. Ask
 * for {@link #early}, {@link #coalesceLate}, {@link #mode} or {@link #finalOnly} to have that
 * otherwise.
 *
 * @param <E> the type of event
 */
public final class WindowDefinition<E> extends ShapeFactories {
  private final String name;
  private final WindowShape shape;
  private final Duration allowedLateness;
  private final NamedAggregates<E> aggregates;
  private final Triggers triggers;

  /** Null for the default, which depends on whether the engine has a handler of late events. */
  private final LatePolicy latePolicy;

  /** Null for none. */
  private final RowLimit limit;

  /** Windows of this shape, with the default of all else. */
  WindowDefinition(String name, WindowShape shape) {
    this(name, shape, Duration.ZERO, NamedAggregates.of(name), Triggers.DEFAULT, null, null);
  }

  private WindowDefinition(
      String name,
      WindowShape shape,
      Duration allowedLateness,
      NamedAggregates<E> aggregates,
      Triggers triggers,
      LatePolicy latePolicy,
      RowLimit limit) {
    this.triggers = triggers;
    this.latePolicy = latePolicy;
    this.limit = limit;
    this.name = requireNonNull(name, "window name");
    this.shape = shape;
    this.allowedLateness = requireNonNull(allowedLateness, "allowed lateness");
    this.aggregates = aggregates;
  }

  /**
   * The same windows shifted; those of a calendar by its clock.
   *
   * @param offset a whole number of the job's unit, and less than the size, for sliding windows the
   *     slide, for cumulative ones the max, for those of a calendar the shortest such period, in
   *     either direction
   * @throws IllegalArgumentException for windows that have none, such as sessions, which begin with
   *     their first event
   */
  public WindowDefinition<E> offset(Duration offset) {
    return with(shape.withOffset(requireNonNull(offset, "offset")), allowedLateness, aggregates);
  }

  /** How long a window is kept after the watermark has reached its end - 1. */
  public Duration allowedLateness() {
    return allowedLateness;
  }

  /**
   * The same windows as (start, end]: an event exactly at a boundary belongs to the window that
   * ends there. Such a window fires when the watermark reaches its end, and is closed the allowed
   * lateness later: each is one unit later than for [start, end).
   *
   * @throws IllegalArgumentException for windows whose boundaries are no choice, such as sessions
   */
  public WindowDefinition<E> endInclusive() {
    return with(shape.withEndIncluded(), allowedLateness, aggregates);
  }

  /**
   * The same, but a window is kept for late events until the watermark is this far past its end -
   * 1: an event is too late from end - 1 + lateness on. Left out: 0, and what comes after a window
   * has fired is too late. Where the sum is beyond 64 bits, windows are kept until time ends. It
   * makes no difference to count windows and the global one.
   *
   * <p>Cost: memory, for the rows of windows that are kept so much longer.
   *
   * @param lateness 0 or more, and a whole number of the job's unit; none but 0 in processing time
   */
  public WindowDefinition<E> allowedLateness(Duration lateness) {
    return with(shape, lateness, aggregates);
  }

  private WindowDefinition<E> with(
      WindowShape newShape, Duration lateness, NamedAggregates<E> newAggregates) {
    return new WindowDefinition<>(
        name, newShape, lateness, newAggregates, triggers, latePolicy, limit);
  }

  private WindowDefinition<E> with(Triggers newTriggers) {
    return new WindowDefinition<>(
        name, shape, allowedLateness, aggregates, newTriggers, latePolicy, limit);
  }

  /**
   * The same, but windows fire early too, in addition to the firings at their end and of late
   * events. Not for count and rolling windows.
   */
  public WindowDefinition<E> early(EarlyFiring early) {
    return with(triggers.withEarly(requireNonNull(early, "early")));
  }

  /**
   * The same, but a late event does not make its windows fire at once: they fire at the next tick
   * of the job's clock, if it is still before they close, else when they close. Ticks come as often
   * as the watermark strategy emits, by default every 200 ms; in layout inline, whenever {@code
   * Publisher.tick} is called or an arrival says that they are due. Not for count and rolling
   * windows.
   */
  public WindowDefinition<E> coalesceLate() {
    return with(triggers.withLateCoalesced());
  }

  /**
   * The same with this mode; left out: {@link AccumulationMode#ACCUMULATING}. Count and rolling
   * windows have no other.
   */
  public WindowDefinition<E> mode(AccumulationMode mode) {
    return with(triggers.withMode(requireNonNull(mode, "mode")));
  }

  /**
   * The same, but a window fires once only, when it closes: as soon as the watermark is the allowed
   * lateness past its end - 1. That firing has all events and is final. Not together with {@link
   * #early}, {@link #coalesceLate} or another {@link #mode}, nor for count and rolling windows.
   */
  public WindowDefinition<E> finalOnly() {
    return with(triggers.withFinalOnly());
  }

  /**
   * The same with this policy for events that are too late for all windows. Left out: {@link
   * LatePolicy#SIDE} where the engine has a handler of late events, else {@link LatePolicy#DROP}.
   * An engine without such a handler does not start where {@code SIDE} is asked for.
   */
  public WindowDefinition<E> late(LatePolicy policy) {
    requireNonNull(policy, "late policy");
    return new WindowDefinition<>(
        name, shape, allowedLateness, aggregates, triggers, policy, limit);
  }

  /**
   * The same with a ceiling on its memory: at most so many live rows. A row is a key's state in a
   * window; of sliding and cumulative windows in a pane, and one more in each window that fired
   * again for a late event; of rolling ones at a timestamp, of count windows a key's. Left out:
   * there is none.
   *
   * <p>Cost: none but near the ceiling, where events are taken one at a time.
   *
   * @param rows at least 1; to count on a memory in bytes, measure what one takes with the job's
   *     aggregates
   * @param policy what becomes of an event that needs more
   */
  public WindowDefinition<E> atMost(long rows, AtCeiling policy) {
    return new WindowDefinition<>(
        name, shape, allowedLateness, aggregates, triggers, latePolicy, new RowLimit(rows, policy));
  }

  /**
   * The same with one more aggregate. Its column gets this name; of an aggregate with several
   * columns, each gets the name with the column's own behind it. At least one is required; results
   * have their columns in this order.
   *
   * @throws IllegalArgumentException when the definition has a column of that name
   */
  public WindowDefinition<E> aggregate(String column, Aggregation<E> aggregation) {
    return with(shape, allowedLateness, aggregates.and(column, aggregation));
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The columns of its results, in the order of the aggregates. */
  public List<Column> columns() {
    return aggregates.columns();
  }

  /**
   * Checks all settings in this unit; {@code JobBuilder.build} does.
   *
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  public void check(TimeUnit unit) {
    String setting = "windows[" + name + "]";
    shape.check(setting, unit);
    if (Durations.inUnit(allowedLateness, unit, setting + ".allowedLateness") < 0) {
      throw new IllegalArgumentException(
          setting + ".allowedLateness: " + allowedLateness + "; expected 0 or more");
    }
    triggers.check(setting, unit);
    if (limit != null) {
      limit.check(setting, shape);
    }
    if (!shape.takesTriggers() && !triggers.equals(Triggers.DEFAULT)) {
      throw new IllegalArgumentException(
          setting
              + ": early, coalesced, further or final firings; expected none, as windows of counts"
              + " and rolling ones fire by default only");
    }
    if (aggregates.isEmpty()) {
      throw new IllegalArgumentException(setting + ".aggregates: none; expected at least one");
    }
  }

  /** The smallest timestamp whose windows all fit in 64 bits. */
  public long smallestTimestamp(TimeUnit unit) {
    return shape.smallestTimestamp(unit);
  }

  /** The largest timestamp whose windows all fit in 64 bits. */
  public long largestTimestamp(TimeUnit unit) {
    return shape.largestTimestamp(unit);
  }

  /** Whether it asks for late events to go to a handler. */
  public boolean needsLateHandler() {
    return latePolicy == LatePolicy.SIDE;
  }

  /** Whether its windows fire by processing time, so that ticks are needed. */
  public boolean needsTicks() {
    return effectiveTriggers().needTicks();
  }

  /** The ceiling on its rows, or null. */
  RowLimit limit() {
    return limit;
  }

  /** The triggers as far as they make a difference. */
  Triggers effectiveTriggers() {
    return allowedLateness.isZero() ? triggers.withoutLateness() : triggers;
  }

  /** What becomes of late events, where the default is to drop them or not. */
  LateEvents.Rule lateRule(TimeUnit unit, boolean dropsByDefault) {
    LatePolicy byDefault = dropsByDefault ? LatePolicy.DROP : LatePolicy.SIDE;
    return new LateEvents.Rule(
        latePolicy == null ? byDefault : latePolicy,
        latePolicy == null,
        allowedLateness(unit),
        largestTimestamp(unit));
  }

  /** What it reads from an event, each with the words for what reads it. */
  void forEachInput(BiConsumer<String, List<Value<E>>> inputs) {
    aggregates.forEachInput(inputs);
    inputs.accept("the gap of window " + name, gap());
  }

  /** Where an event's gap is among its values, where sessions read it. */
  int gapAt(ValueLayout<E> values) {
    return values.place(gap());
  }

  @SuppressWarnings("unchecked") // Only session(name, function) makes one, for this type of event.
  private List<Value<E>> gap() {
    return shape instanceof WindowShape.DynamicSession<?> session
        ? List.of(((WindowShape.DynamicSession<E>) session).gap())
        : List.of();
  }

  WindowShape shape() {
    return shape;
  }

  long allowedLateness(TimeUnit unit) {
    return Durations.inUnit(allowedLateness, unit, "allowedLateness");
  }

  /**
   * The code of its rows.
   *
   * @param values the job's values, in the order of the array that events' values are handed over
   *     in
   * @param unit of timestamps
   */
  RowCode rowCode(ValueLayout<E> values, TimeUnit unit) {
    return aggregates.rowCode(values, unit);
  }
}
