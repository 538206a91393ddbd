package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.time.SlotBatch;

/**
 * The rows of the window that fires next, kept from window to window: panes come in at its end and
 * leave at its beginning. The cost of a row of a pane does not depend on how many panes a window
 * has.
 *
 * <p>Of invertible aggregates a key has one state, to which panes are added and from which they are
 * subtracted. All others go through {@link TwoStacks}. The number of events is among the former and
 * tells which keys there are. One writer: the stage that runs the windows.
 */
final class RunningRows {
  private final SlidingAssigner assigner;
  private final Panes panes;
  private final int definition;
  private final RowCode invertible;
  private final StackPart stack;
  private final RunningTable table;
  private final TwoStacks stacks;
  private final PaneWalk walk;

  /** Where the invertible state begins in a pane's row. */
  private final int paneState;

  /** A whole row put together: key, 0, state. */
  private final long[] whole;

  private final int[] rowOf = new int[SlotBatch.SIZE];

  RunningRows(RowCode code, SlidingAssigner assigner, Panes panes, PaneIntake intake) {
    this.assigner = assigner;
    this.panes = panes;
    this.invertible = code.invertible();
    this.stack = new StackPart(code.notInvertible());
    this.table = new RunningTable(invertible, stack, intake.numbers, panes);
    this.definition = intake.add(panes, table);
    this.stacks = new TwoStacks(panes, assigner.panesPerSlide(), table.columns, definition);
    this.walk = new PaneWalk(table.width);
    this.paneState = stack.width();
    this.whole = new long[RunningTable.STATE + code.width()];
  }

  /** The keys and their order. */
  RunningTable keys() {
    return table;
  }

  /** Which definition it is of those that share panes. */
  int definition() {
    return definition;
  }

  /** Whether the rows of the pane with this index are in the running ones. */
  boolean holds(long pane) {
    return stacks.holds(pane);
  }

  /** A pane has been opened of which no window will fire in time: it is not to be held. */
  void pass(long pane) {
    stacks.pass(pane);
  }

  /** Brings in the panes of the window up to its last one. */
  void enter(long window) {
    int place = stacks.moveTo(assigner.firstPane(window), assigner.lastPane(window));
    int end = stacks.end();
    for (; place < end; place++) {
      enter(panes.at(place).rows);
    }
  }

  private void enter(PaneRows pane) {
    long[] array = pane.array();
    long[] rows = table.rows();
    if (pane.isNumbered()) {
      invertible.mergeRun(
          rows, RunningTable.STATE, table.width, array, paneState, pane.stride(), count(pane));
    } else {
      walk.begin(pane);
      while (walk.next()) {
        invertible.mergeEach(
            rows, walk.byNumber, RunningTable.STATE, array, walk.rows, paneState, walk.count());
      }
    }
    if (stack.hasStates()) {
      pane.makeRoomBeside(definition, stack.width());
      stacks.enter(pane);
    }
  }

  /** How many numbers a pane has that goes by them; those without a row have an empty state. */
  private int count(PaneRows pane) {
    return Math.min(pane.places(), table.size());
  }

  /** Where {@link #row} finds rows: key, number of firings, state. */
  long[] rows() {
    return stack.width() > 0 ? whole : table.rows();
  }

  /** Where in {@link #rows} the row of this key's number begins, until the next call. */
  int row(int number) {
    long[] rows = table.rows();
    int at = number * table.width;
    rows[at + 1] = 0;
    if (stack.width() == 0) {
      return at;
    }
    if (stack.hasStates()) {
      table.columns.whole(number, whole, RunningTable.STATE);
    }
    whole[0] = rows[at];
    whole[1] = 0;
    int shift = whole.length - at - table.width;
    for (int i = at + RunningTable.STATE; i < at + table.width; i++) {
      whole[i + shift] = rows[i];
    }
    return 0;
  }

  /**
   * Forgets the keys that no window has whose time to close has not come.
   *
   * @param watermark at which the window fires
   */
  void forget(long watermark) {
    table.forget(stacks, watermark);
  }

  /** Takes out the panes that this window has and the next one has not. */
  void leave() {
    int end = stacks.slideEnd();
    for (int place = stacks.begin(); place < end; place++) {
      Pane pane = panes.at(place);
      leave(pane.rows);
      if (stack.hasStates()) {
        stacks.leave(pane);
      }
    }
    stacks.leaveSlide();
  }

  private void leave(PaneRows pane) {
    long[] array = pane.array();
    long[] rows = table.rows();
    if (pane.isNumbered()) {
      invertible.subtractRun(
          rows, RunningTable.STATE, table.width, array, paneState, pane.stride(), count(pane));
    } else {
      walk.begin(pane);
      while (walk.next()) {
        invertible.subtractEach(
            rows, walk.byNumber, RunningTable.STATE, array, walk.rows, paneState, walk.count());
      }
    }
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
    int number = paneRows.number(place);
    rowOf[i] = number * table.width;
    invertible.addAll(
        table.rows(), rowOf, RunningTable.STATE, batch.values, batch.timestamps, i, i + 1);
    if (stack.hasStates()) {
      paneRows.makeRoomBeside(definition, stack.width());
      stacks.add(pane, place, number, isNew, batch, i);
    }
  }
}
