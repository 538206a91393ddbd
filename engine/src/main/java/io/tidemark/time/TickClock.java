package io.tidemark.time;

/**
 * What time it is, and which tick is next: ticks at which nothing can change are left out. Time is
 * what it is told; it never goes back. All in ns. One writer: the time stage.
 */
final class TickClock {
  private final TickGrid grid;
  private final long idlenessNs;

  private long nowNs = Long.MIN_VALUE;

  /** The earliest tick at which something can change; before the start: any time. */
  private long dueNs = Long.MIN_VALUE;

  /**
   * No active partition can be idle before this time; a lower bound, renewed when it is reached.
   */
  private long idleDeadlineNs = TickGrid.NEVER;

  /** The first tick at that time or later, and later than now. */
  private long idleTickNs = TickGrid.NEVER;

  private boolean started;
  private boolean mergePending;

  /** Which ticks run although nothing is due at them. */
  private Extra extra = Extra.NONE;

  /** Ticks that run although nothing is due at them. */
  enum Extra {
    NONE,
    /** Of the ticks passed at a time the last one. */
    LAST,
    /** All; but of those passed at a time at most the last {@link #MOST_AT_A_TIME}. */
    ALL
  }

  /** Keeps a leap of years from taking hours where all ticks run. */
  static final int MOST_AT_A_TIME = 10_000;

  /**
   * A clock that has not started.
   *
   * @param intervalNs from tick to tick
   * @param idlenessNs the silence after which a partition is idle; 0: never
   */
  TickClock(long intervalNs, long idlenessNs) {
    this.grid = new TickGrid(intervalNs);
    this.idlenessNs = idlenessNs;
  }

  long nowNs() {
    return nowNs;
  }

  /** Before this time there is nothing to do. */
  long dueNs() {
    return dueNs;
  }

  boolean hasStarted() {
    return started;
  }

  /** Ticks are counted from here on; a partition silent from here on will be idle. */
  void start(long startNs) {
    started = true;
    nowNs = startNs;
    grid.start(startNs);
    watchSilence(startNs);
    schedule();
  }

  /** It is this time, or later. */
  void advanceTo(long timeNs) {
    nowNs = Math.max(nowNs, timeNs);
  }

  /** Goes to the next tick, if it is due by {@code untilNs}; after it, {@link #schedule}. */
  boolean tick(long untilNs) {
    if (dueNs > untilNs || dueNs == TickGrid.NEVER) {
      return false;
    }
    nowNs = extra == Extra.NONE ? dueNs : Math.max(dueNs, firstToRun(untilNs));
    mergePending = false;
    return true;
  }

  /** Looks for the next tick. */
  void schedule() {
    long merging = mergePending ? grid.after(nowNs) : TickGrid.NEVER;
    dueNs = Math.min(merging, idleTickNs);
    if (extra != Extra.NONE) {
      dueNs = Math.min(dueNs, grid.after(nowNs));
    }
  }

  /** From now on these ticks run although nothing is due at them. */
  void run(Extra newExtra) {
    if (extra != newExtra) {
      extra = newExtra;
      if (started) {
        schedule();
      }
    }
  }

  private long firstToRun(long untilNs) {
    long last = grid.atOrBefore(untilNs);
    return extra == Extra.LAST ? last : grid.back(last, MOST_AT_A_TIME - 1);
  }

  /** There is something to merge at the next tick. */
  void mergeAtNextTick() {
    if (!mergePending) {
      mergePending = true;
      if (started) {
        dueNs = Math.min(dueNs, grid.after(nowNs));
      }
    }
  }

  /** Whether a partition may have been silent for so long that it is idle. */
  boolean silenceIsDue() {
    return nowNs >= idleDeadlineNs;
  }

  /**
   * The ns before the first tick at which that may be, or at which time alone moves anything; the
   * beginning of time before the start, as the next slot may be that.
   */
  long noSilenceUntilNs() {
    if (!started) {
      return Long.MIN_VALUE;
    }
    return (extra == Extra.NONE ? idleTickNs : Math.min(idleTickNs, grid.after(nowNs))) - 1;
  }

  /** A partition not heard of since then is idle now; only when {@link #silenceIsDue}. */
  long silentSinceNs() {
    return nowNs - idlenessNs;
  }

  /** All silent partitions are about to be found idle; {@link #silenceGoesOn} for the others. */
  void silenceSeen() {
    idleDeadlineNs = TickGrid.NEVER;
    idleTickNs = TickGrid.NEVER;
  }

  /** Some partitions are silent, since then at the earliest; the largest long for none. */
  void silenceGoesOn(long earliestNs) {
    if (earliestNs != Long.MAX_VALUE) {
      watchSilence(earliestNs);
      dueNs = Math.min(dueNs, idleTickNs);
    }
  }

  /** A partition became active now. */
  void partitionWoke() {
    if (started && idlenessNs > 0) {
      watchSilence(nowNs);
      dueNs = Math.min(dueNs, idleTickNs);
    }
  }

  private void watchSilence(long fromNs) {
    if (idlenessNs > 0) {
      idleDeadlineNs = Math.min(idleDeadlineNs, Durations.saturatedAdd(fromNs, idlenessNs));
      idleTickNs = idleDeadlineNs > nowNs ? grid.atOrAfter(idleDeadlineNs) : grid.after(nowNs);
    }
  }
}
