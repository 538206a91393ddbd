package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.window.CalendarPeriod;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes of windows that job files name, and what is wrong with some. */
class WindowShapesTest {
  private static final String JOB =
      """
      input: {format: csv, path: in.csv, timestamp: {field: ts, unit: ms}}
      watermarks: {strategy: monotonous}
      windows: [{name: w, aggregates: {n: count}, %s}]
      output: {results: out.csv}
      """;

  @TempDir Path folder;

  @Test
  void shouldReadEachShape() throws Exception {
    assertThat(shape("cumulative: {max: 1d, step: 1h, offset: -6h}"))
        .isEqualTo(
            new WindowShape.Cumulative(
                Duration.ofDays(1), Duration.ofHours(1), Duration.ofHours(-6)));
    assertThat(shape("calendar: {unit: month, zone: Europe/Berlin}"))
        .isEqualTo(
            new WindowShape.Calendar(
                CalendarPeriod.MONTH, DayOfWeek.MONDAY, ZoneId.of("Europe/Berlin"), Duration.ZERO));
    assertThat(shape("calendar: {unit: week, zone: UTC, first-day: sun, offset: 1h}"))
        .isEqualTo(
            new WindowShape.Calendar(
                CalendarPeriod.WEEK, DayOfWeek.SUNDAY, ZoneId.of("UTC"), Duration.ofHours(1)));
    assertThat(
            shape(
                "exchange: {open: 09:30, close: '16:00', zone: America/New_York, days: [mon],"
                    + " holidays: [2024-07-04], early-closes: {2024-07-03: '13:00'}}"))
        .isInstanceOf(WindowShape.Exchange.class);
    assertThat(shape("global: {}")).isEqualTo(new WindowShape.Global());
    assertThat(shape("count: {size: 100}")).isEqualTo(new WindowShape.Count(100, 100));
    assertThat(shape("count: {size: 100, slide: 10}")).isEqualTo(new WindowShape.Count(100, 10));
    assertThat(shape("rolling: {range: 10s}"))
        .isEqualTo(new WindowShape.Rolling(Duration.ofSeconds(10)));
  }

  @Test
  void shouldReadBoundaries() throws Exception {
    assertThat(window("tumbling: {size: 1s}").includesEnd()).isFalse();
    assertThat(window("tumbling: {size: 1s}, boundaries: start-inclusive").includesEnd()).isFalse();
    assertThat(window("tumbling: {size: 1s}, boundaries: end-inclusive").includesEnd()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cumulative: {max: 10s, step: 3s} | .cumulative.step: '3s': expected a step that divides max",
        "cumulative: {max: 10s} | .cumulative.step: missing; expected a duration such as 250ms: a"
            + " whole number and ns, us, ms, s, m, h or d",
        "cumulative: {max: 6s, step: 3s, offset: 6s} | .cumulative.offset: '6s': expected less than"
            + " the max, to either side",
        "calendar: {unit: fortnight, zone: UTC} | .calendar.unit: 'fortnight': expected one of day,"
            + " week, month, quarter, year",
        "calendar: {unit: day, zone: America/Gotham} | .calendar.zone: 'America/Gotham': expected a"
            + " time zone such as America/New_York, UTC or +05:30",
        "calendar: {unit: day} | .calendar.zone: missing; expected a time zone such as"
            + " America/New_York, UTC or +05:30",
        "calendar: {unit: day, zone: UTC, first-day: mon} | .calendar.first-day: 'mon': expected"
            + " none unless unit is week",
        "exchange: {open: 25:00, close: 16:00, zone: UTC} | .exchange.open: '25:00': expected a time"
            + " of day such as 09:30",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, days: [monday]} | .exchange.days:"
            + " 'monday': expected mon, tue, wed, thu, fri, sat, sun",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, days: []} | .exchange.days: an empty list:"
            + " expected a list of days such as [mon, tue]",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, holidays: [2024-02-30]} |"
            + " .exchange.holidays: '2024-02-30': expected a date such as 2024-07-04",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, early-closes: {2024-02-30: 13:00}} |"
            + " .exchange.early-closes.2024-02-30: '2024-02-30': expected a date such as 2024-07-04",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, early-closes: {2024-07-03: noon}} |"
            + " .exchange.early-closes.2024-07-03: 'noon': expected a time of day such as 09:30",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, early-closes: {2024-07-03: 16:00}} |"
            + " .exchange.early-closes: early closes: 16:00 on 2024-07-03; expected before the close"
            + " at 16:00",
        "count: {size: 0} | .count.size: '0': expected a whole number of rows, more than 0 and of at"
            + " most 18 digits",
        "calendar: {unit: day, zone: UTC, offset: -24h} | .calendar.offset: '-24h': expected less"
            + " than the shortest day, 1d, to either side",
        "calendar: {unit: quarter, zone: UTC, offset: 90d} | .calendar.offset: '90d': expected less"
            + " than the shortest quarter, 90d, to either side",
        "exchange: {open: '09:30:00.0001', close: 16:00, zone: UTC} | .exchange.open:"
            + " '09:30:00.0001': expected a whole number of ms, the unit of input.timestamp",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, early-closes: {2024-07-03:"
            + " '13:00:00.0001'}} | .exchange.early-closes.2024-07-03: '13:00:00.0001': expected a"
            + " whole number of ms, the unit of input.timestamp",
        "exchange: {open: 09:30, close: 16:00, zone: UTC, days: mon} | .exchange.days: 'mon':"
            + " expected a list of days such as [mon, tue]",
        "global: {size: 1s} | .global.size: unknown key; expected none",
        "count: {size: 3}, early: {count: 2} | .early: a mapping: expected none, as count and"
            + " rolling windows fire by default only",
        "count: {size: 3}, late-firing: per-tick | .late-firing: 'per-tick': expected each, as count"
            + " and rolling windows fire by default only",
        "rolling: {range: 3s}, mode: retracting | .mode: 'retracting': expected accumulating, as"
            + " count and rolling windows fire by default only",
        "rolling: {range: 3s}, final-only: true | .final-only: 'true': expected false, as count and"
            + " rolling windows fire by default only",
        "count: {slide: 1} | .count.size: missing; expected a number of rows",
        "rolling: {range: 0s} | .rolling.range: '0s': expected more than 0",
        "tumbling: {size: 1s}, boundaries: both | .boundaries: 'both': expected one of"
            + " start-inclusive, end-inclusive",
        "session: {gap: 1s}, boundaries: end-inclusive | .boundaries: 'end-inclusive': expected none"
            + " with such windows",
      })
  void shouldTellWhatIsWrong(String shape, String problem) {
    assertThat(JobFiles.problems(folder, JOB.formatted(shape)))
        .isEqualTo("job.yaml:3: windows[0]" + problem);
  }

  private WindowShape shape(String shape) throws JobFileException {
    return window(shape).shape();
  }

  private JobWindow window(String shape) throws JobFileException {
    return JobFiles.read(folder, JOB.formatted(shape)).windows().get(0);
  }
}
