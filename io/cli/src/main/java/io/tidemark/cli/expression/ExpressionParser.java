package io.tidemark.cli.expression;

import io.tidemark.cli.expression.Node.Condition;
import io.tidemark.cli.expression.Node.Name;
import io.tidemark.cli.expression.Node.Number;
import io.tidemark.cli.expression.Node.Text;
import io.tidemark.files.ValueType;
import java.math.BigDecimal;
import java.util.List;

/**
 * Reads one expression, by recursive descent:
 *
 * <pre>
 *   condition   = conjunction { "or" conjunction }
 *   conjunction = negation { "and" negation }
 *   negation    = "not" negation | comparison
 *   comparison  = sum [ ( "=" | "==" | "!=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=" ) sum ]
 *   sum         = product { ( "+" | "-" ) product }
 *   product     = factor { ( "*" | "/" ) factor }
 *   factor      = "-" factor | number | text | column | "(" condition ")"
 * </pre>
 */
final class ExpressionParser {
  /** So deep may parts lie in each other: nobody reads more, and the stack is not endless. */
  private static final int DEEPEST = 100;

  private static final String OPERAND = "a column, a number, 'a text' or (";

  private final List<Token> tokens;
  private final Columns columns;
  private int next;
  private int depth;

  private ExpressionParser(String text, Columns columns) throws ExpressionException {
    this.tokens = Token.of(text);
    this.columns = columns;
  }

  /** A text as a condition. */
  static Condition condition(String text, Columns columns) throws ExpressionException {
    ExpressionParser parser = new ExpressionParser(text, columns);
    Node node = parser.whole();
    return parser.condition(node, 0);
  }

  /** A text as a number. */
  static Number number(String text, Columns columns) throws ExpressionException {
    ExpressionParser parser = new ExpressionParser(text, columns);
    Node node = parser.whole();
    return parser.number(node, 0);
  }

  private Node whole() throws ExpressionException {
    Node node = either();
    if (peek().kind() != Token.Kind.END) {
      throw unexpected("an operator or the end");
    }
    return node;
  }

  private Node either() throws ExpressionException {
    int at = peek().at();
    Node left = both();
    while (take("or")) {
      Condition a = condition(left, at);
      int rightAt = peek().at();
      Condition b = condition(both(), rightAt);
      left = or(a, b);
    }
    return left;
  }

  private Node both() throws ExpressionException {
    int at = peek().at();
    Node left = negation();
    while (take("and")) {
      Condition a = condition(left, at);
      int rightAt = peek().at();
      Condition b = condition(negation(), rightAt);
      left = and(a, b);
    }
    return left;
  }

  private Node negation() throws ExpressionException {
    if (!take("not")) {
      return comparison();
    }
    deeper();
    int at = peek().at();
    Condition inner = condition(negation(), at);
    depth--;
    return new Condition() {
      @Override
      boolean test(RowValues row) {
        return !inner.test(row);
      }
    };
  }

  private Node comparison() throws ExpressionException {
    int at = peek().at();
    Node left = sum();
    Comparison comparison = peek().kind() == Token.Kind.SIGN ? Comparison.of(peek().text()) : null;
    if (comparison == null) {
      return left;
    }
    Token sign = tokens.get(next++);
    int rightAt = peek().at();
    Node right = sum();
    if (left instanceof Text || right instanceof Text) {
      return texts(left, sign, comparison, right);
    }
    return Numbers.comparison(number(left, at), comparison, number(right, rightAt));
  }

  /** A column that is compared with a text is read as a text. */
  private Condition texts(Node left, Token sign, Comparison comparison, Node right)
      throws ExpressionException {
    boolean equal = comparison == Comparison.EQUAL;
    if (!equal && comparison != Comparison.NOT_EQUAL) {
      throw new ExpressionException(sign.at(), sign.shown() + " of a text; expected = or !=");
    }
    Node other = left instanceof Text ? right : left;
    Text text = (Text) (left instanceof Text ? left : right);
    int column = other instanceof Name name ? columns.text(name.name) : -1;
    if (column < 0) {
      throw new ExpressionException(
          sign.at(), other.described() + " compared with a text; expected a column of the input");
    }
    return new Condition() {
      @Override
      boolean test(RowValues row) {
        return text.is(row.text(column)) == equal;
      }
    };
  }

