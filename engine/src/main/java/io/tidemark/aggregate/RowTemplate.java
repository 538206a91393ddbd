package io.tidemark.aggregate;

import java.lang.invoke.MethodHandles;

/**
 * A row's code: the template that is defined again as a hidden class for each window definition,
 * and the ordinary class for where that cannot be or is not wanted; see {@link Specialiser}. Each
 * aggregate has a field and, in each function, a call of its own: in a class that one definition
 * alone uses, the JIT compiler sees one type at each call and inlines it whatever other jobs run in
 * the JVM. What adds, merges and subtracts is in two halves of four, each small enough for the
 * compiler to inline it where it is hot (325 bytes of bytecode).
 *
 * <p>In a prototype (ns an event, four aggregates): array of aggregates 25, this 6, by hand 6.
 */
final class RowTemplate extends RowCode {
  /** How many aggregates have a place of their own; further ones are called through the array. */
  private static final int PLACES = 8;

  /**
   * What the methods work on in a class of one definition's own: a constant. No field and no method
   * may have the template as its type: the name means the template in a class defined again too.
   */
  private static final RowCode SELF = self();

  private final Part[] parts;
  private final int valuesPerEvent;

  // Here, where the JIT compiler takes them for constants: the width, and where the count is.
  private final int numberedWidth;
  private final int counterAt;

  // Of each place: the aggregate or null, where its state, its values and its columns begin.
  private final Aggregate a0;
  private final Aggregate a1;
  private final Aggregate a2;
  private final Aggregate a3;
  private final Aggregate a4;
  private final Aggregate a5;
  private final Aggregate a6;
  private final Aggregate a7;

  private final int at0;
  private final int at1;
  private final int at2;
  private final int at3;
  private final int at4;
  private final int at5;
  private final int at6;
  private final int at7;

  private final int v0;
  private final int v1;
  private final int v2;
  private final int v3;
  private final int v4;
  private final int v5;
  private final int v6;
  private final int v7;

  private final int c0;
  private final int c1;
  private final int c2;
  private final int c3;
  private final int c4;
  private final int c5;
  private final int c6;
  private final int c7;

  RowTemplate(Layout layout) {
    super(layout);
    parts = layout.parts().toArray(new Part[0]);
    valuesPerEvent = layout.valuesPerEvent();
    numberedWidth = width();
    counterAt = countAt();
    a0 = aggregate(0);
    a1 = aggregate(1);
    a2 = aggregate(2);
    a3 = aggregate(3);
    a4 = aggregate(4);
    a5 = aggregate(5);
    a6 = aggregate(6);
    a7 = aggregate(7);
    at0 = at(0);
    at1 = at(1);
    at2 = at(2);
    at3 = at(3);
    at4 = at(4);
    at5 = at(5);
    at6 = at(6);
    at7 = at(7);
    v0 = firstValue(0);
    v1 = firstValue(1);
    v2 = firstValue(2);
    v3 = firstValue(3);
    v4 = firstValue(4);
    v5 = firstValue(5);
    v6 = firstValue(6);
    v7 = firstValue(7);
    c0 = firstColumn(0);
    c1 = firstColumn(1);
    c2 = firstColumn(2);
    c3 = firstColumn(3);
    c4 = firstColumn(4);
    c5 = firstColumn(5);
    c6 = firstColumn(6);
    c7 = firstColumn(7);
  }

