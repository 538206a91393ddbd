package io.tidemark.time;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The partitions' watermarks and what they agree on.
 *
 * <p>The rule is Flink's split combination: the minimum over the active partitions; when all are
 * idle, the maximum over all of them, whatever the order they went idle in; ended partitions are
 * left out; with no partition left there is nothing to merge. What is made of it, {@link Timeline}
 * knows.
 *
 * <p>Cost: that of {@link MinTree}; where no partition is active, {@link #largestIdle} looks at all
 * of them. Memory follows the largest number of a partition. One writer: the time stage; other
 * threads read through {@link PartitionView}.
 */
final class Partitions {
  /** In {@link #settledUpTo}: any event must be looked at. The smallest long is no timestamp. */
  static final long UNSETTLED = Long.MIN_VALUE;

  private static final byte ABSENT = 0;
  static final byte IDLE = 1;
  private static final byte ENDED = 2;

  /** Active, but since it woke behind the merged watermark it has not caught up. */
  private static final byte CATCHING_UP = 3;

  private static final byte ACTIVE = 4;

  /** The watermarks of the active partitions; those of others are not in it. */
  private final MinTree watermarks;

  /** The watermarks of the idle partitions, and of active ones at the end of time. */
  private long[] idleWatermarks;

  private long[] lastArrivalNs;
  private byte[] states;

  /** See {@link #settledUpTo}. */
  private long[] settledUpTo;

  private int active;
  private int idle;
  private int ended;

  /** The latest last arrival of those that {@link #markSilentOnesIdle} marked last. */
  private long latestSilentNs;

  private final PartitionView view = new PartitionView();

  /** Is told of every change of an active partition's watermark; null where none are aligned. */
  private Alignment alignment;

  Partitions(int declared) {
    watermarks = new MinTree(Math.max(declared, 4));
    int places = watermarks.places();
    idleWatermarks = new long[places];
    lastArrivalNs = new long[places];
    states = new byte[places];
    settledUpTo = new long[places];
    Arrays.fill(settledUpTo, UNSETTLED);
    show();
    for (int p = 0; p < declared; p++) {
      wake(p, Long.MIN_VALUE);
    }
  }

  /** From now on these are aligned; before the first slot. */
  void alignBy(Alignment newAlignment) {
    alignment = newAlignment;
  }

  /**
   * For each partition, up to which timestamp an event of it moves nothing; {@link #UNSETTLED}
   * where that is not known, or where the partition is not simply active. The array is replaced
   * when partitions join.
   */
  long[] settledUpTo() {
    return settledUpTo;
  }

  /** Active with nothing special about it: most events' case. */
  boolean isSteady(int p) {
    return p < states.length && states[p] == ACTIVE;
  }

  boolean isActive(int p) {
    return p < states.length && isActive(states[p]);
  }

  static boolean isActive(byte state) {
    return state >= CATCHING_UP;
  }

  boolean isIdle(int p) {
    return p < states.length && states[p] == IDLE;
  }

  boolean takesPart(int p) {
    return isActive(p) || isIdle(p);
  }

  boolean hasEnded(int p) {
    return p < states.length && states[p] == ENDED;
  }

  boolean isCatchingUp(int p) {
    return p < states.length && states[p] == CATCHING_UP;
  }

  /** When each active partition was heard of last. The array is replaced when partitions join. */
  long[] lastArrivalNs() {
    return lastArrivalNs;
  }

  int endedCount() {
    return ended;
  }

  /** The partition's own watermark, or {@code Long.MIN_VALUE} where it has none. */
  long watermark(int p) {
    if (isActive(p)) {
      return activeWatermark(p);
    }
    return isIdle(p) ? idleWatermarks[p] : Long.MIN_VALUE;
  }

  /** The watermark of a partition that is active. */
  long activeWatermark(int p) {
    return watermarks.at(p);
  }

  /** The smallest watermark of the active partitions, of which there is at least one. */
  long activeMin() {
    return watermarks.min();
  }

  /** Whether there is an active partition. */
  boolean areSomeActive() {
    return active > 0;
  }

  /** Whether there are partitions and all of them are idle. */
  boolean areAllIdle() {
    return active == 0 && idle > 0;
  }

  /** One more than the largest number a partition known so far may have. */
  int limit() {
    return states.length;
  }

  PartitionView view() {
    return view;
  }

  /** Makes the partition active: it joins, or wakes from idleness. Ended ones stay ended. */
  void wake(int p, long merged) {
    ensure(p);
    if (states[p] == ABSENT) {
      PartitionView.LONGS.setOpaque(idleWatermarks, p, Long.MIN_VALUE);
      activate(p, ACTIVE, Long.MIN_VALUE);
    } else if (states[p] == IDLE) {
      idle--;
      activate(p, idleWatermarks[p] < merged ? CATCHING_UP : ACTIVE, idleWatermarks[p]);
    }
  }

  /** Takes an active partition out of the minimum. */
  void markIdle(int p) {
    PartitionView.LONGS.setOpaque(idleWatermarks, p, watermarks.at(p));
    deactivate(p, IDLE);
    idle++;
  }

  /** The partition is left out for good, known before or not. */
  void end(int p) {
    if (!hasEnded(p)) {
      leave(p);
      ensure(p);
      setState(p, ENDED);
      ended++;
    }
  }

  /** Forgets the partition; it may join again from nothing. Ended ones stay ended. */
  void leave(int p) {
    if (isActive(p)) {
      deactivate(p, ABSENT);
    } else if (isIdle(p)) {
      setState(p, ABSENT);
      idle--;
    }
  }

  /**
   * An active partition's watermark rises to {@code w}.
   *
   * @param settled up to which timestamp its events justify no more
   * @return whether the minimum may have moved
   */
  boolean rise(int p, long w, long settled, long merged) {
    if (states[p] == CATCHING_UP && w >= merged) {
      setState(p, ACTIVE);
    }
    settle(p, settled);
    return put(p, w);
  }

  /** The same for a watermark that no timestamp stands for: it may be the end of time. */
  boolean riseAsGiven(int p, long w, long merged) {
    if (w == MinTree.NOTHING) {
      // In the tree it looks as if there were nothing; this tells other threads that there is.
      PartitionView.LONGS.setOpaque(idleWatermarks, p, w);
      VarHandle.releaseFence();
    }
    return rise(p, w, UNSETTLED, merged);
  }

  /** Notes up to which timestamp an active partition's events move nothing. */
  void settle(int p, long upTo) {
    if (states[p] == ACTIVE) {
      settledUpTo[p] = upTo;
    }
  }

  void arrived(int p, long nowNs) {
    lastArrivalNs[p] = nowNs;
  }

  /** Every partition known so far counts as heard of at this moment: the clock starts. */
  void startClock(long nowNs) {
    Arrays.fill(lastArrivalNs, nowNs);
  }

  /**
   * Marks those idle that have been silent since {@code silentSinceNs} or longer, and whose silence
   * goes on.
   *
   * @return the earliest last arrival of the others that stay active; {@code Long.MAX_VALUE} for
   *     none
   */
  long markSilentOnesIdle(long silentSinceNs, Silence silence) {
    long earliest = Long.MAX_VALUE;
    latestSilentNs = Long.MIN_VALUE;
    for (int p = 0; p < states.length; p++) {
      if (isActive(p) && !silence.isPaused(p)) {
        if (lastArrivalNs[p] <= silentSinceNs) {
          latestSilentNs = Math.max(latestSilentNs, lastArrivalNs[p]);
          markIdle(p);
        } else {
          earliest = Math.min(earliest, lastArrivalNs[p]);
        }
      }
    }
    return earliest;
  }

  /**
   * When the last of those became idle that {@link #markSilentOnesIdle} marked last; the beginning
   * of time where there were none.
   */
  long latestSilenceNs(long idlenessNs) {
    return latestSilentNs == Long.MIN_VALUE ? Long.MIN_VALUE : latestSilentNs + idlenessNs;
  }

  private void activate(int p, byte state, long watermark) {
    active++;
    put(p, watermark);
    setState(p, state);
  }

  private void deactivate(int p, byte state) {
    setState(p, state);
    settledUpTo[p] = UNSETTLED;
    active--;
    // Who finds nothing in the tree then sees the state that says why.
    VarHandle.releaseFence();
    put(p, MinTree.NOTHING);
  }

  /** Returns whether the smallest watermark may have changed. */
  private boolean put(int p, long w) {
    boolean changed = watermarks.set(p, w);
    if (alignment != null) {
      alignment.moved(p, w);
    }
    return changed;
  }

  private void setState(int p, byte state) {
    PartitionView.BYTES.setRelease(states, p, state);
  }

  private void show() {
    view.show(new PartitionView.Arrays(watermarks.nodes(), idleWatermarks, states));
  }

  /** The largest watermark of an idle partition, of which there is at least one. */
  long largestIdle() {
    long largest = Long.MIN_VALUE;
    for (int p = 0; p < states.length; p++) {
      if (states[p] == IDLE) {
        largest = Math.max(largest, idleWatermarks[p]);
      }
    }
    return largest;
  }

  private void ensure(int p) {
    if (p >= states.length) {
      watermarks.grow(p + 1);
      int places = watermarks.places();
      idleWatermarks = Arrays.copyOf(idleWatermarks, places);
      lastArrivalNs = Arrays.copyOf(lastArrivalNs, places);
      states = Arrays.copyOf(states, places);
      int known = settledUpTo.length;
      settledUpTo = Arrays.copyOf(settledUpTo, places);
      Arrays.fill(settledUpTo, known, places, UNSETTLED);
      show();
    }
  }
}
