package io.tidemark.aggregate;

/**
 * The values of a row in event time, ties in the order of arrival, and a sum over each two that
 * follow each other: for how long the first one stood, or what a counter gained.
 *
 * <p>Events come out of order, and a row is of fixed width: it keeps the sum, the first value and
 * the latest ones, so that a value which comes late takes its place among those and the sum is put
 * right. A value is placed exactly if no more than {@code disorder} later ones came before it, or
 * if it is the first of all; any other is skipped and counted.
 *
 * <pre>
 *   sum, three longs | first time, value | skipped | forgotten | size | the latest: time, value, ...
 * </pre>
 *
 * <p>Merging is exact where one state lies wholly before the other, as those of panes and sessions
 * do, or where {@code from} has forgotten nothing; any other {@code from} is counted as skipped. An
 * event costs the shift of the latest values.
 *
 * @param step what two values give
 * @param disorder how many later values a value may find before it
 */
record TimedValues(Step step, int disorder) {
  /** The disorder taken where none is named. */
  static final int USUAL_DISORDER = 8;

  /** The largest disorder. */
  static final int MOST_DISORDER = 1_000;

  private static final int FIRST = 3;
  private static final int SKIPPED = 5;
  private static final int FORGOTTEN = 6;
  private static final int SIZE = 7;
  private static final int LATEST = 8;

  /** What two values that follow each other give, in the three longs of a sum. */
  interface Step {
    /** Sets the sum to 0. */
    void create(long[] rows, int at);

    /** Adds what two values give, or takes it out again. */
    void add(
        long[] rows, int at, boolean out, long time, long value, long nextTime, long nextValue);

    /** Adds another sum. */
    void merge(long[] rows, int at, long[] from, int fromAt);
  }

  TimedValues {
    if (disorder < 0 || disorder > MOST_DISORDER) {
      throw new IllegalArgumentException(
          "disorder: " + disorder + "; expected 0 to " + MOST_DISORDER);
    }
  }

  int width() {
    return LATEST + 2 * (disorder + 1);
  }

  void create(long[] rows, int at) {
    step.create(rows, at);
    for (int i = at + FIRST; i < at + width(); i++) {
      rows[i] = 0;
    }
  }

  static boolean isEmpty(long[] rows, int at) {
    return rows[at + SIZE] == 0;
  }

  static long firstTime(long[] rows, int at) {
    return rows[at + FIRST];
  }

  static long lastTime(long[] rows, int at) {
    return rows[last(rows, at)];
  }

  static long lastValue(long[] rows, int at) {
    return rows[last(rows, at) + 1];
  }

  static long skipped(long[] rows, int at) {
    return rows[at + SKIPPED];
  }

  private static int last(long[] rows, int at) {
    return at + LATEST + 2 * ((int) rows[at + SIZE] - 1);
  }

  void add(long[] rows, int at, long time, long value) {
    int latest = at + LATEST;
    int place = latest + 2 * (int) rows[at + SIZE];
    int end = place;
    while (place > latest && rows[place - 2] > time) {
      place -= 2;
    }
    if (place == latest && end > latest) {
      addBefore(rows, at, time, value);
      return;
    }
    if (place == latest) {
      setFirst(rows, at, time, value);
    } else {
      addAfter(rows, at, place, end, time, value);
    }
    insert(rows, at, place, time, value);
  }

  /** Joins the value to the one before its place, and to the one there if there is one. */
  private void addAfter(long[] rows, int at, int place, int end, long time, long value) {
    long timeBefore = rows[place - 2];
    long valueBefore = rows[place - 1];
    step.add(rows, at, false, timeBefore, valueBefore, time, value);
    if (place < end) {
      step.add(rows, at, true, timeBefore, valueBefore, rows[place], rows[place + 1]);
      step.add(rows, at, false, time, value, rows[place], rows[place + 1]);
    }
  }

