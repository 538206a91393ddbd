package io.tidemark.window;

import java.util.Arrays;

/**
 * The index of a large table: extendible hashing (Fagin, Nievergelt, Pippenger, Strong: Extendible
 * Hashing, ACM TODS 4(3), 1979). The upper bits of a hash name an arc of keys in a directory, the
 * bits right below them a place in the arc's segment, which is probed linearly; so segments of
 * equal depth are what a flat index would be, cut into pieces.
 *
 * <p>A segment that is full splits into two, alone, and no two need be full at the same time: what
 * a key costs at most is some splits. Nothing is cleared at once either: {@link #clear} takes all
 * arcs their segments, and an arc gets an empty one with its next key.
 *
 * <p>Keys may be chosen to meet in one arc or at one place. An arc whose keys stand too far from
 * their first places, or would have to be much finer than others, gives its keys up to a second
 * index, the refuge, which has a secret hash. The others stay as quick as they are.
 *
 * <p>The directory's entry is all that a look-up reads of a segment beside the place. One writer:
 * the table's.
 */
final class SegmentedIndex {
  private static final int SEGMENT_BITS = SegmentPages.SEGMENT_BITS;
  private static final int LAST = SegmentPages.SEGMENT - 1;
  private static final int PAGE_BITS = SegmentPages.PAGE_BITS;
  private static final int IN_PAGE = SegmentPages.IN_PAGE;

  // A directory's entry: how far to shift a hash for the place in the segment, in the lower six
  // bits, which are all that a shift looks at; flags; in the upper bits the segment's address.

  private static final int SHIFT = Long.SIZE - 1;

  /** The arc has no segment. */
  private static final int VACANT = 1 << 6;

  /** The arc's keys are in the refuge. */
  private static final int GIVEN_UP = 1 << 7;

  private static final int SPECIAL = VACANT | GIVEN_UP;

  /** A segment splits at half its places, and up to an eighth more that depends on its number. */
  private static final int FULL = SegmentPages.SEGMENT / 2;

  private static final int MORE_BITS = SEGMENT_BITS - 3;

  /** What spreads numbers: 2^32 divided by the golden ratio. */
  private static final int SPREAD = 0x9e3779b9;

  /** How many splits more than keys laid out evenly need are no attack. */
  private static final int FINER = 4;

  private static final int SMALLEST_DEPTH = 1;

  private final RowChunks rows;

  /** The hash of a refuge; null: the key times the golden ratio. */
  private KeySecret secret;

  private final SegmentPages pages = new SegmentPages();

  /** By the upper bits of a hash; an arc that is not as fine as the directory has several. */
  private int[] directory;

  /** Leaves as many high bits of a hash as number the directory. */
  private int shift;

  private int arcs;

  /** How many keys there are, those in the refuge apart. */
  private int size;

  /** How many keys there were of late. */
  private int kept;

  /** Where segments are copied to while they split; null until one does. */
  private int[] scratch;

  /** Keys of arcs that have been given up; null where there never was one. */
  private SegmentedIndex refuge;

  /**
   * An index without keys.
   *
   * @param secret its hash; null: the key times the golden ratio
   * @param keys for how many it is laid out
   */
  SegmentedIndex(RowChunks rows, KeySecret secret, int keys) {
    this.rows = rows;
    this.secret = secret;
    layOut(keys);
  }

  /** All arcs alike, without a segment, so many that none would have to split soon. */
  private void layOut(int keys) {
    int depth = SMALLEST_DEPTH;
    while ((long) FULL << depth < keys) {
      depth++;
    }
    arcs = 1 << depth;
    shift = Long.SIZE - depth;
    directory = new int[arcs];
    Arrays.fill(directory, (shift - SEGMENT_BITS) | VACANT);
  }

