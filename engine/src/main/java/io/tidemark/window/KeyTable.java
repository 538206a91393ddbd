package io.tidemark.window;

import java.util.Arrays;

/**
 * The keys of one pane and their rows: rows lie dense in one array of longs, in the order in which
 * their keys were first seen, and are found through an open-addressed index of their places.
 *
 * <p>A row begins with its key. Firing walks the rows in memory order; clearing fills the index;
 * the capacity is kept. No key is special. Linear probing at a load of at most one half.
 *
 * <p>The hash is one multiplication by the golden ratio (Knuth's multiplicative hashing), which
 * spreads keys that count up without a collision. One pattern of keys kills it: a table that meets
 * a long run of full places mixes with a second multiplication from then on.
 *
 * <p>{@code bench/run keytable} measures it beside a row in place and library maps. Cost: O(1)
 * expected; growing copies all rows. One writer: the stage that runs the windows.
 */
public final class KeyTable {
  private static final int SMALLEST_INDEX = 16;

  /** The largest index: one that an array can hold, so that 2^29 keys are the limit of a pane. */
  private static final int LARGEST_INDEX = 1 << 30;

  /** 2^64 divided by the golden ratio, odd. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  /** From the finaliser of Austin Appleby's MurmurHash3 (public domain). */
  private static final long SECOND_MULTIPLIER = 0xc4ceb9fe1a85ec53L;

  /** A run of full places longer than this is no chance at a load of one half. */
  private static final int LONG_RUN = 24;

  private final int stride;

  /** Where the row of the key at each place ends; 0 where there is none. */
  private int[] index = new int[SMALLEST_INDEX];

  private int mask = SMALLEST_INDEX - 1;

  /** Leaves as many high bits of a hash as number the places. */
  private int shift = Long.numberOfLeadingZeros(SMALLEST_INDEX - 1);

  /** Whether the hash has its second multiplication. */
  private boolean mixed;

  private long[] rows;

  /** Rows that have a key, and removed ones. */
  private int size;

  /** Where the row removed last ends, and in it where the one before it did; 0: none. */
  private int removed;

  /**
   * An empty table.
   *
   * @param stride the longs of a row, the key among them
   */
  public KeyTable(int stride) {
    this.stride = stride;
    this.rows = new long[SMALLEST_INDEX / 2 * stride];
  }

  /** The number of keys, or of rows where {@link #remove} has left rows without a key. */
  public int size() {
    return size;
  }

  /** The rows; a later {@link #rowOf} may replace the array. */
  public long[] rows() {
    return rows;
  }

  /** The longs of a row. */
  public int stride() {
    return stride;
  }

  /** Where the rows end in {@link #rows}. */
  public int rowsEnd() {
    return size * stride;
  }

  /**
   * Where the key's row begins in {@link #rows}; one is added behind the others, with nothing but
   * its key set, if the key has none. {@link #size} tells whether it was.
   */
  public int rowOf(long key) {
    int[] places = index;
    long[] keys = rows;
    int place = place(key);
    for (int end; (end = places[place]) != 0; place = (place + 1) & mask) {
      int at = end - stride;
      if (keys[at] == key) {
        return at;
      }
    }
    return add(key, place);
  }

  /** Where the key's row begins in {@link #rows}, or -1 if it has none. */
  public int find(long key) {
    for (int end, place = place(key); (end = index[place]) != 0; place = (place + 1) & mask) {
      int at = end - stride;
      if (rows[at] == key) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Where the rows of several keys begin, added in their order for those that have none.
   *
   * @param keys the keys, from {@code from} to before {@code to}
   * @param rowOf takes the results, at the keys' places
   */
  void rowsOf(long[] keys, int from, int to, int[] rowOf) {
    int next = from;
    while (next < to) {
      next = findAll(keys, next, to, rowOf);
      if (next < to) {
        rowOf[next] = rowOf(keys[next]);
        next++;
      }
    }
  }

  /** Finds rows up to the first key that has none; a loop of little else than memory accesses. */
  int findAll(long[] keys, int from, int to, int[] rowOf) {
    int[] places = index;
    long[] found = rows;
    int last = mask;
    int width = stride;
    for (int i = from; i < to; i++) {
      long key = keys[i];
      int place = place(key);
      int at = -1;
      for (int end; (end = places[place]) != 0; place = (place + 1) & last) {
        int candidate = end - width;
        if (found[candidate] == key) {
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

  /** Forgets all keys and keeps the capacity. */
  public void clear() {
    Arrays.fill(index, 0);
    size = 0;
    removed = 0;
  }

  /**
   * Forgets the key whose row begins here. All other rows stay where they are; this one goes to the
   * next key that is added, so that rows no longer lie in the order of their keys.
   */
  public void remove(int at) {
    int hole = place(rows[at]);
    int end = at + stride;
    while (index[hole] != end) {
      hole = (hole + 1) & mask;
    }
    // What was pushed past the hole moves into it (Knuth, TAOCP 3, 6.4, algorithm R).
    for (int next = (hole + 1) & mask; index[next] != 0; next = (next + 1) & mask) {
      if (distance(rows[index[next] - stride], next) >= ((next - hole) & mask)) {
        index[hole] = index[next];
        hole = next;
      }
    }
    index[hole] = 0;
    rows[at] = removed;
    removed = end;
  }

  /** Adds all rows that have a key to another table of the same stride, in no order. */
  public void copyTo(KeyTable other) {
    for (int end : index) {
      if (end != 0) {
        int at = other.rowOf(rows[end - stride]);
        System.arraycopy(rows, end - stride, other.rows, at, stride);
      }
    }
  }

  /** How many places after its first one are looked at to find a key that is there. */
  int steps(long key) {
    int place = place(key);
    while (rows[index[place] - stride] != key) {
      place = (place + 1) & mask;
    }
    return distance(key, place);
  }

  private int distance(long key, int place) {
    return (place - place(key)) & mask;
  }

  private int place(long key) {
    long hash = key * GOLDEN_RATIO;
    if (mixed) {
      hash = (hash ^ (hash >>> 32)) * SECOND_MULTIPLIER;
    }
    return (int) (hash >>> shift);
  }

  private int add(long key, int place) {
    int free = place;
    if (removed == 0 && size >= index.length >> 1) {
      grow();
      free = freePlace(key);
    }
    if (!mixed && distance(key, free) > LONG_RUN) {
      mixed = true;
      int[] old = index;
      index = new int[old.length];
      reindex(old);
      free = freePlace(key);
    }
    int at = freeRow();
    rows[at] = key;
    index[free] = at + stride;
    return at;
  }

  private int freeRow() {
    if (removed != 0) {
      int at = removed - stride;
      removed = (int) rows[at];
      return at;
    }
    int at = size++ * stride;
    if (at == rows.length) {
      rows = Arrays.copyOf(rows, Math.multiplyExact(rows.length, 2));
    }
    return at;
  }

  private int freePlace(long key) {
    int place = place(key);
    while (index[place] != 0) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    if (index.length == LARGEST_INDEX) {
      throw new IllegalStateException("a pane holds at most " + (LARGEST_INDEX / 2) + " keys");
    }
    int[] old = index;
    index = new int[old.length * 2];
    mask = index.length - 1;
    shift--;
    reindex(old);
  }

  private void reindex(int[] old) {
    for (int end : old) {
      if (end != 0) {
        index[freePlace(rows[end - stride])] = end;
      }
    }
  }
}