  /** A value before all that the row still knows. */
  private void addBefore(long[] rows, int at, long time, long value) {
    boolean knowsAll = rows[at + FORGOTTEN] == 0;
    if (!knowsAll && time >= rows[at + FIRST]) {
      rows[at + SKIPPED]++;
      return;
    }
    step.add(rows, at, false, time, value, rows[at + FIRST], rows[at + FIRST + 1]);
    setFirst(rows, at, time, value);
    if (knowsAll && rows[at + SIZE] <= disorder) {
      insert(rows, at, at + LATEST, time, value);
    } else {
      rows[at + FORGOTTEN]++;
    }
  }

  private static void setFirst(long[] rows, int at, long time, long value) {
    rows[at + FIRST] = time;
    rows[at + FIRST + 1] = value;
  }

  /** Puts the value there; where there is no room the earliest one is forgotten. */
  private void insert(long[] rows, int at, int place, long time, long value) {
    int latest = at + LATEST;
    int size = (int) rows[at + SIZE];
    int to = place;
    if (size <= disorder) {
      System.arraycopy(rows, place, rows, place + 2, latest + 2 * size - place);
      rows[at + SIZE] = size + 1L;
    } else {
      System.arraycopy(rows, latest + 2, rows, latest, place - latest - 2);
      rows[at + FORGOTTEN]++;
      to = place - 2;
    }
    rows[to] = time;
    rows[to + 1] = value;
  }

  void merge(long[] rows, int at, long[] from, int fromAt) {
    if (isEmpty(from, fromAt)) {
      return;
    }
    if (isEmpty(rows, at)) {
      System.arraycopy(from, fromAt, rows, at, width());
      return;
    }
    rows[at + SKIPPED] += from[fromAt + SKIPPED];
    if (lastTime(from, fromAt) < rows[at + FIRST]) {
      prepend(rows, at, from, fromAt);
    } else if (from[fromAt + FORGOTTEN] == 0) {
      for (int i = fromAt + LATEST; i <= last(from, fromAt); i += 2) {
        add(rows, at, from[i], from[i + 1]);
      }
    } else if (lastTime(rows, at) <= from[fromAt + FIRST]) {
      append(rows, at, from, fromAt);
    } else {
      rows[at + SKIPPED] += from[fromAt + FORGOTTEN] + from[fromAt + SIZE];
    }
  }

  /** Takes a state that is later, and knows no more than its latest values. */
  private void append(long[] rows, int at, long[] from, int fromAt) {
    step.add(
        rows,
        at,
        false,
        lastTime(rows, at),
        lastValue(rows, at),
        from[fromAt + FIRST],
        from[fromAt + FIRST + 1]);
    step.merge(rows, at, from, fromAt);
    rows[at + FORGOTTEN] += rows[at + SIZE] + from[fromAt + FORGOTTEN];
    rows[at + SIZE] = from[fromAt + SIZE];
    System.arraycopy(from, fromAt + LATEST, rows, at + LATEST, 2 * (disorder + 1));
  }

  /** Takes a state that is earlier. */
  private void prepend(long[] rows, int at, long[] from, int fromAt) {
    step.add(
        rows,
        at,
        false,
        lastTime(from, fromAt),
        lastValue(from, fromAt),
        rows[at + FIRST],
        rows[at + FIRST + 1]);
    step.merge(rows, at, from, fromAt);
    setFirst(rows, at, from[fromAt + FIRST], from[fromAt + FIRST + 1]);
    int size = (int) rows[at + SIZE];
    int fromSize = (int) from[fromAt + SIZE];
    int taken = rows[at + FORGOTTEN] == 0 ? Math.min(fromSize, disorder + 1 - size) : 0;
    int latest = at + LATEST;
    System.arraycopy(rows, latest, rows, latest + 2 * taken, 2 * size);
    System.arraycopy(from, fromAt + LATEST + 2 * (fromSize - taken), rows, latest, 2 * taken);
    rows[at + SIZE] = (long) size + taken;
    rows[at + FORGOTTEN] += from[fromAt + FORGOTTEN] + fromSize - taken;
  }
}
