package io.tidemark.cli.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.files.Slice;
import io.tidemark.files.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expressions of job files: what they are worth, and what is none. */
class ExpressionsTest {
  private static final Map<String, ValueType> TYPES =
      Map.of(
          "l",
          ValueType.LONG,
          "m",
          ValueType.LONG,
          "price",
          ValueType.decimal(2),
          "fee",
          ValueType.decimal(4),
          "tiny",
          ValueType.decimal(18),
          "odd name",
          ValueType.LONG);

  /** l = 7, m = -2, price = 12.34, fee = 0.0005, tiny = 10^-18, odd name = 5, d = 1.5, s = it's */
  private static final class Row implements RowValues {
    private final Expressions expressions;

    Row(Expressions expressions) {
      this.expressions = expressions;
    }

    @Override
    public long number(int column) {
      return switch (expressions.numberColumns().get(column)) {
        case "l" -> 7;
        case "m" -> -2;
        case "price" -> 1234;
        case "fee" -> 5;
        case "tiny" -> 1;
        case "odd name" -> 5;
        case "d" -> Double.doubleToRawLongBits(1.5);
        default -> throw new AssertionError(column);
      };
    }

    @Override
    public Slice text(int column) {
      Slice slice = new Slice();
      byte[] bytes = "xit's".getBytes(StandardCharsets.UTF_8);
      slice.set(bytes, 1, bytes.length - 1);
      return slice;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3 | 7",
        "(1 + 2) * 3 | 9",
        "10 - 4 - 3 | 3",
        "- -l | 7",
        "-m * l | 14",
        "l * m + 1 | -13",
        "price * l | 86.38",
        "price + fee | 12.3405",
        "price - 13 | -0.66",
        "price * fee | 0.006170",
        "price * 1.00 | 12.3400",
        "7 / 2 | 3.5d",
        "price / 2 | 6.17d",
        "d * 2 | 3.0d",
        "price + d | 13.84d",
        "1e3 | 1000.0d",
        ".5 | 0.5",
        "5. | 5",
        "\"odd name\" + 1 | 6",
        "9223372036854775807 | 9223372036854775807",
        "-9223372036854775807 - 1 | -9223372036854775808"
      })
  void shouldWorkNumbersOut(String text, String value) throws ExpressionException {
    Expressions expressions = new Expressions(TYPES);
    expressions.derive("x", text);

    assertThat(shown(expressions)).isEqualTo(value);
  }

