package io.tidemark.window;

/**
 * The open sessions of a window definition, as rows: key, revision, start, end, when it was first
 * seen, and the state of the aggregates. Their links are those in the {@linkplain SessionTree tree
 * of their key}: left the root of the earlier sessions under one, right that of the later ones.
 *
 * <p>One writer: the stage that runs the windows.
 */
final class SessionRows extends LinkedRows {
  /** How many longs it keeps in a row between the revision and the state. */
  static final int FIELDS = 3;

  /** Where in a row the fields of others begin. */
  static final int MORE = 5;

  private static final int START = 2;
  private static final int END = 3;
  private static final int FIRST = 4;

  /**
   * No sessions.
   *
   * @param stride the longs of a row
   */
  SessionRows(int stride) {
    super(stride, "sessions");
  }

  /**
   * A new session; the state of its row is what an earlier one left.
   *
   * @return its number
   */
  int add(long key, long start, long end, long first) {
    int number = take(key);
    set(number, START, start);
    set(number, END, end);
    set(number, FIRST, first);
    return number;
  }

  void free(int number) {
    giveBack(number);
  }

  @Override
  public long start(int number) {
    return get(number, START);
  }

  long end(int number) {
    return get(number, END);
  }

  @Override
  public long first(int number) {
    return get(number, FIRST);
  }

  void setFirst(int number, long first) {
    set(number, FIRST, first);
  }

  /** Whether the session reaches over all of this time. */
  boolean covers(int number, long start, long end) {
    return start(number) <= start && end <= end(number);
  }

  /** Whether the two overlap, or one ends where the other starts: then they are one session. */
  boolean touches(int number, long start, long end) {
    return start(number) <= end && end(number) >= start;
  }

  /** Makes the session reach over this time too, which it did not: it has not fired like that. */
  void cover(int number, long start, long end) {
    set(number, START, Math.min(start(number), start));
    set(number, END, Math.max(end(number), end));
    set(number, REVISION, 0);
  }
}
