package io.tidemark.window;

import java.util.concurrent.TimeUnit;

/**
 * When the windows of a definition fire, beyond the default, and what further firings have.
 *
 * @param early when they fire before the watermark reaches their end
 * @param lateCoalesced whether late events make them fire at the next tick only, not each at once
 * @param mode what a firing has to do with those before it
 * @param finalOnly whether they fire once only, when they close
 */
record Triggers(
    EarlyFiring early, boolean lateCoalesced, AccumulationMode mode, boolean finalOnly) {
  static final Triggers DEFAULT =
      new Triggers(EarlyFiring.NONE, false, AccumulationMode.ACCUMULATING, false);

  Triggers withEarly(EarlyFiring newEarly) {
    return new Triggers(newEarly, lateCoalesced, mode, finalOnly);
  }

  Triggers withLateCoalesced() {
    return new Triggers(early, true, mode, finalOnly);
  }

  Triggers withMode(AccumulationMode newMode) {
    return new Triggers(early, lateCoalesced, newMode, finalOnly);
  }

  Triggers withFinalOnly() {
    return new Triggers(early, lateCoalesced, mode, true);
  }

  boolean hasEarly() {
    return !early.isNone();
  }

  /** Whether firings depend on processing time. */
  boolean needTicks() {
    return lateCoalesced || early.isByClock();
  }

  /**
   * What of this makes a difference for windows that close when they fire in time: nothing of what
   * is said of late and further firings, unless there are early ones.
   */
  Triggers withoutLateness() {
    return hasEarly() ? new Triggers(early, false, mode, false) : DEFAULT;
  }

  void check(String setting, TimeUnit unit) {
    early.check(setting, unit);
    if (finalOnly && (hasEarly() || lateCoalesced || mode != AccumulationMode.ACCUMULATING)) {
      throw new IllegalArgumentException(
          setting
              + ".finalOnly: with early, late or further firings; expected neither, as a window"
              + " fires once then");
    }
  }
}
