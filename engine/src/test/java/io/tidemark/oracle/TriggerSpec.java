package io.tidemark.oracle;

/**
 * When the windows of a definition fire beyond the default, what firings have, and what becomes of
 * events that are too late.
 *
 * @param early what sets off early firings
 * @param step from one to the next: units of event time, ns, or events
 * @param perTick whether late firings wait for the next tick
 * @param mode what a further firing has
 * @param finalOnly whether windows fire only when they close
 * @param late what becomes of events that are too late
 */
public record TriggerSpec(
    Early early, long step, boolean perTick, Mode mode, boolean finalOnly, Late late) {

  /** The default. */
  public static final TriggerSpec DEFAULT =
      new TriggerSpec(Early.NONE, 0, false, Mode.ACCUMULATING, false, Late.SIDE);

  /** What sets off an early firing. */
  public enum Early {
    NONE,
    EVENT_TIME,
    PROCESSING_TIME,
    COUNT
  }

  /** What a further firing has. */
  public enum Mode {
    ACCUMULATING,
    DISCARDING,
    RETRACTING
  }

  /** What becomes of events that are too late. */
  public enum Late {
    DROP,
    SIDE,
    ADJUST
  }
}
