package io.tidemark.aggregate;

import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * The template of a row's code: defined again as a hidden class for each window definition, with
 * the definition's parts as class data. There each aggregate is a static final, so the JIT compiler
 * calls it directly and inlines it whatever other jobs run in the JVM; unused places are null and
 * fold away. Loaded as an ordinary class it has no parts and is never used.
 *
 * <p>In a prototype (ns an event, four aggregates): array of aggregates 25, this 6, by hand 6.
 */
final class SpecialisedRow extends RowCode {
  /** How many aggregates have a place of their own; further ones are called through the array. */
  private static final int PLACES = 8;

  private static final Layout LAYOUT = classData();
  private static final Part[] PARTS = LAYOUT.parts().toArray(new Part[0]);
  private static final int VALUES_PER_EVENT = LAYOUT.valuesPerEvent();
  private static final Aggregate A0 = aggregate(0);
  private static final Aggregate A1 = aggregate(1);
  private static final Aggregate A2 = aggregate(2);
  private static final Aggregate A3 = aggregate(3);
  private static final Aggregate A4 = aggregate(4);
  private static final Aggregate A5 = aggregate(5);
  private static final Aggregate A6 = aggregate(6);
  private static final Aggregate A7 = aggregate(7);
  private static final int AT0 = at(0);
  private static final int AT1 = at(1);
  private static final int AT2 = at(2);
  private static final int AT3 = at(3);
  private static final int AT4 = at(4);
  private static final int AT5 = at(5);
  private static final int AT6 = at(6);
  private static final int AT7 = at(7);
  private static final int V0 = firstValue(0);
  private static final int V1 = firstValue(1);
  private static final int V2 = firstValue(2);
  private static final int V3 = firstValue(3);
  private static final int V4 = firstValue(4);
  private static final int V5 = firstValue(5);
  private static final int V6 = firstValue(6);
  private static final int V7 = firstValue(7);

  private static final int C0 = firstColumn(0);
  private static final int C1 = firstColumn(1);
  private static final int C2 = firstColumn(2);
  private static final int C3 = firstColumn(3);
  private static final int C4 = firstColumn(4);
  private static final int C5 = firstColumn(5);
  private static final int C6 = firstColumn(6);
  private static final int C7 = firstColumn(7);

  SpecialisedRow() {
    super(LAYOUT);
  }

  @Override
  public void create(long[] rows, int at) {
    if (A0 != null) {
      A0.create(rows, at + AT0);
    }
    if (A1 != null) {
      A1.create(rows, at + AT1);
    }
    if (A2 != null) {
      A2.create(rows, at + AT2);
    }
    if (A3 != null) {
      A3.create(rows, at + AT3);
    }
    if (A4 != null) {
      A4.create(rows, at + AT4);
    }
    if (A5 != null) {
      A5.create(rows, at + AT5);
    }
    if (A6 != null) {
      A6.create(rows, at + AT6);
    }
    if (A7 != null) {
      A7.create(rows, at + AT7);
    }
    for (int i = PLACES; i < PARTS.length; i++) {
      PARTS[i].aggregate().create(rows, at + PARTS[i].at());
    }
  }

