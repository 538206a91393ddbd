package io.tidemark.cli.expression;

/**
 * A text that is no expression; the message says at which character, from 1, and what was to be.
 */
public final class ExpressionException extends Exception {
  private static final long serialVersionUID = 1L;

  ExpressionException(int at, String what) {
    super("at character " + (at + 1) + ": " + what);
  }
}
