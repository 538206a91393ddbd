package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.RowCode;
import io.tidemark.aggregate.Value;
import io.tidemark.time.Durations;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * A named shape of windows with its allowed lateness and its aggregates. Immutable: each wither
 * gives a new definition. {@code Job.Builder.build} checks it as a whole.
 *
 * <p>A window is [start, end): it fires when the watermark reaches end - 1, and is kept for events
 * that are late by up to the allowed lateness; each of those makes it fire once more, at once. Ask
 * for {@link #early}, {@link #coalesceLate}, {@link #mode} or {@link #finalOnly} to have that
 * otherwise.
 *
 * @param <E> the type of event
 */
public final class WindowDefinition<E> {
  private final String name;
  private final WindowShape shape;
  private final Duration allowedLateness;
  private final Map<String, Aggregation<E>> aggregations;
  private final Triggers triggers;

  /** Null for the default, which depends on whether the engine has a handler of late events. */
  private final LatePolicy latePolicy;

  private WindowDefinition(
      String name,
      WindowShape shape,
      Duration allowedLateness,
      Map<String, Aggregation<E>> aggregations) {
    this(name, shape, allowedLateness, aggregations, Triggers.DEFAULT, null);
  }

  private WindowDefinition(
      String name,
      WindowShape shape,
      Duration allowedLateness,
      Map<String, Aggregation<E>> aggregations,
      Triggers triggers,
      LatePolicy latePolicy) {
    this.triggers = triggers;
    this.latePolicy = latePolicy;
    this.name = requireNonNull(name, "window name");
    this.shape = shape;
    this.allowedLateness = requireNonNull(allowedLateness, "allowed lateness");
    this.aggregations = aggregations;
  }

  /**
   * Windows of one size, side by side, aligned to the epoch.
   *
   * @param size more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> tumbling(String name, Duration size) {
    return of(name, new WindowShape.Tumbling(size, Duration.ZERO, false));
  }

  /**
   * Windows of one size that begin every slide, aligned to the epoch: they overlap where the size
   * is larger than the slide, and leave gaps where it is smaller. The slide need not divide the
   * size. Events in a gap fall into no window: they count as unassigned, or as too late.
   *
   * @param size more than 0, and a whole number of the job's unit
   * @param slide more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> sliding(String name, Duration size, Duration slide) {
    return of(name, new WindowShape.Sliding(size, slide, Duration.ZERO, false));
  }

  /**
   * Sessions: the events of a key at most {@code gap} apart, from the first one's timestamp to
   * {@code gap} after the last one's.
   *
   * <p>An event joins all sessions of its key that are still kept and that it lies at most the gap
   * from, and makes them one; only then it is asked whether it is late. So an old event may take a
   * session's start back, and one that comes late enough to find a session fired makes the grown
   * one fire: at once if its end has passed, else in its time. What fired before is not taken back;
   * the revision counts the firings of one (key, start, end). Cost of an event: O(1) where it finds
   * one or two sessions of its key, else O(log n) of them.
   *
   * @param gap more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> session(String name, Duration gap) {
    requireNonNull(gap, "session gap");
    return of(name, new WindowShape.Session(gap));
  }

  /**
   * Sessions whose gap differs from event to event: each event covers the time from its timestamp
   * to {@code gap} later, and events that overlap or touch are one session. It ends where the last
   * of them ends; an event with a shorter gap takes nothing away.
   *
   * @param gap reads an event's gap, in the job's unit of timestamps, more than 0; one of 0 or less
   *     counts as if the function had thrown. An end beyond 64 bits is the end of time
   */
  public static <E> WindowDefinition<E> session(String name, ToLongFunction<E> gap) {
    requireNonNull(gap, "session gap");
    Value<E> checked = Value.ofLong(event -> positive(name, gap.applyAsLong(event)));
    return of(name, new WindowShape.DynamicSession<>(checked));
  }

  /**
   * Windows that grow: from each multiple of {@code max} to the end of each step up to the next
   * one, such as the day so far, each minute. Each key fires in each window from its first event
   * on.
   *
   * <p>Cost: an event as in tumbling windows of one step; a firing a result for each key.
   *
   * @param max the size of the largest one, a multiple of the step
   * @param step more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> cumulative(String name, Duration max, Duration step) {
    return of(name, new CumulativeShape(max, step, Duration.ZERO, false));
  }

  /**
   * Days, weeks, months, quarters or years by the clock of a time zone: so days of 23 and 25 hours
   * where it changes to daylight saving time and back. A period begins at the first moment of its
   * first date; weeks begin on Monday. The rules of the zone are the JDK's.
   *
   * <p>Cost: as tumbling windows; what a period's edges are is worked out once.
   */
  public static <E> WindowDefinition<E> calendar(String name, CalendarPeriod period, ZoneId zone) {
    return of(name, new CalendarShape(period, DayOfWeek.MONDAY, zone, Duration.ZERO, false));
  }

  /** The same for weeks that begin on any day. */
  public static <E> WindowDefinition<E> calendarWeek(String name, DayOfWeek first, ZoneId zone) {
    return of(name, new CalendarShape(CalendarPeriod.WEEK, first, zone, Duration.ZERO, false));
  }

  /**
   * The sessions of an exchange. Events outside fall into no window: they count as unassigned, or
   * as too late. Cost: as tumbling windows.
   */
  public static <E> WindowDefinition<E> exchange(String name, ExchangeHours hours) {
    return of(name, new ExchangeShape(hours, false));
  }

  /**
   * One window for all time, [-2^63, 2^63 - 1): it fires at the end of time. No event is too late
   * for it before that.
   */
  public static <E> WindowDefinition<E> global(String name) {
    return of(name, new GlobalShape());
  }

  /** Windows of each {@code size} events of a key; see {@link #count(String, long, long)}. */
  public static <E> WindowDefinition<E> count(String name, long size) {
    return of(name, new CountShape(size, size));
  }

  /**
   * For each key, every {@code slide} events the last {@code size} ones, in their order of arrival;
   * the first windows have fewer where they overlap. They know no time: no event is too late before
   * the end of time, and what has not come to a window's end by then does not fire. A window's
   * bounds are the numbers of its key's events, from 0 on: [0, 100), [100, 200) and so on.
   *
   * <p>Cost: an addition an event and some merges a slide, whatever the size; memory: at most 2 ×
   * size / slide + 1 states a key, for ever.
   */
  public static <E> WindowDefinition<E> count(String name, long size, long slide) {
    return of(name, new CountShape(size, slide));
  }

  /**
   * For each timestamp at which a key has events the time up to it, (timestamp - range, timestamp]:
   * rolling values, one for each event. It fires when the watermark reaches the timestamp, once for
   * all events of the key that have it. An event that is too late for its own window counts in no
   * other; a late one within the allowed lateness makes all that have it fire again.
   *
   * <p>Cost: O(log n) an event for n waiting ones, and some merges, however long the range; memory:
   * a row for each timestamp and key within the range and the allowed lateness.
   *
   * @param range more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> rolling(String name, Duration range) {
    return of(name, new RollingShape(range));
  }

  private static <E> WindowDefinition<E> of(String name, WindowShape shape) {
    return new WindowDefinition<>(name, shape, Duration.ZERO, Map.of());
  }

  private static long positive(String name, long gap) {
    if (gap <= 0) {
      throw new IllegalArgumentException(
          "windows[" + name + "].gap: " + gap + "; expected more than 0");
    }
    return gap;
  }

  /**
   * The same windows shifted; those of a calendar by its clock.
   *
   * @param offset less than the size, for sliding windows the slide, for those of a calendar the
   *     shortest such period, in either direction
   * @throws IllegalArgumentException for windows that have none, such as sessions, which begin with
   *     their first event
   */
  public WindowDefinition<E> offset(Duration offset) {
    return with(shape.withOffset(offset), allowedLateness, aggregations);
  }

  /** How long a window is kept after the watermark has reached its end. */
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
    return with(shape.withEndIncluded(), allowedLateness, aggregations);
  }

  /**
   * The same, but a window is kept for late events until the watermark is this far past its end.
   *
   * @param lateness 0 or more, and a whole number of the job's unit
   */
  public WindowDefinition<E> allowedLateness(Duration lateness) {
    return with(shape, lateness, aggregations);
  }

  private WindowDefinition<E> with(
      WindowShape newShape, Duration lateness, Map<String, Aggregation<E>> newAggregations) {
    return new WindowDefinition<>(name, newShape, lateness, newAggregations, triggers, latePolicy);
  }

  private WindowDefinition<E> with(Triggers newTriggers) {
    return new WindowDefinition<>(
        name, shape, allowedLateness, aggregations, newTriggers, latePolicy);
  }

  /** The same, but windows fire early too. */
  public WindowDefinition<E> early(EarlyFiring early) {
    return with(triggers.withEarly(requireNonNull(early, "early")));
  }

  /**
   * The same, but a late event does not make its windows fire at once: they fire at the next tick
   * of the job's clock, if it is still before they close, else when they close.
   */
  public WindowDefinition<E> coalesceLate() {
    return with(triggers.withLateCoalesced());
  }

  /** The same with this mode; left out: {@link AccumulationMode#ACCUMULATING}. */
  public WindowDefinition<E> mode(AccumulationMode mode) {
    return with(triggers.withMode(requireNonNull(mode, "mode")));
  }

  /**
   * The same, but a window fires once only, when it closes: as soon as the watermark is the allowed
   * lateness past its end - 1. That firing has all events and is final.
   */
  public WindowDefinition<E> finalOnly() {
    return with(triggers.withFinalOnly());
  }

  /**
   * The same with this policy for events that are too late for all windows. Left out: {@link
   * LatePolicy#SIDE} where the engine has a handler of late events, else {@link LatePolicy#DROP}.
   */
  public WindowDefinition<E> late(LatePolicy policy) {
    requireNonNull(policy, "late policy");
    return new WindowDefinition<>(name, shape, allowedLateness, aggregations, triggers, policy);
  }

  /**
   * The same with one more aggregate. Its column gets this name; of an aggregate with several
   * columns, each gets the name with the column's own behind it.
   *
   * @throws IllegalArgumentException when the definition has a column of that name
   */
  public WindowDefinition<E> aggregate(String column, Aggregation<E> aggregation) {
    requireNonNull(column, "column name");
    requireNonNull(aggregation, "aggregation");
    Map<String, Aggregation<E>> more = new LinkedHashMap<>(aggregations);
    requireNew(more.put(column, aggregation) == null, column);
    WindowDefinition<E> extended = with(shape, allowedLateness, more);
    Set<String> names = new HashSet<>();
    for (Column each : extended.columns()) {
      requireNew(names.add(each.name()), each.name());
    }
    return extended;
  }

  private void requireNew(boolean isNew, String column) {
    if (!isNew) {
      throw new IllegalArgumentException(
          "windows[" + name + "].aggregates: two columns are named " + column);
    }
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The columns of its results. */
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    aggregations.forEach(
        (column, aggregation) -> {
          for (Column own : aggregation.aggregate().columns()) {
            columns.add(own.named(column + own.name()));
          }
        });
    return List.copyOf(columns);
  }

  /**
   * Checks all settings in this unit.
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
    if (!shape.takesTriggers() && !triggers.equals(Triggers.DEFAULT)) {
      throw new IllegalArgumentException(
          setting
              + ": early, coalesced, further or final firings; expected none, as windows of counts"
              + " and rolling ones fire by default only");
    }
    if (aggregations.isEmpty()) {
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
    aggregations.forEach(
        (column, aggregation) -> inputs.accept(words(column), aggregation.inputs()));
    inputs.accept("the gap of window " + name, gap());
  }

  private String words(String column) {
    return "aggregate " + column + " of window " + name;
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
    List<Aggregate> aggregates = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> firstValues = new ArrayList<>();
    aggregations.forEach(
        (column, aggregation) -> {
          aggregates.add(aggregation.aggregate().in(unit));
          names.add(words(column));
          firstValues.add(values.place(aggregation.inputs()));
        });
    return RowCode.of(
        aggregates, names, firstValues.stream().mapToInt(i -> i).toArray(), values.values().size());
  }
}