  @Override
  public void create(long[] rows, int at) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    my.createRow(rows, at);
  }

  private void createRow(long[] rows, int at) {
    int part = 0;
    try {
      if (a0 != null) {
        a0.create(rows, at + at0);
      }
      if (a1 != null) {
        part = 1;
        a1.create(rows, at + at1);
      }
      if (a2 != null) {
        part = 2;
        a2.create(rows, at + at2);
      }
      if (a3 != null) {
        part = 3;
        a3.create(rows, at + at3);
      }
      if (a4 != null) {
        part = 4;
        a4.create(rows, at + at4);
      }
      if (a5 != null) {
        part = 5;
        a5.create(rows, at + at5);
      }
      if (a6 != null) {
        part = 6;
        a6.create(rows, at + at6);
      }
      if (a7 != null) {
        part = 7;
        a7.create(rows, at + at7);
      }
      for (int i = PLACES; i < parts.length; i++) {
        part = i;
        parts[i].aggregate().create(rows, at + parts[i].at());
      }
    } catch (Exception thrown) {
      throw threw("create", part, thrown);
    }
  }

  @Override
  public void addAll(
      long[] rows, int[] rowOf, int stateAt, long[] values, long[] timestamps, int from, int to) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    for (int i = from; i < to; i++) {
      my.add(rows, rowOf[i] + stateAt, values, i * my.valuesPerEvent, timestamps[i]);
    }
  }

  @Override
  public void addEach(
      long[][] arrays,
      int[] arrayOf,
      int[] rowOf,
      int stateAt,
      long[] values,
      long[] timestamps,
      int from,
      int to) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    for (int i = from; i < to; i++) {
      my.add(arrays[arrayOf[i]], rowOf[i] + stateAt, values, i * my.valuesPerEvent, timestamps[i]);
    }
  }

  @Override
  public int addCounted(
      long[][] arrays,
      int[] arrayOf,
      int[] rowOf,
      long[] values,
      long[] timestamps,
      int from,
      int to) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    int opened = 0;
    for (int i = from; i < to; i++) {
      long[] rows = arrays[arrayOf[i]];
      int at = rowOf[i];
      opened += rows[at + my.counterAt] == 0 ? 1 : 0;
      my.add(rows, at, values, i * my.valuesPerEvent, timestamps[i]);
    }
    return opened;
  }

  @Override
  public long addNumbered(
      long[][] arrays,
      int[] arrayOf,
      int[] numberOf,
      long[] values,
      long[] timestamps,
      int from,
      int to) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    long opened = 0;
    int i = from;
    for (; i < to; i++) {
      long[] rows = arrays[arrayOf[i]];
      int at = numberOf[i] * my.numberedWidth;
      if (at >= rows.length) {
        break;
      }
      // No branch for a row's first event: it comes often, and by chance.
      opened += rows[at + my.counterAt] == 0 ? 1 : 0;
      my.add(rows, at, values, i * my.valuesPerEvent, timestamps[i]);
    }
    return (opened << Integer.SIZE) + i;
  }

  private void add(long[] rows, int at, long[] values, int first, long timestamp) {
    int part = 0;
    try {
      if (a0 != null) {
        a0.add(rows, at + at0, values, first + v0, timestamp);
      }
      if (a1 != null) {
        part = 1;
        a1.add(rows, at + at1, values, first + v1, timestamp);
      }
      if (a2 != null) {
        part = 2;
        a2.add(rows, at + at2, values, first + v2, timestamp);
      }
      if (a3 != null) {
        part = 3;
        a3.add(rows, at + at3, values, first + v3, timestamp);
      }
      if (a4 != null) {
        addMore(rows, at, values, first, timestamp);
      }
    } catch (Exception thrown) {
      throw threw("add", part, thrown);
    }
  }

  private void addMore(long[] rows, int at, long[] values, int first, long timestamp) {
    int part = 4;
    try {
      a4.add(rows, at + at4, values, first + v4, timestamp);
      if (a5 != null) {
        part = 5;
        a5.add(rows, at + at5, values, first + v5, timestamp);
      }
      if (a6 != null) {
        part = 6;
        a6.add(rows, at + at6, values, first + v6, timestamp);
      }
      if (a7 != null) {
        part = 7;
        a7.add(rows, at + at7, values, first + v7, timestamp);
      }
      for (int i = PLACES; i < parts.length; i++) {
        part = i;
        int value = first + parts[i].firstValue();
        parts[i].aggregate().add(rows, at + parts[i].at(), values, value, timestamp);
      }
    } catch (Exception thrown) {
      throw threw("add", part, thrown);
    }
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    my.mergeRow(rows, at, from, fromAt);
  }

  @Override
  public void mergeEach(
      long[] rows,
      int[] rowOf,
      int stateAt,
      long[] from,
      int[] fromOf,
      int fromStateAt,
      int count) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    for (int i = 0; i < count; i++) {
      my.mergeRow(rows, rowOf[i] + stateAt, from, fromOf[i] + fromStateAt);
    }
  }

  @Override
  public void mergeRun(
      long[] rows, int at, int stride, long[] from, int fromAt, int fromStride, int count) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    for (int i = 0; i < count; i++) {
      my.mergeRow(rows, at + i * stride, from, fromAt + i * fromStride);
    }
  }

  private void mergeRow(long[] rows, int at, long[] from, int fromAt) {
    int part = 0;
    try {
      if (a0 != null) {
        a0.merge(rows, at + at0, from, fromAt + at0);
      }
      if (a1 != null) {
        part = 1;
        a1.merge(rows, at + at1, from, fromAt + at1);
      }
      if (a2 != null) {
        part = 2;
        a2.merge(rows, at + at2, from, fromAt + at2);
      }
      if (a3 != null) {
        part = 3;
        a3.merge(rows, at + at3, from, fromAt + at3);
      }
      if (a4 != null) {
        mergeRowMore(rows, at, from, fromAt);
      }
    } catch (Exception thrown) {
      throw threw("merge", part, thrown);
    }
  }

  private void mergeRowMore(long[] rows, int at, long[] from, int fromAt) {
    int part = 4;
    try {
      a4.merge(rows, at + at4, from, fromAt + at4);
      if (a5 != null) {
        part = 5;
        a5.merge(rows, at + at5, from, fromAt + at5);
      }
      if (a6 != null) {
        part = 6;
        a6.merge(rows, at + at6, from, fromAt + at6);
      }
      if (a7 != null) {
        part = 7;
        a7.merge(rows, at + at7, from, fromAt + at7);
      }
      for (int i = PLACES; i < parts.length; i++) {
        part = i;
        int partAt = parts[i].at();
        parts[i].aggregate().merge(rows, at + partAt, from, fromAt + partAt);
      }
    } catch (Exception thrown) {
      throw threw("merge", part, thrown);
    }
  }

  @Override
  public void subtractEach(
      long[] rows,
      int[] rowOf,
      int stateAt,
      long[] from,
      int[] fromOf,
      int fromStateAt,
      int count) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    for (int i = 0; i < count; i++) {
      my.subtractRow(rows, rowOf[i] + stateAt, from, fromOf[i] + fromStateAt);
    }
  }

  @Override
  public void subtractRun(
      long[] rows, int at, int stride, long[] from, int fromAt, int fromStride, int count) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    for (int i = 0; i < count; i++) {
      my.subtractRow(rows, at + i * stride, from, fromAt + i * fromStride);
    }
  }

  private void subtractRow(long[] rows, int at, long[] from, int fromAt) {
    int part = 0;
    try {
      if (a0 != null) {
        subtract(a0, rows, at + at0, from, fromAt + at0);
      }
      if (a1 != null) {
        part = 1;
        subtract(a1, rows, at + at1, from, fromAt + at1);
      }
      if (a2 != null) {
        part = 2;
        subtract(a2, rows, at + at2, from, fromAt + at2);
      }
      if (a3 != null) {
        part = 3;
        subtract(a3, rows, at + at3, from, fromAt + at3);
      }
      if (a4 != null) {
        subtractRowMore(rows, at, from, fromAt);
      }
    } catch (Exception thrown) {
      throw threw("subtract", part, thrown);
    }
  }

  private void subtractRowMore(long[] rows, int at, long[] from, int fromAt) {
    int part = 4;
    try {
      subtract(a4, rows, at + at4, from, fromAt + at4);
      if (a5 != null) {
        part = 5;
        subtract(a5, rows, at + at5, from, fromAt + at5);
      }
      if (a6 != null) {
        part = 6;
        subtract(a6, rows, at + at6, from, fromAt + at6);
      }
      if (a7 != null) {
        part = 7;
        subtract(a7, rows, at + at7, from, fromAt + at7);
      }
      for (int i = PLACES; i < parts.length; i++) {
        part = i;
        int partAt = parts[i].at();
        subtract(parts[i].aggregate(), rows, at + partAt, from, fromAt + partAt);
      }
    } catch (Exception thrown) {
      throw threw("subtract", part, thrown);
    }
  }

  private static void subtract(Aggregate a, long[] rows, int at, long[] from, int fromAt) {
    ((Invertible) a).subtract(rows, at, from, fromAt);
  }

  @Override
  public void result(long[] rows, int at, long start, long end, long[] out) {
    RowTemplate my = (RowTemplate) (SELF == null ? this : SELF);
    my.resultOf(rows, at, start, end, out);
  }

  private void resultOf(long[] rows, int at, long start, long end, long[] out) {
    int part = 0;
    try {
      if (a0 != null) {
        a0.result(rows, at + at0, start, end, out, c0);
      }
      if (a1 != null) {
        part = 1;
        a1.result(rows, at + at1, start, end, out, c1);
      }
      if (a2 != null) {
        part = 2;
        a2.result(rows, at + at2, start, end, out, c2);
      }
      if (a3 != null) {
        part = 3;
        a3.result(rows, at + at3, start, end, out, c3);
      }
      if (a4 != null) {
        part = 4;
        a4.result(rows, at + at4, start, end, out, c4);
      }
      if (a5 != null) {
        part = 5;
        a5.result(rows, at + at5, start, end, out, c5);
      }
      if (a6 != null) {
        part = 6;
        a6.result(rows, at + at6, start, end, out, c6);
      }
      if (a7 != null) {
        part = 7;
        a7.result(rows, at + at7, start, end, out, c7);
      }
      for (int i = PLACES; i < parts.length; i++) {
        part = i;
        Part last = parts[i];
        last.aggregate().result(rows, at + last.at(), start, end, out, last.firstColumn());
      }
    } catch (Exception thrown) {
      throw resultThrew(part, thrown);
    }
  }

  private static RowCode self() {
    Layout layout = Specialiser.parameterOf(MethodHandles.lookup(), Layout.class);
    return layout == null ? null : new RowTemplate(layout);
  }

  private Aggregate aggregate(int i) {
    return i < parts.length ? parts[i].aggregate() : null;
  }

  private int at(int i) {
    return i < parts.length ? parts[i].at() : 0;
  }

  private int firstColumn(int i) {
    return i < parts.length ? parts[i].firstColumn() : 0;
  }

  private int firstValue(int i) {
    return i < parts.length ? parts[i].firstValue() : 0;
  }
}
