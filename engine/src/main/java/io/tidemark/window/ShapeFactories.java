package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Value;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.function.ToLongFunction;

/**
 * Gives definitions of windows of each shape, which users call as {@code
 * WindowDefinition.tumbling(...)} and so on. A name stands in results, late events, counters and
 * messages; no two definitions of a job have the same. Whether lengths are right is asked when the
 * job is built, by its unit.
 */
abstract sealed class ShapeFactories permits WindowDefinition {
  ShapeFactories() {}

  /**
   * Windows of one size, side by side, aligned to the epoch.
   *
   * <p>Cost: an event one row found and added to; memory: a row for each key of each window that is
   * kept.
   *
   * @param size more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> tumbling(String name, Duration size) {
    requireNonNull(size, "window size");
    return of(name, new WindowShape.Tumbling(size, Duration.ZERO, false));
  }

  /**
   * Windows of one size that begin every slide, aligned to the epoch: they overlap where the size
   * is larger than the slide, and leave gaps where it is smaller. The slide need not divide the
   * size. Events in a gap fall into no window: they count as unassigned, or as too late.
   *
   * <p>Cost: an event is added once, however many windows it falls into; only a late one once for
   * each window that fires again. On average a firing of a key costs the same however many panes
   * its window has. Memory: a row for each key and pane, of which there are at most two a slide,
   * and a running one a key. With firings in between ({@link WindowDefinition#early}, {@link
   * WindowDefinition#coalesceLate}, another {@link WindowDefinition#mode}) each window has rows of
   * its own instead, and an event is added size / slide times.
   *
   * @param size more than 0, and a whole number of the job's unit
   * @param slide more than 0, and a whole number of the job's unit
   */
  public static <E> WindowDefinition<E> sliding(String name, Duration size, Duration slide) {
    requireNonNull(size, "window size");
    requireNonNull(slide, "window slide");
    return of(name, new WindowShape.Sliding(size, slide, Duration.ZERO, false));
  }

  /**
   * Sessions: the events of a key at most {@code gap} apart, from the first one's timestamp to
   * {@code gap} after the last one's.
   *
   * <p>An event joins all sessions of its key that are still kept and that it lies at most the gap
   * from, and makes them one; only then it is asked whether it is late. So an old event may take a
   * session's start back, and one that comes late enough to find a session fired makes the grown
   * one fire: at once if its end has passed, else in its time. What fired before is not taken back,
   * unless by {@link AccumulationMode#RETRACTING}; the revision counts the firings of one (key,
   * start, end).
   *
   * <p>Cost: an event O(1) where it finds one or two sessions of its key, else O(log n) of them;
   * memory: a row for each session that is kept.
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
    requireNonNull(max, "window max");
    requireNonNull(step, "window step");
    return of(name, new CumulativeShape(max, step, Duration.ZERO, false));
  }

  /**
   * Days, weeks, months, quarters or years by the clock of a time zone: so days of 23 and 25 hours
   * where it changes to daylight saving time and back. A period begins at the first moment of its
   * first date, or at the first later one that its clock shows; weeks begin on Monday. The rules of
   * the zone are the JDK's.
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
   *
   * <p>Cost: an event one row found and added to; memory: a row a key, until the end.
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
    requireNonNull(range, "window range");
    return of(name, new RollingShape(range));
  }

  private static <E> WindowDefinition<E> of(String name, WindowShape shape) {
    return new WindowDefinition<>(name, shape);
  }

  private static long positive(String name, long gap) {
    if (gap <= 0) {
      throw new IllegalArgumentException(
          "windows[" + name + "].gap: " + gap + "; expected more than 0");
    }
    return gap;
  }
}
