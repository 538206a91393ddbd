package io.tidemark.time;

import java.util.Arrays;

/**
 * The partitions' watermarks and their minimum.
 *
 * <p>The rule is Flink's split combination: the minimum over the active partitions; when all are
 * idle, the maximum over all of them, whatever the order they went idle in; ended partitions are
 * left out; with no partition left there is nothing to merge. The merged watermark itself, which
 * never goes back, is kept by {@link TimeStage}.
 *
 * <p>Cost: O(1) for an event that does not move the slowest partition, O(partitions) for one that
 * does. One writer: the time stage.
 */
final class Partitions {
  private static final byte ABSENT = 0;
  private static final byte IDLE = 1;
  private static final byte ENDED = 2;

  /** Active, but since it woke behind the merged watermark it has not caught up. */
  private static final byte CATCHING_UP = 3;

  private static final byte ACTIVE = 4;

  /** The watermark each partition counts with. */
  private long[] emitted;

  /** The watermark its events have reached; runs ahead of {@link #emitted} between ticks only. */
  private long[] reached;

  private long[] lastArrivalNs;
  private byte[] states;

  private int active;
  private int idle;
  private int ended;

  /** The smallest {@link #emitted} of the active partitions; meaningless when there is none. */
  private long activeMin;

  Partitions(int declared) {
    allocate(Math.max(declared, 4));
    for (int p = 0; p < declared; p++) {
      join(p);
    }
  }

  /** Active with nothing special about it: most events' case. */
  boolean isSteady(int p) {
    return p < states.length && states[p] == ACTIVE;
  }

  boolean isActive(int p) {
    return p < states.length && states[p] >= CATCHING_UP;
  }

  boolean isIdle(int p) {
    return p < states.length && states[p] == IDLE;
  }

  boolean hasEnded(int p) {
    return p < states.length && states[p] == ENDED;
  }

  boolean isCatchingUp(int p) {
    return p < states.length && states[p] == CATCHING_UP;
  }

  int endedCount() {
    return ended;
  }

  /** How many partitions, active or idle, take part in the merge. */
  int known() {
    return active + idle;
  }

  /** The partition's own watermark, or {@code Long.MIN_VALUE} where it has none. */
  long watermark(int p) {
    return p < states.length ? emitted[p] : Long.MIN_VALUE;
  }

  /** The watermark its events have reached, emitted or not. */
  long reached(int p) {
    return reached[p];
  }

  /** What the partitions agree on; {@code nothing} where there is no partition. */
  long merged(long nothing) {
    if (active > 0) {
      return activeMin;
    }
    return idle > 0 ? largestIdle() : nothing;
  }

  /** Makes the partition active: it joins, or wakes from idleness. Ended ones stay ended. */
  void wake(int p, long merged) {
    ensure(p);
    if (states[p] == ABSENT) {
      join(p);
    } else if (states[p] == IDLE) {
      idle--;
      states[p] = emitted[p] < merged ? CATCHING_UP : ACTIVE;
      include(emitted[p]);
    }
  }

  /** Takes an active partition out of the minimum. */
  void markIdle(int p) {
    if (isActive(p)) {
      states[p] = IDLE;
      active--;
      idle++;
      excludeFromMinimum(emitted[p]);
    }
  }

  void end(int p) {
    ensure(p);
    leave(p);
    states[p] = ENDED;
    ended++;
  }

  /** Forgets the partition; it may join again from nothing. */
  void leave(int p) {
    if (isActive(p)) {
      markIdle(p);
    }
    if (isIdle(p)) {
      idle--;
    } else if (hasEnded(p)) {
      ended--;
    }
    if (p < states.length) {
      states[p] = ABSENT;
      emitted[p] = Long.MIN_VALUE;
      reached[p] = Long.MIN_VALUE;
    }
  }

  /**
   * An active partition's events have reached {@code w}; it counts with it from the next tick on.
   */
  void reach(int p, long w) {
    reached[p] = w;
  }

  /**
   * An active partition's watermark rises to {@code w} and counts at once.
   *
   * @return whether the minimum may have moved
   */
  boolean advance(int p, long w, long merged) {
    long old = emitted[p];
    reached[p] = w;
    emitted[p] = w;
    noteProgress(p, merged);
    if (old != activeMin) {
      return false;
    }
    activeMin = smallestActive();
    return true;
  }

  /** All partitions count with what their events have reached: a tick of periodic emission. */
  void emitReached(long merged) {
    for (int p = 0; p < states.length; p++) {
      emitted[p] = reached[p];
      noteProgress(p, merged);
    }
    activeMin = smallestActive();
  }

  void arrived(int p, long nowNs) {
    lastArrivalNs[p] = nowNs;
  }

  /** Every partition known so far counts as heard of at this moment: the clock starts. */
  void startClock(long nowNs) {
    Arrays.fill(lastArrivalNs, nowNs);
  }

  /**
   * Marks those idle that have been silent since {@code silentSinceNs} or longer.
   *
   * @return the earliest last arrival of those that stay active; {@code Long.MAX_VALUE} for none
   */
  long markSilentOnesIdle(long silentSinceNs) {
    long earliest = Long.MAX_VALUE;
    for (int p = 0; p < states.length; p++) {
      if (states[p] >= CATCHING_UP) {
        if (lastArrivalNs[p] <= silentSinceNs) {
          markIdle(p);
        } else {
          earliest = Math.min(earliest, lastArrivalNs[p]);
        }
      }
    }
    return earliest;
  }

  private void noteProgress(int p, long merged) {
    if (states[p] == CATCHING_UP && emitted[p] >= merged) {
      states[p] = ACTIVE;
    }
  }

  private void join(int p) {
    states[p] = ACTIVE;
    include(emitted[p]);
  }

  private void include(long watermark) {
    activeMin = active == 0 ? watermark : Math.min(activeMin, watermark);
    active++;
  }

  private void excludeFromMinimum(long watermark) {
    if (watermark == activeMin) {
      activeMin = smallestActive();
    }
  }

  private long smallestActive() {
    long smallest = Long.MAX_VALUE;
    for (int p = 0; p < states.length; p++) {
      if (states[p] >= CATCHING_UP) {
        smallest = Math.min(smallest, emitted[p]);
      }
    }
    return smallest;
  }

  private long largestIdle() {
    long largest = Long.MIN_VALUE;
    for (int p = 0; p < states.length; p++) {
      if (states[p] == IDLE) {
        largest = Math.max(largest, emitted[p]);
      }
    }
    return largest;
  }

  private void ensure(int p) {
    if (p >= states.length) {
      int old = states.length;
      int length = Math.max(p + 1, old + (old >> 1));
      emitted = Arrays.copyOf(emitted, length);
      reached = Arrays.copyOf(reached, length);
      lastArrivalNs = Arrays.copyOf(lastArrivalNs, length);
      states = Arrays.copyOf(states, length);
      Arrays.fill(emitted, old, length, Long.MIN_VALUE);
      Arrays.fill(reached, old, length, Long.MIN_VALUE);
    }
  }

  private void allocate(int length) {
    emitted = new long[length];
    reached = new long[length];
    lastArrivalNs = new long[length];
    states = new byte[length];
    Arrays.fill(emitted, Long.MIN_VALUE);
    Arrays.fill(reached, Long.MIN_VALUE);
  }
}
