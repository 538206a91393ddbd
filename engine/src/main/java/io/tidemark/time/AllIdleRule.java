package io.tidemark.time;

import java.util.concurrent.TimeUnit;

/** The merged watermark while all partitions are idle. One writer: the time stage. */
final class AllIdleRule {
  /** The last watermark before the end of time. */
  private static final long LAST = TimeStage.END_OF_TIME - 1;

  private final AllIdle rule;
  private final long nanosPerUnit;
  private boolean resting;

  /** Of {@link AllIdle#WALLCLOCK}: the largest of theirs at {@link #sinceNs}. */
  private long base;

  private long sinceNs;

  AllIdleRule(AllIdle rule, TimeUnit unit) {
    this.rule = rule;
    this.nanosPerUnit = unit.toNanos(1);
  }

  /** Whether the watermark moves with each tick from now on. */
  boolean followsTheClock() {
    return resting && rule == AllIdle.WALLCLOCK;
  }

  /** The clock starts; nothing passed before. */
  void startClock(long nowNs) {
    sinceNs = nowNs;
  }

  /** Some partition is active, or there is none. */
  void end() {
    resting = false;
  }

  /**
   * What the partitions agree on.
   *
   * @param merged the merged watermark as it is
   * @param largest the largest of theirs
   * @param idleSinceNs since when all of them have been idle
   */
  long watermark(long merged, long largest, long idleSinceNs, long nowNs) {
    if (!resting) {
      resting = true;
      base = largest;
      sinceNs = idleSinceNs;
    }
    return switch (rule) {
      case MAXIMUM -> largest;
      case HOLD -> merged;
      case WALLCLOCK -> Math.max(merged, afterSilence(nowNs));
    };
  }

  private long afterSilence(long nowNs) {
    if (base == TimeStage.NO_WATERMARK || nowNs <= sinceNs) {
      return base;
    }
    // Unsigned, as the two may lie further apart than the largest long.
    long passed = Long.divideUnsigned(nowNs - sinceNs, nanosPerUnit);
    long reached = base + passed;
    boolean fits = passed >= 0 && reached >= base;
    // The clock does not end time; but a watermark that was given may have.
    return Math.max(base, fits ? Math.min(reached, LAST) : LAST);
  }
}
