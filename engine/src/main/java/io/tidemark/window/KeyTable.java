package io.tidemark.window;

/**
 * The keys of one pane and their rows: rows lie in the order in which their keys were first seen,
 * and are found through an open-addressed index of where they end.
 *
 * <p>A row begins with its key. Firing walks the rows in memory order. A small table has a {@link
 * FlatIndex}, a large one a {@link SegmentedIndex}, which grows and is cleared a piece at a time;
 * rows lie in one array, or where the table was made so, in {@linkplain RowChunks chunks}. No key
 * is special, and keys chosen to collide find a secret hash. That hash differs from run to run, and
 * nothing that the table says depends on it.
 *
 * <p>Capacity follows the use: {@link #clear} keeps room for as many rows as there were of late,
 * and gives up half of what was too much.
 *
 * <p>{@code bench/run keytable} measures it beside a row in place and library maps. Cost: O(1)
 * expected; at the most, up to {@value #LARGEST_FLAT} places are built anew, or some segments split
 * and a chunk of 2 MB begins. One writer: the stage that runs the windows.
 */
public final class KeyTable {
  /** More places than this are in segments. */
  static final int LARGEST_FLAT = 1 << 16;

  private static final int NONE = -1;

  private final int stride;
  private final RowChunks rows;

  /** The first chunk of the rows. */
  private long[] first;

  /** The index of a small table, whose rows all lie in the first chunk; else null. */
  private FlatIndex flat;

  /** That of a large one; else null. */
  private SegmentedIndex segmented;

  /** The place of the row removed last, which holds that of the one before it. */
  private int removed = NONE;

  /**
   * An empty table whose rows lie in one array, which is replaced by a larger one as they grow.
   *
   * @param stride the longs of a row, the key among them
   */
  public KeyTable(int stride) {
    this(stride, false);
  }

  private KeyTable(int stride, boolean inChunks) {
    this.stride = stride;
    this.rows = new RowChunks(stride, inChunks);
    this.first = rows.chunks()[0];
    this.flat = new FlatIndex(stride);
  }

  /**
   * An empty table whose rows may lie in several arrays, so that no more than 2 MB are copied or
   * cleared at once when it grows.
   *
   * @param stride the longs of a row, the key among them
   */
  public static KeyTable inChunks(int stride) {
    return new KeyTable(stride, true);
  }

  /** The number of keys, or of rows where {@link #remove} has left rows without a key. */
  public int size() {
    return rows.size();
  }

  /** The longs of a row. */
  public int stride() {
    return stride;
  }

  /**
   * The rows of a table that has them in one array; a later {@link #rowOf} may replace it.
   *
   * @throws IllegalStateException if they lie in several
   */
  public long[] rows() {
    if (rows.end() > rows.mask) {
      throw new IllegalStateException("rows in chunks");
    }
    return first;
  }

  /** Where the rows end in {@link #rows}. */
  public int rowsEnd() {
    return rows.end();
  }

  /** The array of the row at this place; a later {@link #rowOf} may replace it. */
  public long[] rows(int at) {
    return rows.chunks()[at >>> rows.bits];
  }

  /** Where in that array the row begins. */
  public int offset(int at) {
    return at & rows.mask;
  }

  /** The place of the row of this number; rows are numbered from 0 in the order of their keys. */
  public int place(int row) {
    return rows.place(row);
  }

  /** The number of the row at this place. */
  public int row(int at) {
    return rows.row(at);
  }

  /**
   * The number of the first row that lies in another array than that of this row, of all rows that
   * there may be: rows before it follow each other.
   */
  public int behindChunk(int row) {
    return rows.behindChunk(row);
  }

  /**
   * The place of the key's row; one is added behind the others, with nothing but its key set, if
   * the key has none. {@link #size} tells whether it was.
   */
  public int rowOf(long key) {
    int at = find(key);
    return at >= 0 ? at : add(key);
  }

  /** The place of the key's row, or -1 if it has none. */
  public int find(long key) {
    return segmented == null ? flat.find(key, first) : segmented.find(key);
  }

