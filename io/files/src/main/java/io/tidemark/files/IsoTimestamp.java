package io.tidemark.files;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Reads what {@link DateTimeFormatter#ISO_OFFSET_DATE_TIME} reads, as milliseconds since the epoch;
 * digits below a millisecond are dropped downward, also before 1970. The common shape, {@code
 * 2023-11-14T22:13:20.123Z} with four digits of year, seconds, up to nine digits of fraction and an
 * offset of {@code Z} or {@code +09:00}, is read here and allocates nothing; whatever is not of
 * that shape goes to java.time, which also says what is wrong.
 */
final class IsoTimestamp {
  private static final int SHORTEST = "2023-11-14T22:13:20Z".length();
  private static final int FRACTION = "2023-11-14T22:13:20".length();
  private static final int MAX_FRACTION_DIGITS = 9;
  private static final long DAYS_BEFORE_EPOCH = 719_468;
  private static final long DAYS_OF_400_YEARS = 146_097;

  private byte[] bytes;
  private int start;
  private int end;
  private long millis;

  /** What was parsed last. */
  long millis() {
    return millis;
  }

  /** False if the text is no such time, or the time is beyond 64 bits of milliseconds. */
  boolean parse(Slice text) {
    bytes = text.bytes();
    start = text.start();
    end = start + text.length();
    return parseCommonShape() || parseAny(text.text());
  }

  private boolean parseAny(String text) {
    try {
      millis =
          OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
              .toInstant()
              .toEpochMilli();
      return true;
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  private boolean parseCommonShape() {
    if (end - start < SHORTEST || !punctuated()) {
      return false;
    }
    int year = twoDigits(0) * 100 + twoDigits(2);
    int month = twoDigits(5);
    int day = twoDigits(8);
    int hour = twoDigits(11);
    int minute = twoDigits(14);
    int second = twoDigits(17);
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
      return false;
    }
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
      return false;
    }
    long seconds = epochDay(year, month, day) * 86_400 + hour * 3_600L + minute * 60L + second;
    return parseTail(seconds);
  }

  private boolean punctuated() {
    return bytes[start + 4] == '-'
        && bytes[start + 7] == '-'
        && bytes[start + 10] == 'T'
        && bytes[start + 13] == ':'
        && bytes[start + 16] == ':';
  }

  /** The number that two digits write, or one so low that no sum with it is positive. */
  private int twoDigits(int offset) {
    int tens = bytes[start + offset] - '0';
    int ones = bytes[start + offset + 1] - '0';
    boolean digits = tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9;
    return digits ? 10 * tens + ones : -100_000;
  }

  private static int daysOf(int year, int month) {
    if (month == 2) {
      boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
      return leap ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  /**
   * Days since 1970, counted in years that start in March so that the leap day comes last. After
   * Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
   */
  private static long epochDay(int year, int month, int day) {
    // 400 years more keep January and February of the year 0 positive.
    int y = (month <= 2 ? year - 1 : year) + 400;
    int m = month > 2 ? month - 3 : month + 9;
    int era = y / 400;
    int yearOfEra = y % 400;
    int dayOfYear = (153 * m + 2) / 5 + day - 1;
    int dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return (era - 1) * DAYS_OF_400_YEARS + dayOfEra - DAYS_BEFORE_EPOCH;
  }

  private boolean parseTail(long seconds) {
    int at = start + FRACTION;
    int fraction = 0;
    if (bytes[at] == '.') {
      int first = ++at;
      for (int unit = 100; at < end && digit(bytes[at]); unit /= 10) {
        fraction += unit * (bytes[at++] - '0');
      }
      if (at == first || at - first > MAX_FRACTION_DIGITS) {
        return false;
      }
    }
    int offset = offsetSeconds(at);
    millis = (seconds - offset) * 1_000 + fraction;
    return offset != Integer.MIN_VALUE;
  }

  /**
   * The offset that the rest of the text writes, or Integer.MIN_VALUE if it is of another shape.
   */
  private int offsetSeconds(int at) {
    if (end - at == 1 && bytes[at] == 'Z') {
      return 0;
    }
    if (end - at != "+09:00".length() || bytes[at + 3] != ':') {
      return Integer.MIN_VALUE;
    }
    int hours = twoDigits(at - start + 1);
    int minutes = twoDigits(at - start + 4);
    // 18:00 is the largest offset of java.time: the last hour is left to it.
    if (hours < 0 || hours > 17 || minutes < 0 || minutes > 59) {
      return Integer.MIN_VALUE;
    }
    int seconds = hours * 3_600 + minutes * 60;
    return bytes[at] == '+' ? seconds : bytes[at] == '-' ? -seconds : Integer.MIN_VALUE;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }
}