  /** Where the key's row is, or -1. */
  int find(long key) {
    long hash = hash(key);
    int entry = directory[(int) (hash >>> shift)];
    if ((entry & SPECIAL) != 0) {
      return findApart(entry, key);
    }
    int segment = entry & IN_PAGE & -SegmentPages.SEGMENT;
    int[] page = pages.pages()[entry >>> PAGE_BITS];
    long[][] chunks = rows.chunks();
    int place = (int) (hash >>> entry) & LAST;
    for (int end; (end = page[segment + place]) != 0; place = (place + 1) & LAST) {
      int at = end - rows.stride;
      if (chunks[at >>> rows.bits][at & rows.mask] == key) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Finds the rows of keys that stand at their first places; -1 for all others, whether they have
   * one or not. Two loops without a branch, in which a core waits for as many keys at once as it
   * can.
   */
  void findFirst(long[] keys, int from, int to, int[] rowOf) {
    if (pages.taken() == 0) {
      Arrays.fill(rowOf, from, to, -1);
      return;
    }
    readFirst(keys, from, to, rowOf);
    long[][] chunks = rows.chunks();
    int bits = rows.bits;
    int mask = rows.mask;
    int width = rows.stride;
    for (int i = from; i < to; i++) {
      int end = rowOf[i];
      int at = Math.max(end - width, 0);
      long other = chunks[at >>> bits][at & mask] ^ keys[i];
      int differs = (int) ((other | -other) >> (Long.SIZE - 1));
      int isEmpty = (end - 1) >> (Integer.SIZE - 1);
      rowOf[i] = at | differs | isEmpty;
    }
  }

  /** Reads the keys' first places; in an arc that has no segment, any place. */
  private void readFirst(long[] keys, int from, int to, int[] ends) {
    int[] entries = directory;
    int[][] all = pages.pages();
    for (int i = from; i < to; i++) {
      long hash = hash(keys[i]);
      int entry = entries[(int) (hash >>> shift)];
      int segment = entry & IN_PAGE & -SegmentPages.SEGMENT;
      ends[i] = all[entry >>> PAGE_BITS][segment + ((int) (hash >>> entry) & LAST)];
    }
  }

  private int findApart(int entry, long key) {
    return (entry & GIVEN_UP) != 0 ? refuge.find(key) : -1;
  }

  /** Finds rows up to the first key that has none; a loop of little else than memory accesses. */
  int findAll(long[] keys, int from, int to, int[] rowOf) {
    int[] entries = directory;
    int[][] all = pages.pages();
    long[][] chunks = rows.chunks();
    int bits = rows.bits;
    int mask = rows.mask;
    int width = rows.stride;
    for (int i = from; i < to; i++) {
      long key = keys[i];
      long hash = hash(key);
      int entry = entries[(int) (hash >>> shift)];
      int at = -1;
      if ((entry & SPECIAL) != 0) {
        at = findApart(entry, key);
      } else {
        int segment = entry & IN_PAGE & -SegmentPages.SEGMENT;
        int[] page = all[entry >>> PAGE_BITS];
        int place = (int) (hash >>> entry) & LAST;
        for (int end; (end = page[segment + place]) != 0; place = (place + 1) & LAST) {
          int candidate = end - width;
          if (chunks[candidate >>> bits][candidate & mask] == key) {
            at = candidate;
            break;
          }
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
  void add(long key, int end) {
    long hash = hash(key);
    while (true) {
      int arc = (int) (hash >>> shift);
      int entry = directory[arc];
      if ((entry & GIVEN_UP) != 0) {
        refuge.add(key, end);
        return;
      }
      if ((entry & VACANT) != 0) {
        entry = pages.take() | (entry & SHIFT);
        set(arc, depth(entry), entry);
      }
      int segment = entry >>> SEGMENT_BITS;
      if (pages.keys[segment] < limit(segment)) {
        put(hash, entry, end);
        size++;
        if (secret == null && standsBadly(segment)) {
          giveUp(arc, entry);
        }
        return;
      }
      split(arc, entry);
    }
  }

  /** Takes out the key whose row is here. */
  void remove(int at) {
    long key = rows.key(at);
    long hash = hash(key);
    int entry = directory[(int) (hash >>> shift)];
    if ((entry & GIVEN_UP) != 0) {
      refuge.remove(at);
      return;
    }
    int[] page = pages.pages()[entry >>> PAGE_BITS];
    int from = entry & IN_PAGE & -SegmentPages.SEGMENT;
    int hole = (int) (hash >>> entry) & LAST;
    int steps = 0;
    for (; page[from + hole] != at + rows.stride; hole = (hole + 1) & LAST) {
      steps++;
    }
    // What was pushed past the hole moves into it (Knuth, TAOCP 3, 6.4, algorithm R).
    for (int next = (hole + 1) & LAST; page[from + next] != 0; next = (next + 1) & LAST) {
      int jump = (next - hole) & LAST;
      int first = (int) (hash(rows.key(page[from + next] - rows.stride)) >>> entry) & LAST;
      if (((next - first) & LAST) >= jump) {
        page[from + hole] = page[from + next];
        steps += jump;
        hole = next;
      }
    }
    page[from + hole] = 0;
    pages.steps[entry >>> SEGMENT_BITS] -= steps;
    pages.keys[entry >>> SEGMENT_BITS]--;
    size--;
  }

  /**
   * Forgets all keys; arcs stay as fine as they are as long as there are keys enough of late. Costs
   * a step an arc.
   */
  void clear() {
    kept = size >= kept ? size : size + (kept - size) / 2;
    size = 0;
    if (refuge != null) {
      refuge.clear();
      if (refuge.kept > kept) {
        secret = refuge.secret;
        kept = refuge.kept;
        refuge = null;
        layOut(kept + kept / 4);
      }
    }
    if (kept < arcs * (FULL / 4) && arcs > 1 << SMALLEST_DEPTH) {
      layOut(kept + kept / 4);
    } else {
      for (int arc = 0; arc < directory.length; arc++) {
        int entry = directory[arc];
        directory[arc] = (entry & GIVEN_UP) != 0 ? entry : (entry & SHIFT) | VACANT;
      }
    }
    pages.clear(arcs);
  }

  /** How many segments are in use. */
  int segments() {
    return pages.taken() + (refuge == null ? 0 : refuge.segments());
  }

  /** How many places there is room for, and entries in the directory. */
  long room() {
    return directory.length + pages.room() + (refuge == null ? 0 : refuge.room());
  }

  /** How many places after its first one are looked at to find a key that is there. */
  int steps(long key) {
    long hash = hash(key);
    int entry = directory[(int) (hash >>> shift)];
    if ((entry & GIVEN_UP) != 0) {
      return refuge.steps(key);
    }
    int[] page = pages.pages()[entry >>> PAGE_BITS];
    int from = entry & IN_PAGE & -SegmentPages.SEGMENT;
    int place = (int) (hash >>> entry) & LAST;
    int steps = 0;
    while (rows.key(page[from + ((place + steps) & LAST)] - rows.stride) != key) {
      steps++;
    }
    return steps;
  }

  private long hash(long key) {
    return secret == null ? key * FlatIndex.GOLDEN_RATIO : secret.hash(key);
  }

  /** How many upper bits of a hash the keys of an arc share. */
  private static int depth(int entry) {
    return Long.SIZE - SEGMENT_BITS - (entry & SHIFT);
  }

  private static int limit(int segment) {
    return FULL + ((segment * SPREAD) >>> (Integer.SIZE - MORE_BITS));
  }

  /** Sets all entries of an arc of this depth. */
  private void set(int arc, int depth, int entry) {
    int finer = Long.SIZE - shift - depth;
    int from = arc >>> finer << finer;
    Arrays.fill(directory, from, from + (1 << finer), entry);
  }

  private void put(long hash, int entry, int end) {
    int[] page = pages.pages()[entry >>> PAGE_BITS];
    int from = entry & IN_PAGE & -SegmentPages.SEGMENT;
    int first = (int) (hash >>> entry) & LAST;
    int place = first;
    while (page[from + place] != 0) {
      place = (place + 1) & LAST;
    }
    page[from + place] = end;
    pages.keys[entry >>> SEGMENT_BITS]++;
    pages.steps[entry >>> SEGMENT_BITS] += (place - first) & LAST;
  }

  private void split(int arc, int entry) {
    int depth = depth(entry);
    if (secret == null && depth >= finest()) {
      giveUp(arc, entry);
      return;
    }
    int wide = arc;
    if (depth == Long.SIZE - shift) {
      doubleDirectory();
      wide = arc << 1;
    }
    int[] ends = copy(entry);
    pages.empty(entry & -SegmentPages.SEGMENT);
    int lower = entry - 1;
    int upper = pages.take() | (lower & SHIFT);
    for (int end : ends) {
      if (end != 0) {
        long hash = hash(rows.key(end - rows.stride));
        put(hash, (hash << depth) < 0 ? upper : lower, end);
      }
    }
    int finer = Long.SIZE - shift - depth - 1;
    int from = wide >>> (finer + 1) << (finer + 1);
    set(from, depth + 1, lower);
    set(from + (1 << finer), depth + 1, upper);
    arcs++;
  }

  private boolean standsBadly(int segment) {
    int keys = pages.keys[segment];
    return keys % FlatIndex.LOOK_EVERY == 0
        && FlatIndex.isWorseThanChance(keys, SegmentPages.SEGMENT, pages.steps[segment]);
  }

  /** How many bits the keys of an arc may share before it is given up. */
  private int finest() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size / FULL) + FINER;
  }

  private void giveUp(int arc, int entry) {
    if (refuge == null) {
      refuge = new SegmentedIndex(rows, KeySecret.next(), FULL);
    }
    set(arc, depth(entry), (entry & SHIFT) | GIVEN_UP);
    int[] ends = copy(entry);
    size -= pages.keys[entry >>> SEGMENT_BITS];
    pages.free(entry & -SegmentPages.SEGMENT);
    for (int end : ends) {
      if (end != 0) {
        refuge.add(rows.key(end - rows.stride), end);
      }
    }
  }

  private int[] copy(int entry) {
    if (scratch == null) {
      scratch = new int[SegmentPages.SEGMENT];
    }
    int from = entry & IN_PAGE & -SegmentPages.SEGMENT;
    System.arraycopy(pages.pages()[entry >>> PAGE_BITS], from, scratch, 0, scratch.length);
    return scratch;
  }

  private void doubleDirectory() {
    int[] old = directory;
    directory = new int[old.length * 2];
    for (int arc = 0; arc < directory.length; arc++) {
      directory[arc] = old[arc >> 1];
    }
    shift--;
  }
}