  @Override
  public void addAll(
      long[] rows, int[] rowOf, int stateAt, long[] values, long[] timestamps, int from, int to) {
    for (int i = from; i < to; i++) {
      add(rows, rowOf[i] + stateAt, values, i * VALUES_PER_EVENT, timestamps[i]);
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
    for (int i = from; i < to; i++) {
      add(arrays[arrayOf[i]], rowOf[i] + stateAt, values, i * VALUES_PER_EVENT, timestamps[i]);
    }
  }

  private static void add(long[] rows, int at, long[] values, int first, long timestamp) {
    if (A0 != null) {
      A0.add(rows, at + AT0, values, first + V0, timestamp);
    }
    if (A1 != null) {
      A1.add(rows, at + AT1, values, first + V1, timestamp);
    }
    if (A2 != null) {
      A2.add(rows, at + AT2, values, first + V2, timestamp);
    }
    if (A3 != null) {
      A3.add(rows, at + AT3, values, first + V3, timestamp);
    }
    if (A4 != null) {
      A4.add(rows, at + AT4, values, first + V4, timestamp);
    }
    if (A5 != null) {
      A5.add(rows, at + AT5, values, first + V5, timestamp);
    }
    if (A6 != null) {
      A6.add(rows, at + AT6, values, first + V6, timestamp);
    }
    if (A7 != null) {
      A7.add(rows, at + AT7, values, first + V7, timestamp);
    }
    for (int i = PLACES; i < PARTS.length; i++) {
      Part part = PARTS[i];
      part.aggregate().add(rows, at + part.at(), values, first + part.firstValue(), timestamp);
    }
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    if (A0 != null) {
      A0.merge(rows, at + AT0, from, fromAt + AT0);
    }
    if (A1 != null) {
      A1.merge(rows, at + AT1, from, fromAt + AT1);
    }
    if (A2 != null) {
      A2.merge(rows, at + AT2, from, fromAt + AT2);
    }
    if (A3 != null) {
      A3.merge(rows, at + AT3, from, fromAt + AT3);
    }
    if (A4 != null) {
      A4.merge(rows, at + AT4, from, fromAt + AT4);
    }
    if (A5 != null) {
      A5.merge(rows, at + AT5, from, fromAt + AT5);
    }
    if (A6 != null) {
      A6.merge(rows, at + AT6, from, fromAt + AT6);
    }
    if (A7 != null) {
      A7.merge(rows, at + AT7, from, fromAt + AT7);
    }
    for (int i = PLACES; i < PARTS.length; i++) {
      PARTS[i].aggregate().merge(rows, at + PARTS[i].at(), from, fromAt + PARTS[i].at());
    }
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    if (A0 != null) {
      subtract(A0, rows, at + AT0, from, fromAt + AT0);
    }
    if (A1 != null) {
      subtract(A1, rows, at + AT1, from, fromAt + AT1);
    }
    if (A2 != null) {
      subtract(A2, rows, at + AT2, from, fromAt + AT2);
    }
    if (A3 != null) {
      subtract(A3, rows, at + AT3, from, fromAt + AT3);
    }
    if (A4 != null) {
      subtract(A4, rows, at + AT4, from, fromAt + AT4);
    }
    if (A5 != null) {
      subtract(A5, rows, at + AT5, from, fromAt + AT5);
    }
    if (A6 != null) {
      subtract(A6, rows, at + AT6, from, fromAt + AT6);
    }
    if (A7 != null) {
      subtract(A7, rows, at + AT7, from, fromAt + AT7);
    }
    for (int i = PLACES; i < PARTS.length; i++) {
      int partAt = PARTS[i].at();
      subtract(PARTS[i].aggregate(), rows, at + partAt, from, fromAt + partAt);
    }
  }

  private static void subtract(Aggregate a, long[] rows, int at, long[] from, int fromAt) {
    ((Invertible) a).subtract(rows, at, from, fromAt);
  }

  @Override
  public void result(long[] rows, int at, long start, long end, long[] out) {
    if (A0 != null) {
      A0.result(rows, at + AT0, start, end, out, C0);
    }
    if (A1 != null) {
      A1.result(rows, at + AT1, start, end, out, C1);
    }
    if (A2 != null) {
      A2.result(rows, at + AT2, start, end, out, C2);
    }
    if (A3 != null) {
      A3.result(rows, at + AT3, start, end, out, C3);
    }
    if (A4 != null) {
      A4.result(rows, at + AT4, start, end, out, C4);
    }
    if (A5 != null) {
      A5.result(rows, at + AT5, start, end, out, C5);
    }
    if (A6 != null) {
      A6.result(rows, at + AT6, start, end, out, C6);
    }
    if (A7 != null) {
      A7.result(rows, at + AT7, start, end, out, C7);
    }
    for (int i = PLACES; i < PARTS.length; i++) {
      Part part = PARTS[i];
      part.aggregate().result(rows, at + part.at(), start, end, out, part.firstColumn());
    }
  }

  private static Layout classData() {
    try {
      Layout layout = MethodHandles.classData(MethodHandles.lookup(), "_", Layout.class);
      return layout == null ? new Layout(List.of(), 0) : layout;
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Aggregate aggregate(int i) {
    return i < PARTS.length ? PARTS[i].aggregate() : null;
  }

  private static int at(int i) {
    return i < PARTS.length ? PARTS[i].at() : 0;
  }

  private static int firstColumn(int i) {
    return i < PARTS.length ? PARTS[i].firstColumn() : 0;
  }

  private static int firstValue(int i) {
    return i < PARTS.length ? PARTS[i].firstValue() : 0;
  }
}
