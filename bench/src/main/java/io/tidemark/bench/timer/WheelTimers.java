package io.tidemark.bench.timer;

import java.util.Arrays;

/**
 * Hierarchical timing wheels (Varghese and Lauck 1987, scheme 7): eleven wheels of 64 buckets, one
 * for each six bits of a time, a bit a bucket that has timers. A timer lies on the wheel of the
 * highest bits in which its time differs from the current one; when time enters a bucket, its
 * timers move down a wheel or more. So there is no search for the first one, and lists keep the
 * order of registration.
 *
 * <p>Cost: registering and deleting O(1), a timer moves down at most ten times. Timers for a time
 * that has passed have no place on it: an engine would need a heap beside it for those.
 */
final class WheelTimers implements TimerSet {
  private static final int BITS = 6;
  private static final int BUCKETS = 1 << BITS;
  private static final int WHEELS = (Long.SIZE + BITS - 1) / BITS;
  private static final int NONE = -1;

  private final int[] heads = new int[WHEELS * BUCKETS];
  private final int[] tails = new int[WHEELS * BUCKETS];

  /** For each wheel, a bit for each bucket that has timers. */
  private final long[] occupied = new long[WHEELS];

  /** The current time; as all times here, with its sign bit flipped, so that they are unsigned. */
  private long now;

  // By slot.
  private long[] keys = new long[16];
  private long[] times = new long[16];
  private int[] nexts = new int[16];
  private int[] previous = new int[16];
  private int[] buckets = new int[16];

  private int used;
  private int firstFree = NONE;
  private int size;

  private int[] index = new int[32];

  WheelTimers() {
    Arrays.fill(heads, NONE);
    Arrays.fill(tails, NONE);
  }

  @Override
  public void register(long key, long signedTime) {
    long time = signedTime ^ Long.MIN_VALUE;
    if (Long.compareUnsigned(time, now) < 0) {
      throw new IllegalArgumentException(signedTime + " has passed");
    }
    int at = indexOf(key, time);
    if (index[at] != 0) {
      return;
    }
    if (2 * (size + 1) > index.length) {
      growIndex();
      at = indexOf(key, time);
    }
    int slot = newSlot();
    keys[slot] = key;
    times[slot] = time;
    index[at] = slot + 1;
    size++;
    append(slot);
  }

  @Override
  public void delete(long key, long signedTime) {
    int at = indexOf(key, signedTime ^ Long.MIN_VALUE);
    if (index[at] != 0) {
      remove(index[at] - 1, at);
    }
  }

  @Override
  public boolean isDue(long time) {
    long limit = time ^ Long.MIN_VALUE;
    while (occupied[0] == 0) {
      int wheel = 1;
      while (wheel < WHEELS && occupied[wheel] == 0) {
        wheel++;
      }
      if (wheel == WHEELS || !enter(wheel, limit)) {
        return false;
      }
    }
    return Long.compareUnsigned(times[first()], limit) <= 0;
  }

  @Override
  public long firstKey() {
    return keys[first()];
  }

  @Override
  public long firstTime() {
    return times[first()] ^ Long.MIN_VALUE;
  }

  @Override
  public void removeFirst() {
    int slot = first();
    now = times[slot];
    remove(slot, indexOf(keys[slot], times[slot]));
  }

  private int first() {
    return heads[Long.numberOfTrailingZeros(occupied[0])];
  }

  /** Moves time to the first bucket of the wheel, if it begins by then, and its timers down. */
  private boolean enter(int wheel, long limit) {
    int digit = Long.numberOfTrailingZeros(occupied[wheel]);
    int shift = wheel * BITS;
    long above = shift + BITS >= Long.SIZE ? 0 : now >>> (shift + BITS) << (shift + BITS);
    long begin = above | (long) digit << shift;
    if (Long.compareUnsigned(begin, limit) > 0) {
      return false;
    }
    now = begin;
    int bucket = wheel * BUCKETS + digit;
    int slot = heads[bucket];
    heads[bucket] = NONE;
    tails[bucket] = NONE;
    occupied[wheel] &= ~(1L << digit);
    while (slot != NONE) {
      int next = nexts[slot];
      append(slot);
      slot = next;
    }
    return true;
  }

  private void append(int slot) {
    long differing = times[slot] ^ now;
    int wheel = differing == 0 ? 0 : (Long.SIZE - 1 - Long.numberOfLeadingZeros(differing)) / BITS;
    int digit = (int) (times[slot] >>> (wheel * BITS)) & (BUCKETS - 1);
    int bucket = wheel * BUCKETS + digit;
    int tail = tails[bucket];
    nexts[slot] = NONE;
    previous[slot] = tail;
    buckets[slot] = bucket;
    tails[bucket] = slot;
    if (tail == NONE) {
      heads[bucket] = slot;
      occupied[wheel] |= 1L << digit;
    } else {
      nexts[tail] = slot;
    }
  }

  private void remove(int slot, int at) {
    removeFromIndex(at);
    int bucket = buckets[slot];
    int before = previous[slot];
    int behind = nexts[slot];
    if (before == NONE) {
      heads[bucket] = behind;
    } else {
      nexts[before] = behind;
    }
    if (behind == NONE) {
      tails[bucket] = before;
    } else {
      previous[behind] = before;
    }
    if (before == NONE && behind == NONE) {
      occupied[bucket / BUCKETS] &= ~(1L << (bucket % BUCKETS));
    }
    nexts[slot] = firstFree;
    firstFree = slot;
    size--;
  }

  private int newSlot() {
    if (firstFree != NONE) {
      int slot = firstFree;
      firstFree = nexts[slot];
      return slot;
    }
    if (used == keys.length) {
      keys = Arrays.copyOf(keys, 2 * used);
      times = Arrays.copyOf(times, 2 * used);
      nexts = Arrays.copyOf(nexts, 2 * used);
      previous = Arrays.copyOf(previous, 2 * used);
      buckets = Arrays.copyOf(buckets, 2 * used);
    }
    return used++;
  }

  private int indexOf(long key, long time) {
    int mask = index.length - 1;
    int at = firstIndexOf(key, time);
    for (int slot; (slot = index[at] - 1) >= 0; at = (at + 1) & mask) {
      if (times[slot] == time && keys[slot] == key) {
        break;
      }
    }
    return at;
  }

  private int firstIndexOf(long key, long time) {
    long hash = key * 0x9e3779b97f4a7c15L + time;
    hash = (hash ^ (hash >>> 32)) * 0xc4ceb9fe1a85ec53L;
    return (int) (hash >>> Long.numberOfLeadingZeros(index.length - 1));
  }

  private void removeFromIndex(int at) {
    int mask = index.length - 1;
    int hole = at;
    for (int next = (hole + 1) & mask; index[next] != 0; next = (next + 1) & mask) {
      int slot = index[next] - 1;
      if (((next - firstIndexOf(keys[slot], times[slot])) & mask) >= ((next - hole) & mask)) {
        index[hole] = index[next];
        hole = next;
      }
    }
    index[hole] = 0;
  }

  private void growIndex() {
    int[] old = index;
    index = new int[2 * old.length];
    for (int entry : old) {
      if (entry != 0) {
        index[indexOf(keys[entry - 1], times[entry - 1])] = entry;
      }
    }
  }
}
