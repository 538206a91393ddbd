package io.tidemark.cli.expression;

/** An expression has no value for a row: it is beyond 64 bits, or not finite. */
public final class NoValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The only one: bad rows may be many, and nobody looks at where it comes from. */
  static final NoValueException ONLY = new NoValueException();

  private NoValueException() {
    super("no value", null, false, false);
  }
}
