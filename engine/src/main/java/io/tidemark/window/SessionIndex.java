package io.tidemark.window;

/**
 * Finds a key's sessions: the root of their tree, through an open-addressed index of numbers. Keys
 * are read from the sessions' rows. A key without sessions leaves no trace: what stood behind it
 * moves up (Knuth, The Art of Computer Programming 3, 6.4, algorithm R), so there are no tombstones
 * and the index stays as quick as it was.
 *
 * <p>Linear probing at a load of at most one half, behind a hash of two multiplications: no pattern
 * of keys is worse than another. Cost: O(1) expected; growing visits all keys. One writer: the
 * stage that runs the windows.
 */
final class SessionIndex {
  private static final int SMALLEST = 16;

  /** 2^64 divided by the golden ratio, odd. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  /** From the finaliser of Austin Appleby's MurmurHash3 (public domain). */
  private static final long SECOND_MULTIPLIER = 0xc4ceb9fe1a85ec53L;

  private final SessionRows rows;
  private int[] roots = new int[SMALLEST];
  private int mask = SMALLEST - 1;
  private int size;

  /**
   * An index without keys.
   *
   * @param rows the sessions
   */
  SessionIndex(SessionRows rows) {
    this.rows = rows;
  }

  /** How many keys have sessions. */
  int size() {
    return size;
  }

  /** The key's place, or the one it would get; good until the next {@link #add} or remove. */
  int placeOf(long key) {
    int[] all = roots;
    int place = home(key);
    for (int root; (root = all[place]) != 0; place = (place + 1) & mask) {
      if (rows.key(root) == key) {
        return place;
      }
    }
    return place;
  }

  /** The root at this place, or 0 where the key has no sessions. */
  int root(int place) {
    return roots[place];
  }

  /** Another session of the same key is the root now. */
  void setRoot(int place, int root) {
    roots[place] = root;
  }

  /** The place gets the first session of its key. */
  void add(int place, int root) {
    roots[place] = root;
    if (++size > roots.length >> 1) {
      grow();
    }
  }

  /** The key at this place has no sessions any more. */
  void remove(int place) {
    int hole = place;
    for (int next = (hole + 1) & mask; roots[next] != 0; next = (next + 1) & mask) {
      int home = home(rows.key(roots[next]));
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        roots[hole] = roots[next];
        hole = next;
      }
    }
    roots[hole] = 0;
    size--;
  }

  private int home(long key) {
    long hash = key * GOLDEN_RATIO;
    hash = (hash ^ (hash >>> 32)) * SECOND_MULTIPLIER;
    return (int) (hash >>> 32) & mask;
  }

  private void grow() {
    int[] old = roots;
    roots = new int[Math.multiplyExact(old.length, 2)];
    mask = roots.length - 1;
    for (int root : old) {
      if (root != 0) {
        roots[placeOf(rows.key(root))] = root;
      }
    }
  }
}
