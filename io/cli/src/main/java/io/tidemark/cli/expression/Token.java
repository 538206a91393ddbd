package io.tidemark.cli.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * A word of an expression.
 *
 * @param kind what it is
 * @param text a sign or word as written; a name or text without its quotes
 * @param at where it begins, from 0
 */
record Token(Kind kind, String text, int at) {
  /** What a word is. */
  enum Kind {
    NUMBER,
    TEXT,
    NAME,
    SIGN,
    END
  }

  private static final String SIGNS = "()+-*/=<>!";

  boolean is(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  /** As messages show it. */
  String shown() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }

  /** Cuts a text into words; and, or and not are signs. */
  static List<Token> of(String expression) throws ExpressionException {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < expression.length()) {
      char c = expression.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else {
        int end = end(expression, at, c);
        tokens.add(token(expression, at, end, c));
        at = end;
      }
    }
    tokens.add(new Token(Kind.END, "", expression.length()));
    return tokens;
  }

  private static int end(String text, int at, char c) throws ExpressionException {
    if (c == '\'' || c == '"') {
      return endOfQuoted(text, at, c);
    }
    if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
      return endOfNumber(text, at);
    }
    if (isWord(c)) {
      int end = at;
      while (end < text.length() && (isWord(text.charAt(end)) || isDigit(text.charAt(end)))) {
        end++;
      }
      return end;
    }
    if (SIGNS.indexOf(c) < 0) {
      throw new ExpressionException(
          at, "'" + c + "'; expected a column, a number, 'a text' or one of ( ) + - * / = != < >");
    }
    boolean two = "=<>!".indexOf(c) >= 0 && at + 1 < text.length() && text.charAt(at + 1) == '=';
    if (c == '!' && !two) {
      throw new ExpressionException(at, "'!'; expected != or not");
    }
    return at + (two ? 2 : 1);
  }

  private static int endOfQuoted(String text, int at, char quote) throws ExpressionException {
    int end = at + 1;
    while (end < text.length()) {
      if (text.charAt(end) != quote) {
        end++;
      } else if (end + 1 < text.length() && text.charAt(end + 1) == quote) {
        end += 2;
      } else {
        return end + 1;
      }
    }
    throw new ExpressionException(at, "a " + quote + " that is not closed; expected another one");
  }

  private static int endOfNumber(String text, int at) {
    int end = endOfDigits(text, at);
    if (end < text.length() && text.charAt(end) == '.') {
      end = endOfDigits(text, end + 1);
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int exponent = end + 1;
      if (exponent < text.length() && "+-".indexOf(text.charAt(exponent)) >= 0) {
        exponent++;
      }
      int last = endOfDigits(text, exponent);
      end = last > exponent ? last : end;
    }
    return end;
  }

  private static int endOfDigits(String text, int at) {
    int end = at;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static Token token(String expression, int at, int end, char c) {
    String text = expression.substring(at, end);
    if (c == '\'' || c == '"') {
      String quote = String.valueOf(c);
      String inner = text.substring(1, text.length() - 1).replace(quote + quote, quote);
      return new Token(c == '"' ? Kind.NAME : Kind.TEXT, inner, at);
    }
    if (isDigit(c) || c == '.') {
      return new Token(Kind.NUMBER, text, at);
    }
    boolean isSign = !isWord(c) || List.of("and", "or", "not").contains(text);
    return new Token(isSign ? Kind.SIGN : Kind.NAME, text, at);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWord(char c) {
    return Character.isLetter(c) || c == '_';
  }
}
