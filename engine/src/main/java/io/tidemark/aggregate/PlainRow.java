package io.tidemark.aggregate;

import java.util.List;

/**
 * A row's code as an ordinary class: a loop over the parts. For where no class can be defined at
 * run time (native images), and for debuggers.
 */
final class PlainRow extends RowCode {
  PlainRow(Layout layout) {
    super(layout);
  }

  @Override
  public void create(long[] rows, int at) {
    List<Part> parts = parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      part.aggregate().create(rows, at + part.at());
    }
  }

  @Override
  public void addAll(
      long[] rows, int[] rowOf, int stateAt, long[] values, long[] timestamps, int from, int to) {
    for (int i = from; i < to; i++) {
      add(rows, rowOf[i] + stateAt, values, i * valuesPerEvent(), timestamps[i]);
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
      add(arrays[arrayOf[i]], rowOf[i] + stateAt, values, i * valuesPerEvent(), timestamps[i]);
    }
  }

  private void add(long[] rows, int at, long[] values, int first, long timestamp) {
    List<Part> parts = parts();
    for (int p = 0; p < parts.size(); p++) {
      Part part = parts.get(p);
      part.aggregate().add(rows, at + part.at(), values, first + part.firstValue(), timestamp);
    }
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    List<Part> parts = parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      part.aggregate().merge(rows, at + part.at(), from, fromAt + part.at());
    }
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    List<Part> parts = parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      ((Invertible) part.aggregate()).subtract(rows, at + part.at(), from, fromAt + part.at());
    }
  }

  @Override
  public void result(long[] rows, int at, long start, long end, long[] out) {
    List<Part> parts = parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      part.aggregate().result(rows, at + part.at(), start, end, out, part.firstColumn());
    }
  }
}