  /**
   * The places of the rows of several keys, added in their order for those that have none.
   *
   * @param keys the keys, from {@code from} to before {@code to}
   * @param rowOf takes the results, at the keys' places
   */
  public void rowsOf(long[] keys, int from, int to, int[] rowOf) {
    if (segmented != null) {
      segmented.findFirst(keys, from, to, rowOf);
      for (int i = from; i < to; i++) {
        rowOf[i] = rowOf[i] < 0 ? rowOf(keys[i]) : rowOf[i];
      }
      return;
    }
    int next = from;
    while (next < to) {
      next = findAll(keys, next, to, rowOf);
      if (next < to) {
        rowOf[next] = add(keys[next]);
        next++;
      }
    }
  }

  /** Finds rows up to the first key that has none. */
  int findAll(long[] keys, int from, int to, int[] rowOf) {
    return segmented == null
        ? flat.findAll(keys, from, to, first, rowOf)
        : segmented.findAll(keys, from, to, rowOf);
  }

  /** Whether rows lie in several arrays. */
  public boolean isInChunks() {
    return rows.end() > rows.mask;
  }

  /** The arrays that rows lie in; a later {@link #rowOf} may replace them. */
  public long[][] chunks() {
    return rows.chunks();
  }

  /**
   * Of places of rows, makes where they begin in their arrays.
   *
   * @param chunkOf takes the numbers of the arrays
   */
  public void toChunks(int[] rowOf, int[] chunkOf, int from, int to) {
    int bits = rows.bits;
    int mask = rows.mask;
    for (int i = from; i < to; i++) {
      chunkOf[i] = rowOf[i] >>> bits;
      rowOf[i] &= mask;
    }
  }

  /** Forgets all keys and keeps the capacity, as far as there was use for it of late. */
  public void clear() {
    rows.clear();
    first = rows.chunks()[0];
    removed = NONE;
    if (segmented == null) {
      flat.clear();
    } else if (rows.kept() < LARGEST_FLAT / 4 && 2L * rows.kept() * stride < first.length) {
      segmented = null;
      flat = new FlatIndex(stride);
    } else {
      segmented.clear();
    }
  }

  /**
   * Forgets the key whose row is here. All other rows stay where they are; this one goes to the
   * next key that is added, so that rows no longer lie in the order of their keys.
   */
  public void remove(int at) {
    if (segmented == null) {
      flat.remove(first, at);
    } else {
      segmented.remove(at);
    }
    rows(at)[offset(at)] = removed;
    removed = at;
  }

  /** Adds all rows that have a key to another table of the same stride, in their order. */
  public void copyTo(KeyTable other) {
    ChangedRows without = new ChangedRows();
    for (int at = removed; at != NONE; at = (int) rows.key(at)) {
      without.add(row(at));
    }
    for (int row = 0; row < size(); row++) {
      if (!without.contains(row)) {
        int at = place(row);
        int to = other.rowOf(rows.key(at));
        System.arraycopy(rows(at), offset(at), other.rows(to), other.offset(to), stride);
      }
    }
  }

  /** How many places after its first one are looked at to find a key that is there. */
  int steps(long key) {
    return segmented == null ? flat.steps(key, first) : segmented.steps(key);
  }

  /** How many segments its index has; 0 where that is flat. */
  int segments() {
    return segmented == null ? 0 : segmented.segments();
  }

  /** The bytes of its arrays, without their headers and what is not in proportion to the keys. */
  long bytes() {
    long places = segmented == null ? flat.length() : segmented.room();
    return rows.room() * Long.BYTES + places * Integer.BYTES;
  }

  private int add(long key) {
    int at = removed;
    if (at == NONE) {
      at = rows.add(key);
      first = rows.chunks()[0];
    } else {
      removed = (int) rows.key(at);
      rows(at)[offset(at)] = key;
    }
    if (segmented == null && (at > rows.mask || (flat.isFull() && flat.length() == LARGEST_FLAT))) {
      cutIntoSegments();
    }
    if (segmented == null) {
      flat.add(key, at + stride, first);
    } else {
      segmented.add(key, at + stride);
    }
    return at;
  }

  private void cutIntoSegments() {
    segmented = new SegmentedIndex(rows, flat.secret(), 2 * flat.size());
    for (int end : flat.ends()) {
      if (end != 0) {
        segmented.add(rows.key(end - stride), end);
      }
    }
    flat = null;
  }
}
