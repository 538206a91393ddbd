package io.tidemark.time;

import io.tidemark.counters.Counters;

/**
 * What time it is for a job: the clock of ticks, the partitions and what they agree on. It knows
 * nothing of batches. One writer: the time stage.
 */
final class Timeline {
  private final Partitions partitions;
  private final TickClock clock;
  private final Feeders feeders;
  private final Silence silence;
  private final AllIdleRule allIdle;
  private final Generators generators;
  private final Counters counters;
  private final boolean periodic;
  private final long idlenessNs;

  /** How many partitions there are, where no others may join; else -1. */
  private final int closedAt;

  private long merged = TimeStage.NO_WATERMARK;

  /** When a partition stopped being active last. */
  private long lastRestNs = Long.MIN_VALUE;

  /**
   * At the beginning.
   *
   * @param generators the users' generators, or null
   * @param periodic whether only ticks move the merged watermark
   * @param idlenessNs the silence after which a partition is idle; 0: never
   * @param closedAt how many partitions there are, where no others may join; else -1
   */
  Timeline(
      Partitions partitions,
      TickClock clock,
      Feeders feeders,
      AllIdleRule allIdle,
      Generators generators,
      Counters counters,
      boolean periodic,
      long idlenessNs,
      int closedAt) {
    this.partitions = partitions;
    this.clock = clock;
    this.feeders = feeders;
    this.silence = new Silence(partitions, clock, feeders);
    this.allIdle = allIdle;
    this.generators = generators;
    this.counters = counters;
    this.periodic = periodic;
    this.idlenessNs = idlenessNs;
    this.closedAt = closedAt;
    clock.run(ownTicks());
  }

  /** The merged watermark. */
  long merged() {
    return merged;
  }

  /** No more events of the partition at or below this, as its publisher says. */
  void given(int partition, long watermark) {
    if (partitions.hasEnded(partition)) {
      return;
    }
    if (!partitions.isActive(partition)) {
      wake(partition);
    }
    partitions.arrived(partition, clock.nowNs());
    if (watermark > partitions.activeWatermark(partition)) {
      partitions.riseAsGiven(partition, watermark, merged);
    }
    changed();
  }

  /** The partition says that it has nothing to say for now. */
  void idle(int partition) {
    if (partitions.isActive(partition)) {
      partitions.markIdle(partition);
      rests(clock.nowNs());
      changed();
    }
  }

  /** A sign of life without an event, which does not make a partition join. */
  void active(int partition, long arrivalNs) {
    if (!partitions.takesPart(partition)) {
      return;
    }
    if (clock.hasStarted()) {
      clockTo(arrivalNs);
    }
    if (partitions.isIdle(partition)) {
      wake(partition);
      changed();
    }
    partitions.arrived(partition, clock.nowNs());
  }

  /** No more events of the partition, ever: it is left out of the minimum. */
  void end(int partition) {
    boolean counted = partitions.isActive(partition);
    partitions.end(partition);
    forgetGenerator(partition);
    if (partitions.endedCount() == closedAt) {
      endOfInput();
    } else if (counted) {
      rests(clock.nowNs());
      changed();
    }
  }

  /** The partition is gone and forgotten; it may join again from nothing. */
  void leave(int partition) {
    boolean counted = partitions.isActive(partition);
    partitions.leave(partition);
    feeders.forget(partition);
    forgetGenerator(partition);
    if (counted) {
      rests(clock.nowNs());
      changed();
    }
  }

  /** A partition that was active is so no more, since then. */
  private void rests(long sinceNs) {
    lastRestNs = Math.max(lastRestNs, sinceNs);
  }

  /** See {@link Silence}. */
  Silence silence() {
    return silence;
  }

  /** No more events at all: the watermark goes to the end of time. */
  void endOfInput() {
    merged = TimeStage.END_OF_TIME;
  }

  private void forgetGenerator(int partition) {
    if (generators != null) {
      generators.forget(partition);
    }
  }

  /** Makes the partition active: it joins, or wakes from idleness. */
  void wake(int partition) {
    partitions.wake(partition, merged);
    clock.partitionWoke();
    endAllIdle();
    if (generators != null && generators.has(partition)) {
      generators.said(partition).idleByItself(false);
    }
  }

  private void endAllIdle() {
    allIdle.end();
    clock.run(ownTicks());
  }

  private TickClock.Extra ownTicks() {
    return generators == null ? TickClock.Extra.NONE : TickClock.Extra.ALL;
  }

  /** What the partitions agree on may have changed: it counts now, or from the next tick on. */
  void changed() {
    if (periodic) {
      clock.mergeAtNextTick();
    } else {
      merge();
    }
  }

  private void merge() {
    long candidate = partitions.areSomeActive() ? partitions.activeMin() : withoutActive();
    if (candidate > merged) {
      merged = candidate;
    } else if (candidate < merged) {
      counters.watermarkRegressions.increment();
    }
  }

  private long withoutActive() {
    if (!partitions.areAllIdle()) {
      endAllIdle();
      return merged;
    }
    long watermark = allIdle.watermark(merged, partitions.largestIdle(), lastRestNs, clock.nowNs());
    if (allIdle.followsTheClock() && generators == null) {
      clock.run(TickClock.Extra.LAST);
    }
    return watermark;
  }

  /** It is this time: first runs the ticks due. The first call starts the clock. */
  void clockTo(long timeNs) {
    if (!clock.hasStarted()) {
      clock.start(timeNs);
      partitions.startClock(timeNs);
      silence.startClock(timeNs);
      rests(timeNs);
      allIdle.startClock(timeNs);
    }
    while (clock.tick(timeNs)) {
      counters.ticks.increment();
      if (clock.silenceIsDue()) {
        long silentSinceNs = clock.silentSinceNs();
        // Before, as one that becomes idle may let others go, whose silence goes on then.
        clock.silenceSeen();
        clock.silenceGoesOn(partitions.markSilentOnesIdle(silentSinceNs, silence));
        rests(partitions.latestSilenceNs(idlenessNs));
      }
      if (generators != null) {
        emitPeriodically();
      }
      merge();
      clock.schedule();
    }
    clock.advanceTo(timeNs);
  }

  /** What a generator said counts; returns whether what is agreed on may have changed. */
  boolean apply(Generators.Said said, int partition) {
    boolean moved = said.isActive() && !partitions.isActive(partition);
    if (moved) {
      wake(partition);
    }
    if (said.isActive() && said.watermark() > partitions.activeWatermark(partition)) {
      moved |= partitions.riseAsGiven(partition, said.watermark(), merged);
    } else if (said.fellBehind(partitions.watermark(partition))) {
      counters.watermarkRegressions.increment();
    }
    if (said.isIdle() && partitions.isActive(partition)) {
      partitions.markIdle(partition);
      rests(clock.nowNs());
      said.idleByItself(true);
      moved = true;
    }
    return moved;
  }

  private void emitPeriodically() {
    for (int partition = 0; partition < generators.limit(); partition++) {
      if (generators.has(partition)
          && (partitions.isActive(partition) || generators.said(partition).isIdleByItself())) {
        apply(generators.onPeriodicEmit(partition), partition);
      }
    }
  }
}
