package io.tidemark.aggregate;

/**
 * What a function of an aggregate threw, the cause, with the words for which one it was. Whoever
 * runs the job puts its name in front. The stack trace is the cause's; this one has none.
 */
public final class AggregateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String function;

  AggregateException(String function, Exception cause) {
    super("the " + function + " threw " + cause, cause, true, false);
    this.function = function;
  }

  /** The same with the key and the start of the window whose result it was. */
  public AggregateException ofFiring(long key, long start) {
    return new AggregateException(
        function + " for key " + key + ", start " + start, (Exception) getCause());
  }

  /** Which function it was, as in "add function of aggregate spread of window bars". */
  public String function() {
    return function;
  }
}
