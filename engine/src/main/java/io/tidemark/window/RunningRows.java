package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * The rows of the window that fires next, kept from window to window: panes come in at its end and
 * leave at its beginning. The cost of a row of a pane does not depend on how many panes a window
 * has.
 *
 * <p>Of invertible aggregates a key has one state, to which panes are added and from which they are
 * subtracted. All others go through two stacks (folklore; see K. Tangwongsan, M. Hirzel, S.
 * Schneider, General Incremental Sliding-Window Aggregation, VLDB 2015): the panes of the front
 * have suffixes, each row the state of its key in all panes of the front behind it; a leaving pane
 * hands them over. When the front is used up, the next panes become the front.
 *
 * <p>Their suffixes have been made by then, from the last pane to the first and a few panes a
 * slide, so that no slide is long (as in DABA, same authors, DEBS 2017, but for all keys of a pane
 * together). For that a key has a state for each stretch of panes:
 *
 * <pre>
 *   first        frontEnd          built       middleEnd       last
 *   |--- front ---|---------- middle -----------|--- fresh ---|
 *    all suffixes  none yet        | suffixes   |
 *                                  |-- carry ---|
 * </pre>
 *
 * <p>An event for a pane that is held already goes into the state of its stretch, and into the
 * suffixes before it until one does not change by it. So only sums of doubles cost more the further
 * behind the watermark an event is. One writer: the stage that runs the windows.
 */
final class RunningRows {
  private final SlidingAssigner assigner;
  private final Panes panes;
  private final RowCode invertible;
  private final StackPart stack;
  private final RunningTable table;
  private final PaneSuffixes suffixes;
  private final PaneWalk walk;
  private final int front;
  private final int middle;
  private final int fresh;
  private final int carry;

  /** Where the invertible state begins in a running row, and in a pane's. */
  private final int invertibleAt;

  private final int paneInvertible;
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The first pane of the window that fires next; before it none is held. */
  private long first = Long.MIN_VALUE;

  private long frontEnd = Long.MIN_VALUE;
  private long middleEnd = Long.MIN_VALUE;

  /** The last held pane. */
  private long last = Long.MIN_VALUE;

  /** From this pane on the middle has suffixes. */
  private long built = Long.MIN_VALUE;

  RunningRows(RowCode code, SlidingAssigner assigner, Panes panes) {
    this.assigner = assigner;
    this.panes = panes;
    this.invertible = code.invertible();
    this.stack = new StackPart(code.notInvertible());
    this.table = new RunningTable(invertible, stack);
    this.suffixes = new PaneSuffixes(panes, stack);
    this.walk = new PaneWalk(stack.width(), table.width);
    this.front = table.front;
    this.middle = table.middle;
    this.fresh = table.fresh;
    this.carry = table.carry;
    this.invertibleAt = table.invertibleAt;
    this.paneInvertible = stack.width();
  }

  /** The keys and their numbers. */
  RunningTable keys() {
    return table;
  }

  /** The longs of a suffix. */
  int suffix() {
    return stack.width();
  }

  /** Whether the rows of the pane with this index are in the running ones. */
  boolean holds(long pane) {
    return pane >= first && pane <= last;
  }

  /** A pane has been opened of which no window will fire in time: it is not to be held. */
  void pass(long pane) {
    first = Math.max(first, pane + 1);
  }

  /** How many keys the window that {@link #enter} was called for has. */
  int size() {
    return table.ordered();
  }

  /** Brings in the panes of the window up to its last one, and its keys in order. */
  void enter(long window) {
    first = assigner.firstPane(window);
    int place = panes.placeFrom(Math.max(first, last == Long.MIN_VALUE ? first : last + 1));
    last = assigner.lastPane(window);
    int end = panes.placeFrom(last + 1);
    for (; place < end; place++) {
      enter(panes.at(place));
    }
    table.sort(panes, first, last);
  }

  /** Writes the row at this place of the order: key, 0, state. */
  void row(int place, long[] to) {
    long[] rows = table.rows();
    int number = table.ordered(place);
    int at = number * table.width;
    stack.copy(rows, at + front, to, 1);
    stack.merge(to, 1, rows, at + middle);
    stack.merge(to, 1, rows, at + fresh);
    to[0] = table.key(number);
    to[1] = 0;
    int shift = 1 + paneInvertible - invertibleAt - at;
    for (int i = at + invertibleAt; i < at + table.width; i++) {
      to[i + shift] = rows[i];
    }
  }

  /** Takes out the panes that this window has and the next one has not. */
  void leave() {
    long next = Durations.saturatedAdd(first, assigner.panesPerSlide());
    int end = panes.placeFrom(next);
    for (int place = panes.placeFrom(first); place < end; place++) {
      leave(panes.at(place));
    }
    first = next;
    balance();
  }