  private static String shown(Expressions expressions) {
    int last = expressions.derivedColumns().size() - 1;
    long bits = expressions.derived(last, new Row(expressions));
    ValueType type = expressions.type(last);
    return type.kind() == ValueType.Kind.DOUBLE
        ? Double.longBitsToDouble(bits) + "d"
        : BigDecimal.valueOf(bits, type.scale()).toPlainString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "l > 0 and s != 'TEST'",
        "s = 'it''s'",
        "'it''s' == s",
        "not s = 'its'",
        "l = 7.00",
        "price > 12 and price < 12.35 and price >= 12.34 and price <= 12.34",
        "price != 12.3",
        "d = 1.5",
        "0.0 = -0.0",
        "not l < 0 and not (m > 0 or l = 0)",
        "l = 0 or m = 0 or l = 7 and m = -2",
        "(l > m) and (l + m) * 2 = 10",
        "tiny < 0.000000000000000002 and tiny > 0",
        "9223372036854775807 > tiny",
        "-9223372036854775807 < tiny",
        "m != 0 and l / m < 0",
        "m = 0 or 1 / (m + 2) > 0 or l = 7"
      })
  void shouldTellWhichRowsCount(String text) throws ExpressionException {
    Expressions expressions = new Expressions(TYPES);
    if (text.startsWith("m = 0 or 1 / ")) {
      expressions.filter(text);
      assertThatThrownBy(() -> expressions.keeps(new Row(expressions)))
          .isSameAs(NoValueException.ONLY);
      return;
    }
    expressions.filter(text);
    assertThat(expressions.keeps(new Row(expressions))).isTrue();

    expressions.filter("not (" + text + ")");
    assertThat(expressions.keeps(new Row(expressions))).isFalse();
  }

  /** What stands before it guards what comes behind. */
  @Test
  void shouldNotLookFurtherThanItMust() throws ExpressionException {
    Expressions expressions = new Expressions(TYPES);
    expressions.filter("m + 2 != 0 and 1 / (m + 2) > 0");
    assertThat(expressions.keeps(new Row(expressions))).isFalse();
    expressions.filter("l = 7 or 1 / (m + 2) > 0");
    assertThat(expressions.keeps(new Row(expressions))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775807 + 1",
        "-9223372036854775807 - 2",
        "l * 9223372036854775807",
        "9223372036854775807 + fee",
        "l / 0",
        "0 / 0",
        "d * 1e308 * 10",
        "- (-9223372036854775807 - 1)"
      })
  void shouldHaveNoValueWhereThereIsNone(String text) throws ExpressionException {
    Expressions expressions = new Expressions(TYPES);
    expressions.derive("x", text);
    assertThatThrownBy(() -> expressions.derived(0, new Row(expressions)))
        .isSameAs(NoValueException.ONLY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "price > | at character 8: the end; expected a column, a number, 'a text' or (",
        "price > 0 qty | at character 11: 'qty'; expected an operator or the end",
        "1 < l < 3 | at character 7: '<'; expected an operator or the end",
        "price | at character 1: column price; expected a condition such as a > 0",
        "l + 1 | at character 1: a number; expected a condition such as a > 0",
        "l > 0 and m | at character 11: column m; expected a condition such as a > 0",
        "(l > 0 | at character 7: the end; expected ) for the ( at character 1",
        "l > 0) | at character 6: ')'; expected an operator or the end",
        "s = 'x | at character 5: a ' that is not closed; expected another one",
        "s < 'x' | at character 3: '<' of a text; expected = or !=",
        "'x' = 'x' | at character 5: a text compared with a text; expected a column of the input",
        "l + 1 = 'x' | at character 7: a number compared with a text; expected a column of the input",
        "s + 'x' = 1 | at character 5: a text; expected a number",
        "(l > 0) + 1 = 2 | at character 1: a condition; expected a number",
        "l ! 0 | at character 3: '!'; expected != or not",
        "l & m | at character 3: '&'; expected a column, a number, 'a text' or one of ( ) + - * / = != < >",
        "tiny * fee > 0 | at character 6: a product with 22 digits after the point; expected 18 at most",
        "l > 9223372036854775808 | at character 5: '9223372036854775808'; expected 64 bits and 18 digits after the point at most, or a double such as 1e30",
        "l > 1e999 | at character 5: '1e999'; expected a finite number"
      })
  void shouldSayWhereATextIsNoCondition(String text, String message) {
    assertThatThrownBy(() -> new Expressions(TYPES).filter(text))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(message);
  }

  @Test
  void shouldRefuseWhatIsTooDeep() {
    String deep = "(".repeat(100_000) + "1" + ")".repeat(100_000) + " = 1";
    assertThatThrownBy(() -> new Expressions(TYPES).filter(deep))
        .hasMessage("at character 102: too deep; expected 100 levels at most");
  }

  @Test
  void shouldDeriveFromWhatIsDerived() throws ExpressionException {
    Expressions expressions = new Expressions(TYPES);
    expressions.derive("notional", "price * l");
    expressions.derive("net", "notional - fee");
    expressions.filter("notional > 86 and net < notional");

    assertThat(shown(expressions)).isEqualTo("86.3795");
    assertThat(expressions.keeps(new Row(expressions))).isTrue();
    assertThat(expressions.numberColumns()).containsExactly("price", "l", "fee");
    assertThatThrownBy(() -> expressions.filter("net = 'x'"))
        .hasMessageContaining("expected a column of the input");
  }

  /** Against BigDecimal. */
  @Test
  void shouldCompareAndAddExactly() {
    Random random = new Random(3);
    int none = 0;
    for (int i = 0; i < 50_000; i++) {
      long a = random.nextLong() >> random.nextInt(64);
      long b = random.nextLong() >> random.nextInt(64);
      int scaleA = random.nextInt(19);
      int scaleB = random.nextInt(19);
      BigDecimal left = BigDecimal.valueOf(a, scaleA);
      BigDecimal right = BigDecimal.valueOf(b, scaleB);

      assertThat(Integer.signum(Arithmetic.compare(a, scaleA, b, scaleB)))
          .isEqualTo(left.compareTo(right));
      BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
      if (product.bitLength() <= 63) {
        assertThat(Arithmetic.multiply(a, b)).isEqualTo(product.longValue());
      } else {
        none++;
        assertThatThrownBy(() -> Arithmetic.multiply(a, b)).isSameAs(NoValueException.ONLY);
      }
      assertThat(Arithmetic.toDouble(a, scaleA)).isEqualTo(left.doubleValue());
    }
    assertThat(none).isGreaterThan(5_000);
  }
}