  private Node sum() throws ExpressionException {
    int at = peek().at();
    Node left = product();
    while (peek().is("+") || peek().is("-")) {
      boolean minus = tokens.get(next++).is("-");
      Number a = number(left, at);
      int rightAt = peek().at();
      left = Numbers.sum(a, number(product(), rightAt), minus);
    }
    return left;
  }

  private Node product() throws ExpressionException {
    int at = peek().at();
    Node left = factor();
    while (peek().is("*") || peek().is("/")) {
      Token sign = tokens.get(next++);
      Number a = number(left, at);
      int rightAt = peek().at();
      Number b = number(factor(), rightAt);
      left = sign.is("/") ? Numbers.quotient(a, b) : Numbers.product(a, b);
      if (left == null) {
        throw new ExpressionException(
            sign.at(),
            "a product with %d digits after the point; expected %d at most"
                .formatted(a.type.scale() + b.type.scale(), ValueType.MAX_SCALE));
      }
    }
    return left;
  }

  private Node factor() throws ExpressionException {
    Token token = tokens.get(next);
    switch (token.kind()) {
      case NUMBER -> {
        next++;
        return literal(token);
      }
      case TEXT -> {
        next++;
        return new Text(token.text());
      }
      case NAME -> {
        next++;
        return new Name(token.text(), token.at());
      }
      default -> {
        return inner(token);
      }
    }
  }

  private Node inner(Token token) throws ExpressionException {
    if (take("-")) {
      deeper();
      int at = peek().at();
      Node negated = Numbers.negate(number(factor(), at));
      depth--;
      return negated;
    }
    if (!take("(")) {
      throw unexpected(OPERAND);
    }
    deeper();
    Node node = either();
    if (!take(")")) {
      throw unexpected(") for the ( at character " + (token.at() + 1));
    }
    depth--;
    return node;
  }

  private void deeper() throws ExpressionException {
    if (++depth > DEEPEST) {
      throw new ExpressionException(
          peek().at(), "too deep; expected " + DEEPEST + " levels at most");
    }
  }

  private static Number literal(Token token) throws ExpressionException {
    String text = token.text();
    BigDecimal number = new BigDecimal(text);
    if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
      double value = Double.parseDouble(text);
      if (Double.isInfinite(value)) {
        throw new ExpressionException(token.at(), token.shown() + "; expected a finite number");
      }
      return Numbers.constant(Double.doubleToRawLongBits(value), ValueType.DOUBLE);
    }
    int scale = Math.max(number.scale(), 0);
    if (scale > ValueType.MAX_SCALE || number.unscaledValue().bitLength() > 63) {
      throw new ExpressionException(
          token.at(),
          token.shown()
              + "; expected 64 bits and 18 digits after the point at most, or a double such as 1e30");
    }
    return Numbers.constant(
        number.unscaledValue().longValue(), scale == 0 ? ValueType.LONG : ValueType.decimal(scale));
  }

  private Number number(Node node, int at) throws ExpressionException {
    if (node instanceof Number number) {
      return number;
    }
    if (node instanceof Name name) {
      return columns.number(name.name);
    }
    throw new ExpressionException(at, node.described() + "; expected a number");
  }

  private Condition condition(Node node, int at) throws ExpressionException {
    if (node instanceof Condition condition) {
      return condition;
    }
    throw new ExpressionException(at, node.described() + "; expected a condition such as a > 0");
  }

  private static Condition or(Condition a, Condition b) {
    return new Condition() {
      @Override
      boolean test(RowValues row) {
        return a.test(row) || b.test(row);
      }
    };
  }

  private static Condition and(Condition a, Condition b) {
    return new Condition() {
      @Override
      boolean test(RowValues row) {
        return a.test(row) && b.test(row);
      }
    };
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean take(String sign) {
    boolean found = peek().is(sign);
    next += found ? 1 : 0;
    return found;
  }

  private ExpressionException unexpected(String expected) {
    return new ExpressionException(peek().at(), peek().shown() + "; expected " + expected);
  }
}
