package io.tidemark.bench.timer;

import java.util.SplittableRandom;

/**
 * An endless stream of events, one a unit of time, out of order by up to 200, of keys at random;
 * each sets its key's time-out anew, which is twice as many units ahead as there are keys: some 13
 * % of the time-outs are reached. The watermark follows 256 units behind.
 */
final class TimeOuts {
  private static final int DISORDER = 200;
  private static final int BOUND = 256;
  private static final int DRAWN = 1 << 20;

  private final TimerSet timers;
  private final boolean renews;
  private final long timeOut;
  private final int[] keys = new int[DRAWN];
  private final int[] behind = new int[DRAWN];
  private final long[] set;
  private long now;

  /** A checksum over all timers that fired, in their order. */
  private long digest;

  private long fired;

  /**
   * A stream that has set a time-out for nearly every key.
   *
   * @param renews whether an event takes its key's time-out back before it sets the next one; if
   *     not, all of them fire
   */
  TimeOuts(TimerSet timers, int keyCount, boolean renews, long seed) {
    this.timers = timers;
    this.renews = renews;
    this.timeOut = 2L * keyCount;
    this.set = new long[keyCount];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < DRAWN; i++) {
      keys[i] = random.nextInt(keyCount);
      behind[i] = random.nextInt(DISORDER);
    }
    take(3 * keyCount);
  }

  /** Takes the next events. */
  void take(int events) {
    for (int i = 0; i < events; i++) {
      now++;
      int drawn = (int) now & (DRAWN - 1);
      int key = keys[drawn];
      if (renews && set[key] != 0) {
        timers.delete(key, set[key]);
      }
      set[key] = now - behind[drawn] + timeOut;
      timers.register(key, set[key]);
      long watermark = now - BOUND;
      while (timers.isDue(watermark)) {
        digest = digest * 31 + timers.firstKey() * 1_000_003 + timers.firstTime();
        fired++;
        timers.removeFirst();
      }
    }
  }

  long digest() {
    return digest;
  }

  long fired() {
    return fired;
  }
}
