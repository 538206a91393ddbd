package io.tidemark.window;

/**
 * A window with a row for each of its keys, and how far its firing has come where that goes on in
 * slices. One writer: the stage that runs the windows.
 *
 * <p>While it is fired, events may come for it: they are late. A row that one of them is to change
 * is handed out ahead of its turn; rows that they add are not part of the firing.
 */
abstract class KeyedWindow {
  final KeyTable table;

  /** Its first timestamp, and that behind its last. */
  long start;

  long end;

  /** The watermark at which it fires. */
  long firesAt;

  /** The watermark from which on it is closed to events. */
  long closesAt;

  /** The next row that is to be handed out, by number, and behind the last one. */
  private int next;

  private int behind;

  /** The rows from the next one on that have been handed out ahead of their turn. */
  private final ChangedRows ahead = new ChangedRows();

  private boolean someAhead;

  KeyedWindow(KeyTable table) {
    this.table = table;
  }

  /** All rows that it has are to be handed out. */
  final void beginFiring() {
    next = 0;
    behind = table.size();
  }

  /** How many rows of its firing have not had their turn. */
  final int rowsLeft() {
    return behind - next;
  }

  /** Whether its firing is under way. */
  final boolean isFiring() {
    return next < behind;
  }

  /** The number of the first of so many rows, which have their turn now. */
  final int takeRows(int count) {
    int first = next;
    next += count;
    return first;
  }

  /** Whether the row is to be handed out now that its turn has come. */
  final boolean isDue(int row) {
    return !someAhead || !ahead.contains(row);
  }

  /** Whether the row has to be handed out before an event changes it; it counts as that then. */
  final boolean takeAhead(int row) {
    if (row < next || row >= behind) {
      return false;
    }
    someAhead = true;
    return ahead.add(row);
  }

  /** The turn of the row that was taken ahead has not been used: it could not be handed out. */
  final void putBack(int row) {
    ahead.remove(row);
  }

  /** All rows have been handed out. */
  final void endFiring() {
    if (someAhead) {
      ahead.clear();
      someAhead = false;
    }
  }
}
