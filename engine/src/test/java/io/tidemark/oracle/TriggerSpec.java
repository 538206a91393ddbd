package io.tidemark.oracle;

/**
 * When the windows of a definition fire beyond the default, what firings have, and what becomes of
 * events that are too late.
 *
 * @param early what sets off early firings
 * @param perTick whether late firings wait for the next tick
 * @param mode what a further firing has
 * @param finalOnly whether windows fire only when they close
 * @param late what becomes of events that are too late
 */
public record TriggerSpec(Early early, boolean perTick, Mode mode, boolean finalOnly, Late late) {

  /** The default. */
  public static final TriggerSpec DEFAULT =
      new TriggerSpec(Early.NONE, false, Mode.ACCUMULATING, false, Late.SIDE);

  /** Whether windows with this allowed lateness fire as they do by default. */
  boolean isDefault(long allowedLateness) {
    boolean firesOnce = !perTick && mode == Mode.ACCUMULATING && !finalOnly;
    return early.equals(Early.NONE) && (allowedLateness == 0 || firesOnce);
  }

  /**
   * What sets off early firings, whichever comes first; 0: it sets off none.
   *
   * @param every units of event time from one to the next
   * @param everyNs ns of processing time from one to the next
   * @param events how many events
   */
  public record Early(long every, long everyNs, long events) {
    /** Nothing does. */
    public static final Early NONE = new Early(0, 0, 0);
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
