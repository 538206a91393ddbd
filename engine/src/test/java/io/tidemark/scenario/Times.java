package io.tidemark.scenario;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/** Times of day as ms since midnight of the first of January 1970, and back. */
final class Times {
  static final long SECOND = 1_000;
  static final long MINUTE = 60 * SECOND;
  static final long HOUR = 60 * MINUTE;

  private Times() {}

  /** The ms of a time such as 12:00:02.999. */
  static long clock(String time) {
    return TimeUnit.NANOSECONDS.toMillis(LocalTime.parse(time).toNanoOfDay());
  }

  /** The time of day of these ms, such as 12:00:02.999; they lie within the first day. */
  static String clock(long ms) {
    return LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(ms))
        .format(DateTimeFormatter.ISO_LOCAL_TIME);
  }
}