  /**
   * Takes in an event that has just gone into a held pane.
   *
   * @param row its row in the pane
   * @param isNew whether the event made that row
   */
  void add(Pane pane, int row, boolean isNew, SlotBatch batch, int i) {
    PaneRows paneRows = pane.rows;
    int place = paneRows.place(row);
    long arrival = StackPart.NONE;
    if (isNew) {
      paneRows.makeRoomBeside(stack.width());
      if (!paneRows.isNumbered()) {
        paneRows.numbers[place] = table.numberOf(batch.keys[i]);
      }
      arrival = paneRows.array()[row];
    }
    int at = paneRows.number(place) * table.width;
    long[] rows = table.rows();
    rowOf[i] = at;
    invertible.addAll(rows, rowOf, invertibleAt, batch.values, batch.timestamps, i, i + 1);
    long index = pane.index;
    if (index <= frontEnd) {
      stack.add(rows, at + front, arrival, batch, i);
      suffixes.add(first, frontEnd, pane, place, arrival, batch, i);
    } else if (index <= middleEnd) {
      stack.add(rows, at + middle, arrival, batch, i);
      if (index >= built) {
        stack.add(rows, at + carry, arrival, batch, i);
        suffixes.add(built, middleEnd, pane, place, arrival, batch, i);
      }
    } else {
      stack.add(rows, at + fresh, arrival, batch, i);
    }
  }

  private void enter(Pane pane) {
    PaneRows from = pane.rows;
    from.makeRoomBeside(stack.width());
    if (!from.isNumbered()) {
      number(from);
    }
    long[] array = from.array();
    long[] rows = table.rows();
    walk.begin(from);
    while (walk.next()) {
      int n = walk.count();
      invertible.mergeEach(rows, walk.running, invertibleAt, array, walk.rows, paneInvertible, n);
      stack.mergeEach(rows, walk.running, fresh, array, walk.rows, 0, n);
    }
  }

  private void number(PaneRows pane) {
    long[] keys = pane.table().rows();
    int[] numbers = pane.numbers;
    int end = pane.places();
    for (int place = 0; place < end; place++) {
      numbers[place] = table.numberOf(keys[place * pane.stride()]);
    }
  }

  private void leave(Pane pane) {
    while (pane.index > frontEnd) {
      useUpFront();
    }
    long[] array = pane.rows.array();
    long[] rows = table.rows();
    walk.begin(pane.rows);
    while (walk.next()) {
      int n = walk.count();
      invertible.subtractEach(
          rows, walk.running, invertibleAt, array, walk.rows, paneInvertible, n);
      stack.copyEach(pane.rows.suffixes, walk.suffixes, 0, rows, walk.running, front, n);
    }
  }

  /** Makes the pane's suffixes; those of all panes of the middle behind it have been made. */
  private void build(Pane pane) {
    long[] array = pane.rows.array();
    long[] rows = table.rows();
    long[] made = pane.rows.suffixes;
    walk.begin(pane.rows);
    while (walk.next()) {
      int n = walk.count();
      stack.copyEach(rows, walk.running, carry, made, walk.suffixes, 0, n);
      stack.copyEach(array, walk.rows, 0, rows, walk.running, carry, n);
      stack.mergeEach(rows, walk.running, carry, made, walk.suffixes, 0, n);
    }
    built = pane.index;
  }

  /** Does a slide's share of the work that makes the middle the next front. */
  private void balance() {
    int begin = panes.placeFrom(first);
    if (begin == panes.placeFrom(last + 1)) {
      frontEnd = middleEnd = last;
      built = last + 1;
      return;
    }
    while (panes.at(begin).index > frontEnd) {
      useUpFront();
    }
    long slidesLeft = (frontEnd - first) / assigner.panesPerSlide() + 1;
    if (unbuilt() == 0) {
      extendMiddle(slidesLeft);
    }
    build((int) ((unbuilt() + slidesLeft - 1) / slidesLeft));
  }

  /**
   * Takes the fresh panes to the middle when it has been made and as many have come again: while a
   * stream begins, the first front lasts for a whole window and is no more than one pane.
   */
  private void extendMiddle(long slidesLeft) {
    int freshBegin = panes.placeFrom(middleEnd + 1);
    int freshCount = panes.placeFrom(last + 1) - freshBegin;
    int middleCount = freshBegin - middleBegin();
    if (freshCount == 0
        || freshCount < middleCount
        || (freshCount + middleCount) / (2 * assigner.panesPerSlide()) > slidesLeft) {
      return;
    }
    table.freshToMiddle();
    middleEnd = last;
    built = last + 1;
  }

  /** Panes of the middle without suffixes. */
  private int unbuilt() {
    return Math.max(panes.placeFrom(built) - middleBegin(), 0);
  }

  private int middleBegin() {
    return panes.placeFrom(Math.max(frontEnd + 1, first));
  }

  private void build(int count) {
    int place = panes.placeFrom(built) - 1;
    for (int n = 0; n < count; n++) {
      build(panes.at(place - n));
    }
  }

  /** The front has no panes left: the middle is the front from now on. */
  private void useUpFront() {
    build(unbuilt());
    table.middleToFront();
    frontEnd = middleEnd;
    middleEnd = last;
    built = last + 1;
  }
}
