package io.tidemark.cli.job;

import io.tidemark.window.CalendarPeriod;
import io.tidemark.window.ExchangeHours;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;

/** The shape of a window definition; all durations are whole numbers of the timestamp's unit. */
public sealed interface WindowShape {

  /** Windows side by side: [offset + n * size, offset + (n + 1) * size). */
  record Tumbling(Duration size, Duration offset) implements WindowShape {}

  /** A window of a size at every slide: they overlap, or leave gaps where slide is larger. */
  record Sliding(Duration size, Duration slide, Duration offset) implements WindowShape {}

  /** Windows of a key's own: from a row to where nothing came for the gap. */
  record Session(Duration gap) implements WindowShape {}

  /** Windows that grow by a step up to the largest, and then begin anew. */
  record Cumulative(Duration max, Duration step, Duration offset) implements WindowShape {}

  /** Days, weeks, months, quarters or years by the clock of a zone. */
  record Calendar(CalendarPeriod period, DayOfWeek firstDay, ZoneId zone, Duration offset)
      implements WindowShape {}

  /** The sessions of an exchange. */
  record Exchange(ExchangeHours hours) implements WindowShape {}

  /** One window for all time. */
  record Global() implements WindowShape {}

  /** Every {@code slide} rows of a key the last {@code size} ones. */
  record Count(long size, long slide) implements WindowShape {}

  /** For each timestamp of a key the time up to it. */
  record Rolling(Duration range) implements WindowShape {}
}
