package io.tidemark.cli.expression;

/** How two numbers, or two texts, are compared. */
enum Comparison {
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  MORE,
  MORE_OR_EQUAL;

  /** The comparison of this sign, or null. */
  static Comparison of(String sign) {
    return switch (sign) {
      case "=", "==" -> EQUAL;
      case "!=" -> NOT_EQUAL;
      case "<" -> LESS;
      case "<=" -> LESS_OR_EQUAL;
      case ">" -> MORE;
      case ">=" -> MORE_OR_EQUAL;
      default -> null;
    };
  }

  /** Whether it holds of two that compare like this. */
  boolean holds(int compared) {
    return switch (this) {
      case EQUAL -> compared == 0;
      case NOT_EQUAL -> compared != 0;
      case LESS -> compared < 0;
      case LESS_OR_EQUAL -> compared <= 0;
      case MORE -> compared > 0;
      case MORE_OR_EQUAL -> compared >= 0;
    };
  }
}
