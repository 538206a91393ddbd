package io.tidemark.window;

import java.util.Arrays;

/**
 * The index of a small table: open addressing in one array, linear probing at a load of at most one
 * half. It knows where rows end, and reads their keys from them; all rows lie in one array.
 *
 * <p>The hash is the key times the golden ratio (Knuth's multiplicative hashing, TAOCP 3, 6.4),
 * which lays keys that count up out without a collision. Keys that collide more than any lot of
 * keys does by chance have it replaced by a secret one, for good.
 *
 * <p>Cost: O(1) expected; growing visits all keys. One writer: the table's.
 */
final class FlatIndex {
  /** 2^64 divided by the golden ratio, odd. */
  static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  static final int SMALLEST = 16;

  /** So many places are not worth giving up. */
  private static final int FEW = 1 << 12;

  /** So many places behind their first ones, all keys together, tell nothing. */
  private static final int FEW_STEPS = 64;

  /** How they stand is looked at each time so many keys (a power of two) have been added. */
  static final int LOOK_EVERY = 64;

  private final int stride;

  /** Where the row of the key at each place ends; 0 where there is none. */
  private int[] places;

  private int mask;

  /** Leaves as many high bits of a hash as number the places. */
  private int shift;

  /** The hash of keys that collide by the golden ratio, or null. */
  private KeySecret secret;

  private int size;

  /** How many places the keys stand behind their first ones, all together. */
  private long steps;

  /** How many keys room is kept for. */
  private int kept;

  FlatIndex(int stride) {
    this.stride = stride;
    allot(SMALLEST);
  }

  private void allot(int count) {
    places = new int[count];
    mask = count - 1;
    shift = Long.numberOfLeadingZeros(mask);
  }

  /** The hash that has replaced the golden ratio, or null. */
  KeySecret secret() {
    return secret;
  }

  /** How many keys there are. */
  int size() {
    return size;
  }

  /** How many places there are. */
  int length() {
    return places.length;
  }

  /** Whether one more key makes it grow. */
  boolean isFull() {
    return size >= places.length >> 1;
  }

  /** Where the key's row begins, or -1. */
  int find(long key, long[] rows) {
    int[] ends = places;
    int last = mask;
    int place = place(key);
    for (int end; (end = ends[place]) != 0; place = (place + 1) & last) {
      int at = end - stride;
      if (rows[at] == key) {
        return at;
      }
    }
    return -1;
  }

  /** Finds rows up to the first key that has none; a loop of little else than memory accesses. */
  int findAll(long[] keys, int from, int to, long[] rows, int[] rowOf) {
    int[] ends = places;
    int last = mask;
    int width = stride;
    for (int i = from; i < to; i++) {
      long key = keys[i];
      int place = place(key);
      int at = -1;
      for (int end; (end = ends[place]) != 0; place = (place + 1) & last) {
        int candidate = end - width;
        if (rows[candidate] == key) {
          at = candidate;
          break;
        }
      }
      if (at < 0) {
        return i;
      }
      rowOf[i] = at;
    }
    return to;
  }

  /** Adds a key that has a row, which ends here, and is not in the index. */
  void add(long key, int end, long[] rows) {
    if (isFull()) {
      index(rows, places.length * 2);
    }
    put(key, end);
    if (secret == null && size % LOOK_EVERY == 0 && isWorseThanChance(size, places.length, steps)) {
      secret = KeySecret.next();
      index(rows, places.length);
    }
  }

  /**
   * Whether keys stand twice as far from their first places, all together, as random ones would
   * (Knuth, TAOCP 3, 6.4, on linear probing).
   */
  static boolean isWorseThanChance(long keys, long places, long steps) {
    return steps > FEW_STEPS + keys * keys / (places - keys);
  }

  /** Takes out a key, whose row begins here. */
  void remove(long[] rows, int at) {
    int hole = place(rows[at]);
    int end = at + stride;
    while (places[hole] != end) {
      hole = (hole + 1) & mask;
    }
    steps -= distance(rows[at], hole);
    // What was pushed past the hole moves into it (Knuth, TAOCP 3, 6.4, algorithm R).
    for (int next = (hole + 1) & mask; places[next] != 0; next = (next + 1) & mask) {
      int jump = (next - hole) & mask;
      if (distance(rows[places[next] - stride], next) >= jump) {
        places[hole] = places[next];
        steps -= jump;
        hole = next;
      }
    }
    places[hole] = 0;
    size--;
  }

  /** Where the rows end, in no order, with 0 in between. */
  int[] ends() {
    return places;
  }

  /** Forgets all keys. Of room that this time was too much, some is given up. */
  void clear() {
    kept = size >= kept ? size : size + (kept - size) / 2;
    if (kept < places.length >> 4 && places.length > FEW) {
      allot(places.length >> 1);
    } else {
      Arrays.fill(places, 0);
    }
    size = 0;
    steps = 0;
  }

  /** How many places after its first one are looked at to find a key that is there. */
  int steps(long key, long[] rows) {
    int place = place(key);
    while (rows[places[place] - stride] != key) {
      place = (place + 1) & mask;
    }
    return distance(key, place);
  }

  private int distance(long key, int place) {
    return (place - place(key)) & mask;
  }

  private int place(long key) {
    long hash = secret == null ? key * GOLDEN_RATIO : secret.hash(key);
    return (int) (hash >>> shift);
  }

  private void put(long key, int end) {
    int first = place(key);
    int place = first;
    while (places[place] != 0) {
      place = (place + 1) & mask;
    }
    places[place] = end;
    steps += (place - first) & mask;
    size++;
  }

  /** Builds the index anew, of so many places. */
  private void index(long[] rows, int count) {
    int[] old = places;
    allot(count);
    size = 0;
    steps = 0;
    for (int end : old) {
      if (end != 0) {
        put(rows[end - stride], end);
      }
    }
  }
}
