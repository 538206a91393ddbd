package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NumberParserTest {
  private static final Pattern LONG = Pattern.compile("-?[0-9]+");
  private static final Pattern DOUBLE =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");

  private final NumberParser parser = new NumberParser();

  /** The text between other digits, which must not be looked at. */
  private static Slice slice(String text) {
    byte[] bytes = Rows.utf8("9.9" + text + "99999999");
    Slice slice = new Slice();
    slice.set(bytes, 3, bytes.length - 11);
    return slice;
  }

  private Long parseLong(String text) {
    return parser.parseLong(slice(text)) ? parser.bits() : null;
  }

  private Long parseDecimal(String text, int scale) {
    return parser.parseDecimal(slice(text), scale) ? parser.bits() : null;
  }

  private Double parseDouble(String text) {
    return parser.parseDouble(slice(text)) ? Double.longBitsToDouble(parser.bits()) : null;
  }

  private static Long expectedDecimal(String text, int scale) {
    Pattern grammar = scale == 0 ? LONG : Pattern.compile("-?[0-9]+(\\.[0-9]{1," + scale + "})?");
    if (!grammar.matcher(text).matches()) {
      return null;
    }
    BigDecimal scaled = new BigDecimal(text).scaleByPowerOfTen(scale);
    return scaled.toBigInteger().bitLength() <= 63 ? (Long) scaled.longValueExact() : null;
  }

  private static Double expectedDouble(String text) {
    if (!DOUBLE.matcher(text).matches()) {
      return null;
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? (Double) value : null;
  }

  @Test
  void shouldReadLongs() {
    assertThat(parseLong("0")).isZero();
    assertThat(parseLong("-0")).isZero();
    assertThat(parseLong("007")).isEqualTo(7);
    assertThat(parseLong("1700000000028")).isEqualTo(1700000000028L);
    assertThat(parseLong("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(parseLong("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(parseLong("0".repeat(1000) + "-1")).isNull();
    assertThat(parseLong("-" + "0".repeat(1000) + "1")).isEqualTo(-1);
  }

  @Test
  void shouldRefuseWhatIsNoLong() {
    for (String text :
        new String[] {
          "",
          "-",
          "+1",
          " 1",
          "1 ",
          "1.0",
          "1e3",
          "--5",
          "12x",
          "0x10",
          "1_000",
          "9223372036854775808",
          "-9223372036854775809",
          "99999999999999999999",
          "١",
          "1L",
          "12345678x",
          "123456789-"
        }) {
      assertThat(parseLong(text)).as(text).isNull();
    }
  }

  @Test
  void shouldReadDecimals() {
    assertThat(parseDecimal("7", 2)).isEqualTo(700);
    assertThat(parseDecimal("-0.05", 2)).isEqualTo(-5);
    assertThat(parseDecimal("104.4", 2)).isEqualTo(10440);
    assertThat(parseDecimal("92233720368547758.07", 2)).isEqualTo(Long.MAX_VALUE);
    assertThat(parseDecimal("-92233720368547758.08", 2)).isEqualTo(Long.MIN_VALUE);
    assertThat(parseDecimal("9.223372036854775807", 18)).isEqualTo(Long.MAX_VALUE);
    assertThat(parseDecimal("0.000000000000000001", 18)).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatIsNoDecimal() {
    for (String text :
        new String[] {
          "",
          ".",
          "-",
          "1.",
          ".5",
          "1.234",
          "1..2",
          "12.3.4",
          "1;5",
          "+1",
          "1e3",
          "92233720368547758.08",
          "92233720368547759",
          "-92233720368547758.09",
          "1.2x",
          "1. 2"
        }) {
      assertThat(parseDecimal(text, 2)).as(text).isNull();
    }
    assertThat(parseDecimal("1.0", 0)).isNull();
    assertThat(parseDecimal("10", 18)).isNull();
  }

  @Test
  void shouldReadDoubles() {
    for (String text :
        new String[] {
          "1",
          "1.",
          ".5",
          "+1.5",
          "-0",
          "-0.0",
          "1E2",
          "1e-2",
          "1.7976931348623157e308",
          "4.9e-324",
          "2.4703282292062328e-324",
          "2.4703282292062327e-324",
          "0e999999999999",
          "1e-999999999999",
          "9007199254740993",
          "0.1",
          "123456789012345678901234567890",
          "1e22",
          "1e23",
          "8.5e22",
          "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558"
              + ".0",
          "0." + "0".repeat(400) + "1e401",
          "1" + "0".repeat(400) + "e-400",
          "2.2250738585072011e-308",
          "6.631236846766476e-316",
          "0.500000000000000166533453693773481063"
        }) {
      assertThat(parseDouble(text)).as(text).isEqualTo(Double.parseDouble(text));
    }
    assertThat(Double.doubleToRawLongBits(parseDouble("-0"))).isEqualTo(Long.MIN_VALUE);
    assertThat(Double.doubleToRawLongBits(parseDouble("-0e5"))).isEqualTo(Long.MIN_VALUE);
    assertThat(Double.doubleToRawLongBits(parseDouble("-1e-400"))).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void shouldRefuseWhatIsNoDouble() {
    for (String text :
        new String[] {
          "",
          ".",
          "-",
          "+",
          "e5",
          ".e5",
          "1e",
          "1e+",
          "1.2.3",
          "--1",
          "NaN",
          "Infinity",
          "-Infinity",
          "0x1p3",
          "1d",
          "1f",
          " 1",
          "1 ",
          "1,5",
          "1e5.0",
          "1e400",
          "-1e999",
          "1e99999999999999999999",
          "1_0",
          "zero"
        }) {
      assertThat(parseDouble(text)).as(text).isNull();
    }
  }

  @Test
  void shouldAgreeWithTheGrammarsAndTheJdkOnRandomTexts() {
    String alphabet = "0123456789.-+eE0159";
    for (long seed = 0; seed < 40_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      // Few characters other than digits, or no text would be a number.
      int kinds = random.nextBoolean() ? alphabet.length() : 11;
      for (int i = random.nextInt(random.nextBoolean() ? 6 : 24); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(kinds)));
      }
      check(text.toString(), random.nextInt(19), seed);
    }
  }

  @Test
  void shouldRoundDoublesAsTheJdkDoes() {
    for (long seed = 0; seed < 8_000; seed++) {
      Random random = new Random(seed);
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        check(Double.toString(value), 5, seed);
      }
      BigDecimal middle =
          new BigDecimal(random.nextInt(1000)).add(new BigDecimal(Math.ulp(1e3) / 2));
      check(middle.toPlainString(), 5, seed);
      check(random.nextInt() + "." + random.nextInt(1 << 20), 7, seed);
      check(Long.toString(random.nextLong()), 3, seed);
      check(BigDecimal.valueOf(random.nextLong(), 4).toPlainString(), 4, seed);
      check(random.nextLong() + "e" + (random.nextInt(60) - 30), 3, seed);
    }
  }

  private void check(String text, int scale, long seed) {
    equal(parseLong(text), expectedDecimal(text, 0), text, seed);
    equal(parseDecimal(text, scale), expectedDecimal(text, scale), text, seed);
    equal(parseDouble(text), expectedDouble(text), text, seed);
  }

  private static void equal(Object actual, Object expected, String text, long seed) {
    // Boxed doubles are equal by their bits: -0.0 is not 0.0.
    assertThat(actual).as("'%s', seed %d", text, seed).isEqualTo(expected);
  }
}
