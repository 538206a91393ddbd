package io.tidemark.window;

/**
 * The instants of rolling windows: a row for each key and timestamp, linked to its neighbours of
 * the same key in the order of time. A row is key, revision, timestamp, arrival, the state of the
 * instant's events, and room for the state of it and instants behind it.
 *
 * <p>One writer: the stage that runs the windows.
 */
final class RollingRows extends LinkedRows {
  /** How many longs it keeps in a row between the revision and the state. */
  static final int FIELDS = 2;

  private static final int TIMESTAMP = 2;
  private static final int ARRIVAL = 3;

  /**
   * No instants.
   *
   * @param stride the longs of a row
   */
  RollingRows(int stride) {
    super(stride, "instants");
  }

  /** A new instant between these neighbours, either of which may be none; without its state. */
  int add(long key, long timestamp, long arrival, int earlier, int later) {
    int number = take(key);
    set(number, TIMESTAMP, timestamp);
    set(number, ARRIVAL, arrival);
    setLeft(number, earlier);
    setRight(number, later);
    if (earlier != 0) {
      setRight(earlier, number);
    }
    if (later != 0) {
      setLeft(later, number);
    }
    return number;
  }

  /** Forgets an instant that has none before it. */
  void free(int number) {
    int later = after(number);
    if (later != 0) {
      setLeft(later, 0);
    }
    giveBack(number);
  }

  /** Counts a firing, and tells how many there were before. */
  long nextRevision(int number) {
    long revision = get(number, REVISION);
    set(number, REVISION, revision + 1);
    return revision;
  }

  long timestamp(int number) {
    return get(number, TIMESTAMP);
  }

  /** The windows of one time start together. */
  @Override
  public long start(int number) {
    return 0;
  }

  @Override
  public long first(int number) {
    return get(number, ARRIVAL);
  }

  /** The neighbour before, or 0. */
  int before(int number) {
    return left(number);
  }

  /** The neighbour behind, or 0. */
  int after(int number) {
    return right(number);
  }
}
