package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * Which panes are held, and what they have together of that from which nothing can be subtracted,
 * by two stacks (folklore; see K. Tangwongsan, M. Hirzel, S. Schneider, General Incremental
 * Sliding-Window Aggregation, VLDB 2015): the panes of the front have suffixes, each row the state
 * of its key in all panes of the front behind it; a leaving pane hands them over. When the front is
 * used up, the next panes become the front.
 *
 * <p>Their suffixes have been made by then, from the last pane to the first and a few panes a
 * slide, so that no slide is long (as in DABA, same authors, DEBS 2017, but for all keys of a pane
 * together). For that a key has a state for each stretch of panes, see {@link Stretches}.
 *
 * <p>An event for a pane that is held already goes into the state of its stretch, and into the
 * suffixes before it until one does not change by it. So only sums of doubles cost more the further
 * behind the watermark an event is. One writer: the stage that runs the windows.
 */
final class TwoStacks {
  private final Panes panes;
  private final int panesPerSlide;
  private final StackPart stack;
  private final StackColumns columns;

  /** Whose suffixes these are, of the definitions that share panes. */
  private final int definition;

  private final PaneSuffixes suffixes;
  private final PaneWalk walk;

  private final Stretches at;

  TwoStacks(Panes panes, int panesPerSlide, StackColumns columns, int definition) {
    this.panes = panes;
    this.definition = definition;
    this.at = new Stretches(panes);
    this.panesPerSlide = panesPerSlide;
    this.stack = columns.part();
    this.columns = columns;
    this.suffixes = new PaneSuffixes(panes, stack, definition);
    this.walk = new PaneWalk(stack.width());
  }

  /** Whether the pane with this index is held, or would be if it were live. */
  boolean holds(long pane) {
    return at.isBefore(at.held, pane);
  }

  /** No pane up to this one is to be held; none is that is live. */
  void pass(long pane) {
    if (at.held > 0 && pane >= at.first) {
      at.beginAt(pane + 1);
    }
  }

  /**
   * Goes on to a window, whose first panes may be held already.
   *
   * @return the place of its first live pane that is not, which are to {@link #enter}
   */
  int moveTo(long firstPane, long lastPane) {
    at.beginAt(firstPane);
    int place = panes.placeFrom(firstPane + at.held);
    at.held = lastPane - firstPane + 1;
    return place;
  }

  /** The place behind the last live pane of the window. */
  int end() {
    return at.end();
  }

  /** A pane behind all others comes in. */
  void enter(PaneRows pane) {
    long[] array = pane.array();
    long[] fresh = columns.fresh();
    walk.begin(pane);
    while (walk.next()) {
      stack.mergeEach(fresh, walk.byNumber, array, walk.rows, walk.count());
    }
  }

  /** The place behind the last live pane of the first slide, whose panes are to {@link #leave}. */
  int slideEnd() {
    return panes.placeBehind(at.first + (panesPerSlide - 1));
  }

  /** The place of the first live pane. */
  int begin() {
    return panes.placeFrom(at.first);
  }

  /** The first pane leaves. */
  void leave(Pane pane) {
    while (!at.isFront(pane.index)) {
      useUpFront();
    }
    PaneRows from = pane.rows;
    long[] to = columns.front();
    long[] made = from.suffixes[definition];
    walk.begin(from);
    while (walk.next()) {
      stack.copyEach(made, walk.byPlace, to, walk.byNumber, walk.count());
    }
  }

  /** All panes of the first slide have left; does a slide's share of making the next front. */
  void leaveSlide() {
    at.beginAt(at.first + panesPerSlide);
    if (at.held == 0 || !stack.hasStates()) {
      return;
    }
    int begin = begin();
    if (begin == at.end()) {
      at.front = at.held;
      at.extendMiddle();
      return;
    }
    while (!at.isFront(panes.at(begin).index)) {
      useUpFront();
    }
    long slidesLeft = (at.front - 1) / panesPerSlide + 1;
    if (at.unbuilt() == 0) {
      extendMiddle(slidesLeft);
    }
    build((int) ((at.unbuilt() + slidesLeft - 1) / slidesLeft));
  }

  /**
   * Takes the fresh panes to the middle when it has been made and as many have come again: while a
   * stream begins, the first front lasts for a whole window and is no more than one pane.
   */
  private void extendMiddle(long slidesLeft) {
    int freshBegin = at.placeAt(at.middle);
    int freshCount = at.end() - freshBegin;
    int middleCount = freshBegin - at.placeAt(at.front);
    if (freshCount == 0
        || freshCount < middleCount
        || (freshCount + middleCount) / (2 * panesPerSlide) > slidesLeft) {
      return;
    }
    columns.freshToMiddle();
    at.extendMiddle();
  }

  private void build(int count) {
    int place = at.placeAt(at.built) - 1;
    for (int n = 0; n < count; n++) {
      build(panes.at(place - n));
    }
  }

  /** Makes the pane's suffixes; those of all panes of the middle behind it have been made. */
  private void build(Pane pane) {
    long[] array = pane.rows.array();
    long[] made = pane.rows.suffixes[definition];
    long[] carry = columns.carry();
    at.built = pane.index - at.first;
    walk.begin(pane.rows);
    while (walk.next()) {
      int n = walk.count();
      stack.copyEach(carry, walk.byNumber, made, walk.byPlace, n);
      stack.copyEach(array, walk.rows, carry, walk.byNumber, n);
      stack.mergeEach(carry, walk.byNumber, made, walk.byPlace, n);
    }
  }

  /** The front has no panes left: the middle is the front from now on. */
  private void useUpFront() {
    build(at.unbuilt());
    columns.middleToFront();
    at.front = at.middle;
    at.extendMiddle();
  }

  /**
   * Takes in an event that has just gone into a held pane.
   *
   * @param place of its row in the pane
   * @param number its key's
   * @param isNew whether the event made that row
   */
  void add(Pane pane, int place, int number, boolean isNew, SlotBatch batch, int i) {
    int row = number * stack.width();
    long index = pane.index;
    if (at.isFront(index)) {
      stack.add(columns.front(), row, batch, i);
      long last = at.first + (at.front - 1);
      suffixes.add(at.first, last, pane, place, isNew, batch, i);
    } else if (at.isBefore(at.middle, index)) {
      stack.add(columns.middle(), row, batch, i);
      if (!at.isBefore(at.built, index)) {
        stack.add(columns.carry(), row, batch, i);
        long last = at.first + (at.middle - 1);
        suffixes.add(at.first + at.built, last, pane, place, isNew, batch, i);
      }
    } else {
      stack.add(columns.fresh(), row, batch, i);
    }
  }
}
