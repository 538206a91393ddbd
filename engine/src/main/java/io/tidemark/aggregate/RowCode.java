package io.tidemark.aggregate;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All aggregates of one window definition as one: what is done to a row of their states.
 *
 * <p>What an aggregate throws comes out as an {@link AggregateException} that names it and its
 * function. That costs nothing until it happens: the number of the part at work is a constant at
 * each call, which only what catches reads.
 *
 * <p>Immutable; any thread. {@link #addAll} is on the path of each event and allocates nothing.
 */
public abstract class RowCode {
  /**
   * One aggregate's place in the row.
   *
   * @param aggregate the aggregate
   * @param name the words for it
   * @param at where its state begins, from the beginning of the row's state
   * @param firstValue where its values begin among an event's values
   * @param firstColumn where its results begin in the array of results
   */
  record Part(Aggregate aggregate, String name, int at, int firstValue, int firstColumn) {

    Part movedTo(int newAt) {
      return new Part(aggregate, name, newAt, firstValue, firstColumn);
    }

    /** Whether it comes to the same for the same events. */
    boolean isSameAs(Part other) {
      return aggregate.equals(other.aggregate)
          && (firstValue == other.firstValue || aggregate.inputs() == 0);
    }

    /** Whether it is one of ours, whose arithmetic faults are results beyond 64 bits. */
    boolean isBuiltIn() {
      return aggregate.getClass().getPackage() == RowCode.class.getPackage();
    }
  }

  /**
   * What a row's code is made from.
   *
   * @param parts the aggregates and their places
   * @param valuesPerEvent how many values each event has
   * @param invertibleAt where in the state the invertible aggregates begin
   * @param width the longs of the state
   */
  record Layout(List<Part> parts, int valuesPerEvent, int invertibleAt, int width) {

    /** Parts side by side. */
    static Layout of(List<Part> parts, int valuesPerEvent) {
      int invertibleAt = 0;
      int width = 0;
      for (Part part : parts) {
        int longs = part.aggregate().width();
        width += longs;
        invertibleAt += isInvertible(part) ? 0 : longs;
      }
      return new Layout(parts, valuesPerEvent, invertibleAt, width);
    }
  }

  private final Layout layout;
  private final int width;
  private final boolean mayThrow;
  private final int resultCount;

  RowCode(Layout layout) {
    this.layout = layout;
    int results = 0;
    for (Part part : layout.parts()) {
      results += part.aggregate().columns().size();
    }
    this.width = layout.width();
    this.mayThrow =
        layout.parts().stream().anyMatch(part -> !part.isBuiltIn() && part.aggregate().mayThrow());
    this.resultCount = results;
  }

  /**
   * Makes the code for these aggregates: specialised where the JVM lets classes be defined at run
   * time, else plain; the results are the same.
   *
   * @param aggregates the aggregates, in the order of their columns
   * @param names for each, the words for it in messages
   * @param firstValues for each, where its values begin among an event's values
   */
  public static RowCode of(
      List<Aggregate> aggregates, List<String> names, int[] firstValues, int valuesPerEvent) {
    return of(Layout.of(parts(aggregates, names, firstValues), valuesPerEvent));
  }

  private static RowCode of(Layout layout) {
    return Specialiser.instance(
        MethodHandles.lookup(), RowTemplate.class, RowCode.class, Layout.class, layout);
  }

  /** The same as {@link #of}, never specialised: for debuggers and for comparison. */
  public static RowCode plain(
      List<Aggregate> aggregates, List<String> names, int[] firstValues, int valuesPerEvent) {
    return new RowTemplate(Layout.of(parts(aggregates, names, firstValues), valuesPerEvent));
  }

  /**
   * The same with the number of a row's events in the state, at {@link #countAt}: behind all else
   * where no aggregate has it.
   */
  public final RowCode counted() {
    if (countAt() >= 0) {
      return this;
    }
    List<Part> more = new ArrayList<>(parts());
    more.add(new Part(new EventCount(), "the number of events", width, 0, resultCount));
    return of(Layout.of(List.copyOf(more), layout.valuesPerEvent()));
  }

  /** The code of rows that have the aggregates of all these, the same of the same value once. */
  public static RowCode union(List<RowCode> codes) {
    return of(Layout.of(sideBySide(different(codes)), codes.get(0).valuesPerEvent()));
  }

  /** The longs of the state in such rows. */
  public static int unionWidth(List<RowCode> codes) {
    return different(codes).stream().mapToInt(part -> part.aggregate().width()).sum();
  }

  private static List<Part> different(List<RowCode> codes) {
    List<Part> all = new ArrayList<>();
    for (RowCode code : codes) {
      List<Part> left = new ArrayList<>(all);
      for (Part part : code.parts()) {
        if (takeSame(part, left) == null) {
          all.add(part);
        }
      }
    }
    return all;
  }

  /** Takes a part out that is the same, or gives null: each stands for one of a code. */
  private static Part takeSame(Part part, List<Part> left) {
    for (int i = 0; i < left.size(); i++) {
      if (part.isSameAs(left.get(i))) {
        return left.remove(i);
      }
    }
    return null;
  }

  /** The code of the same aggregates where they lie in the rows of a {@link #union}. */
  public final RowCode within(RowCode union) {
    List<Part> moved = new ArrayList<>();
    List<Part> left = new ArrayList<>(union.parts());
    for (Part part : parts()) {
      moved.add(part.movedTo(takeSame(part, left).at()));
    }
    Layout all = union.layout;
    return of(
        new Layout(List.copyOf(moved), layout.valuesPerEvent(), all.invertibleAt(), all.width()));
  }

  /** Where in the state the number of its events is, or -1. */
  public final int countAt() {
    for (Part part : parts()) {
      if (part.aggregate() instanceof CountsEvents counts) {
        return part.at() + counts.countAt();
      }
    }
    return -1;
  }

  /** The code of the {@link Invertible} aggregates alone: they lie last in a row's state. */
  public final RowCode invertible() {
    int before = layout.invertibleAt();
    List<Part> moved = new ArrayList<>();
    for (Part part : parts()) {
      if (isInvertible(part)) {
        moved.add(part.movedTo(part.at() - before));
      }
    }
    return of(new Layout(List.copyOf(moved), layout.valuesPerEvent(), 0, width - before));
  }

  /** The code of the aggregates that are not {@link Invertible}: they lie first in the state. */
  public final RowCode notInvertible() {
    List<Part> kept = parts().stream().filter(part -> !isInvertible(part)).toList();
    int longs = layout.invertibleAt();
    return of(new Layout(kept, layout.valuesPerEvent(), longs, longs));
  }

  private static boolean isInvertible(Part part) {
    return part.aggregate() instanceof Invertible;
  }

  /** Whether taking an event or another state may throw: an aggregate of the user's own may. */
  public final boolean mayThrow() {
    return mayThrow;
  }

  /** Whether there is no aggregate. */
  public final boolean isEmpty() {
    return parts().isEmpty();
  }

  /** How many longs the state of all aggregates takes, or of those of all in a {@link #union}. */
  public final int width() {
    return width;
  }

  /** How many values an event has. */
  public final int valuesPerEvent() {
    return layout.valuesPerEvent();
  }

  /** How many results there are: the columns of all aggregates. */
  public final int resultCount() {
    return resultCount;
  }

  /**
   * Names what a function of a part threw.
   *
   * @param function which function of the aggregate
   * @param part the number of the part
   */
  final AggregateException threw(String function, int part, Exception thrown) {
    return thrown instanceof AggregateException named
        ? named
        : new AggregateException(function + " function of " + parts().get(part).name(), thrown);
  }

  /** Names what a result threw, unless one of ours says that it does not fit its column. */
  final RuntimeException resultThrew(int part, Exception thrown) {
    return thrown instanceof ArithmeticException fault && parts().get(part).isBuiltIn()
        ? fault
        : threw("result", part, thrown);
  }

  /** Writes the state of no event. */
  public abstract void create(long[] rows, int at);

  /**
   * Takes several events into their rows, in their order.
   *
   * @param rowOf where the row of each event begins in {@code rows}
   * @param stateAt where the state begins in a row
   * @param values the events' values, event by event, each as many as the job has
   * @param timestamps the events' timestamps
   * @param from the place of the first event in the three arrays, counted in events
   * @param to the place behind the last event
   */
  public abstract void addAll(
      long[] rows, int[] rowOf, int stateAt, long[] values, long[] timestamps, int from, int to);

  /**
   * The same for rows that lie in several arrays.
   *
   * @param arrays the arrays
   * @param arrayOf which of them has each event's row
   * @param rowOf where the row of each event begins in its array
   */
  public abstract void addEach(
      long[][] arrays,
      int[] arrayOf,
      int[] rowOf,
      int stateAt,
      long[] values,
      long[] timestamps,
      int from,
      int to);

  /**
   * The same for rows that are {@link #counted}, each nothing but the state.
   *
   * @return how many rows had no event before
   */
  public abstract int addCounted(
      long[][] arrays,
      int[] arrayOf,
      int[] rowOf,
      long[] values,
      long[] timestamps,
      int from,
      int to);

  /**
   * The same for rows that lie at numbers, side by side.
   *
   * @param numberOf the number of each event's row
   * @return the place of the first event whose array ends before its row, or {@code to}; and 2^32
   *     times how many rows had no event before
   */
  public abstract long addNumbered(
      long[][] arrays,
      int[] arrayOf,
      int[] numberOf,
      long[] values,
      long[] timestamps,
      int from,
      int to);

  /** Takes the state of another row into the row. */
  public abstract void merge(long[] rows, int at, long[] from, int fromAt);

  /**
   * Takes the states of several other rows into as many rows, one after the other.
   *
   * @param rowOf where the rows begin in {@code rows}
   * @param stateAt where the state begins in such a row
   * @param fromOf where the other rows begin in {@code from}
   * @param fromStateAt where the state begins in such a row
   * @param count how many rows there are
   */
  public abstract void mergeEach(
      long[] rows, int[] rowOf, int stateAt, long[] from, int[] fromOf, int fromStateAt, int count);

  /**
   * Takes the states of several other rows out of as many rows; parameters as for {@link
   * #mergeEach}.
   *
   * @throws AggregateException when not all aggregates are {@link Invertible}, for a
   *     ClassCastException
   */
  public abstract void subtractEach(
      long[] rows, int[] rowOf, int stateAt, long[] from, int[] fromOf, int fromStateAt, int count);

  /**
   * Takes the states of rows that lie side by side into as many rows that do.
   *
   * @param at where the state of the first row begins in {@code rows}
   * @param stride from state to state
   * @param fromAt where the state of the first of the other rows begins in {@code from}
   * @param fromStride from state to state there
   * @param count how many rows there are
   */
  public abstract void mergeRun(
      long[] rows, int at, int stride, long[] from, int fromAt, int fromStride, int count);

  /**
   * Takes the states of rows that lie side by side out of as many rows that do; parameters as for
   * {@link #mergeRun}.
   *
   * @throws AggregateException when not all aggregates are {@link Invertible}, for a
   *     ClassCastException
   */
  public abstract void subtractRun(
      long[] rows, int at, int stride, long[] from, int fromAt, int fromStride, int count);

  /**
   * Writes the results of all aggregates as raw bits.
   *
   * @param start the first timestamp of the window
   * @param end the first timestamp behind it
   * @throws ArithmeticException when the result of a built-in aggregate does not fit its column;
   *     {@link #faultyColumn} tells which
   */
  public abstract void result(long[] rows, int at, long start, long end, long[] out);

  /** The number of the first column of the first aggregate whose result is a fault, or -1. */
  public final int faultyColumn(long[] rows, int at, long start, long end) {
    long[] out = new long[resultCount];
    int first = -1;
    for (Part part : parts()) {
      try {
        part.aggregate().result(rows, at + part.at(), start, end, out, part.firstColumn());
      } catch (ArithmeticException fault) {
        first = first < 0 ? part.firstColumn() : Math.min(first, part.firstColumn());
      }
    }
    return first;
  }

  final List<Part> parts() {
    return layout.parts();
  }

  /** Columns are in the order of the aggregates; states of those that are invertible lie last. */
  private static List<Part> parts(
      List<Aggregate> aggregates, List<String> names, int[] firstValues) {
    List<Part> inOrder = new ArrayList<>();
    int column = 0;
    for (int i = 0; i < aggregates.size(); i++) {
      Aggregate aggregate = aggregates.get(i);
      inOrder.add(new Part(aggregate, names.get(i), 0, firstValues[i], column));
      column += aggregate.columns().size();
    }
    return sideBySide(inOrder);
  }

  /** Gives parts their places in the state. */
  private static List<Part> sideBySide(List<Part> all) {
    List<Part> inOrder = new ArrayList<>(all);
    inOrder.sort(Comparator.comparing(RowCode::isInvertible));
    List<Part> parts = new ArrayList<>();
    int at = 0;
    for (Part part : inOrder) {
      parts.add(part.movedTo(at));
      at += part.aggregate().width();
    }
    return List.copyOf(parts);
  }
}
