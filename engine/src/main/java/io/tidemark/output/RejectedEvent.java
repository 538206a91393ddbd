package io.tidemark.output;

/**
 * What was published but could not be an event, and why. It counted for nothing: no watermark
 * moved, no partition joined. A flyweight, valid during the call that hands it out.
 *
 * @param <E> the type of event
 */
public final class RejectedEvent<E> {
  private E event;
  private RejectReason reason;
  private boolean quarantined;
  private Throwable cause;

  /** For the engine: points the flyweight at a rejected event. */
  public RejectedEvent<E> wrap(
      E newEvent, RejectReason newReason, boolean newQuarantined, Throwable newCause) {
    event = newEvent;
    reason = newReason;
    quarantined = newQuarantined;
    cause = newCause;
    return this;
  }

  /** The event as it was published. */
  public E event() {
    return event;
  }

  /** Why it was rejected. */
  public RejectReason reason() {
    return reason;
  }

  /**
   * Whether the job's timestamp guard refused it, and quarantines what it refuses: it may be a good
   * event with a bad clock, to be looked at and replayed.
   */
  public boolean isQuarantined() {
    return quarantined;
  }

  /**
   * What the job's function or generator threw, where the reason is {@link RejectReason#USER_CODE};
   * else null.
   */
  public Throwable cause() {
    return cause;
  }
}
