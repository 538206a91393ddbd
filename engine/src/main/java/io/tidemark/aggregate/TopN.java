package io.tidemark.aggregate;

import java.util.ArrayList;
import java.util.List;

/**
 * The n largest values, equal ones as often as they came: how many there are, then the values from
 * the largest down, as longs that compare as {@link DoubleBits#ordered}. An event costs one
 * comparison where it is none of them, else at most n. Merging does not depend on the order.
 *
 * @param type the type of the values
 * @param scale their digits after the point
 * @param n 1 to {@link #MOST}
 */
record TopN(ColumnType type, int scale, int n) implements Aggregate {
  /** The largest n: finding a value's place takes a step for each. */
  static final int MOST = 100;

  TopN {
    if (n < 1 || n > MOST) {
      throw new IllegalArgumentException("topN.n: " + n + "; expected 1 to " + MOST);
    }
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return 1 + n;
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.ofLong("_count"));
    for (int i = 1; i <= n; i++) {
      columns.add(new Column("_" + i, type, scale));
    }
    return List.copyOf(columns);
  }

  @Override
  public void create(long[] rows, int at) {
    for (int i = 0; i <= n; i++) {
      rows[at + i] = 0;
    }
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    long bits = values[first];
    add(rows, at, type == ColumnType.DOUBLE ? DoubleBits.ordered(bits) : bits);
  }

  private void add(long[] rows, int at, long value) {
    int size = (int) rows[at];
    int place = at + size;
    if (size == n) {
      if (value <= rows[place]) {
        return;
      }
      place--;
    } else {
      rows[at] = size + 1L;
    }
    for (; place > at && rows[place] < value; place--) {
      rows[place + 1] = rows[place];
    }
    rows[place + 1] = value;
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    int size = (int) from[fromAt];
    for (int i = 1; i <= size; i++) {
      add(rows, at, from[fromAt + i]);
    }
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    int size = (int) rows[at];
    out[outAt] = size;
    for (int i = 1; i <= n; i++) {
      long value = rows[at + i];
      out[outAt + i] = i <= size && type == ColumnType.DOUBLE ? DoubleBits.ordered(value) : value;
    }
  }
}
