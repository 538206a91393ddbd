package io.tidemark.window;

/**
 * Which panes are held, and in which stretch: told by how many panes there are, live or not, from
 * the first one on, so that no number of a pane is a special one. One writer: the stage that runs
 * the windows.
 *
 * <pre>
 *   first         front           built          middle         held
 *   |--- front ---|---------- middle ----------|--- fresh ---|
 *    all suffixes  none yet       | suffixes   |
 *                                 |-- carry ---|
 * </pre>
 */
final class Stretches {
  private final Panes panes;

  /** The first pane that may be held. */
  long first;

  /** How many panes from there on are in the front. */
  long front;

  /** How many come before the first one of the middle that has suffixes. */
  long built;

  /** How many are in front and middle. */
  long middle;

  /** How many are held. */
  long held;

  Stretches(Panes panes) {
    this.panes = panes;
  }

  /** Whether this is one of so many panes from the first one on. */
  boolean isBefore(long end, long pane) {
    return Long.compareUnsigned(pane - first, end) < 0;
  }

  /** The first held pane is this one from now on; those before it are held no longer. */
  void beginAt(long pane) {
    long gone = pane - first;
    boolean anyLeft = isBefore(held, pane);
    front = anyLeft ? Math.max(front - gone, 0) : 0;
    built = anyLeft ? Math.max(built - gone, 0) : 0;
    middle = anyLeft ? Math.max(middle - gone, 0) : 0;
    held = anyLeft ? held - gone : 0;
    first = pane;
  }

  /** The place of the first live pane that has so many before it from the first one on. */
  int placeAt(long distance) {
    return distance == held ? end() : panes.placeFrom(first + distance);
  }

  /** The place behind the last live pane that is held; there is one. */
  int end() {
    return panes.placeBehind(first + (held - 1));
  }

  /** Whether the front has this pane. */
  boolean isFront(long pane) {
    return isBefore(front, pane);
  }

  /** Panes of the middle without suffixes. */
  int unbuilt() {
    return placeAt(built) - placeAt(front);
  }

  /** All held panes are in front and middle from now on; those new there have no suffixes yet. */
  void extendMiddle() {
    middle = held;
    built = held;
  }
}
