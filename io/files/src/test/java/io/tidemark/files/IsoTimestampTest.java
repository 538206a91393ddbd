package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoTimestampTest {
  private final IsoTimestamp parser = new IsoTimestamp();

  private Long parse(String text) {
    byte[] bytes = Rows.utf8("1" + text + "2");
    Slice slice = new Slice();
    slice.set(bytes, 1, bytes.length - 2);
    return parser.parse(slice) ? parser.millis() : null;
  }

  private static Long expected(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME);
      return Math.addExact(
          Math.multiplyExact(time.toEpochSecond(), 1000), time.getNano() / 1_000_000);
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  @Test
  void shouldReadTheCommonShape() {
    assertThat(parse("1970-01-01T00:00:00Z")).isZero();
    assertThat(parse("2023-11-14T22:13:20.031Z")).isEqualTo(1700000000031L);
    assertThat(parse("1970-01-01T08:59:49.403+09:00")).isEqualTo(-10_597);
    assertThat(parse("1969-12-31T18:59:52.330-05:00")).isEqualTo(-7_670);
    assertThat(parse("2024-02-29T00:00:00.000000000+05:30")).isEqualTo(1709145000000L);
  }

  @Test
  void shouldDropDigitsBelowAMillisecondDownward() {
    assertThat(parse("1970-01-01T00:00:00.0019Z")).isEqualTo(1);
    assertThat(parse("1969-12-31T23:59:59.9999Z")).isEqualTo(-1);
    assertThat(parse("1969-12-31T23:59:59.9980001Z")).isEqualTo(-2);
  }

  @Test
  void shouldRefuseWhatIsNoTime() {
    for (String text :
        new String[] {
          "",
          "2026-13-01T00:00:00Z",
          "2023-02-29T00:00:00Z",
          "2023-11-14",
          "2023-11-14T22:13:20",
          "2023-11-14 22:13:20Z",
          "2023-11-14T24:00:00Z",
          "2023-11-14T22:60:00Z",
          "2023-11-14T22:13:60Z",
          "2023-11-14T22:13:20+18:01",
          "1700000000",
          "2023-11-14T22:13:20.0000000001Z",
          "2023-11-14T22:13:20Z ",
          "+999999999-12-31T23:59:59Z",
          "2023-11-14T22:13:20[UTC]"
        }) {
      assertThat(parse(text)).as(text).isNull();
    }
  }

  @Test
  void shouldReadWhateverElseJavaTimeReads() {
    for (String text :
        new String[] {
          "2023-11-14T22:13Z",
          "2023-11-14t22:13:20z",
          "-0001-01-01T00:00:00Z",
          "+12345-01-01T00:00:00Z",
          "2023-11-14T22:13:20.Z",
          "2023-11-14T22:13:20+09",
          "2023-11-14T22:13:20+09:00:30",
          "2023-11-14T22:13:20-18:00",
          "2023-11-14T22:13:20-00:00",
          "2023-11-14T22:13:20+0900",
          "0000-01-01T00:00:00Z",
          "0000-02-29T00:00:00Z",
          "9999-12-31T23:59:59.999999999-17:59"
        }) {
      assertThat(parse(text)).as(text).isEqualTo(expected(text));
    }
  }

  @Test
  void shouldAgreeWithJavaTimeOnRandomTimes() {
    for (long seed = 0; seed < 10_000; seed++) {
      Random random = new Random(seed);
      String text = randomTime(random);
      assertThat(parse(text)).as("'%s', seed %d", text, seed).isEqualTo(expected(text));
      StringBuilder mutated = new StringBuilder(text);
      mutated.setCharAt(
          random.nextInt(text.length()), "0123456789:-+.TZtz".charAt(random.nextInt(18)));
      assertThat(parse(mutated.toString()))
          .as("'%s', seed %d", mutated, seed)
          .isEqualTo(expected(mutated.toString()));
    }
  }

  private static String randomTime(Random random) {
    // Ranges one wider than those allowed, so that the edges are met from both sides.
    int[] fields = {
      random.nextInt(10_000),
      random.nextInt(14),
      random.nextInt(33),
      random.nextInt(25),
      random.nextInt(61),
      random.nextInt(61)
    };
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%04d-%02d-%02dT%02d:%02d:%02d",
            fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]));
    int digits = random.nextInt(11);
    if (digits > 0) {
      text.append('.');
      random.ints(digits, 0, 10).forEach(text::append);
    }
    if (random.nextInt(3) == 0) {
      return text.append('Z').toString();
    }
    return text.append(random.nextBoolean() ? '+' : '-')
        .append(String.format("%02d:%02d", random.nextInt(19), random.nextInt(61)))
        .toString();
  }
}
