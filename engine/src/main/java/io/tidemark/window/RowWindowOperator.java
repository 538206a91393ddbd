package io.tidemark.window;

/**
 * Runs windows that are a row each, with an end of its own: sessions and rolling windows. What is
 * due waits in the operator's own queues and is taken from there a slice at a time; an event that
 * is to change a row which waits has it fire, and close, first.
 *
 * <p>One writer: the stage that runs the windows.
 */
abstract class RowWindowOperator extends WindowOperator {
  RowWindowOperator(OperatorSetup setup, int fields) {
    super(setup, true, fields);
  }

  /** Whether its firings can go on in slices: not where triggers say more than when rows end. */
  boolean firesRowByRow() {
    return true;
  }

  /** Whether a window may be to fire by this watermark. */
  abstract boolean mayFire(long watermark);

  /**
   * Fires windows whose end this watermark has reached, in order.
   *
   * @param steps how many at the most, counting those that turn out to end later
   * @return how many it took; fewer than that where none is left
   */
  abstract int fireDue(long watermark, int steps);

  /** Whether a window may be to close by this watermark. */
  abstract boolean mayClose(long watermark);

  /**
   * Closes windows that have fired and that this watermark closes, as {@link #fireDue} fires them.
   */
  abstract int closeDue(long watermark, int steps);

  @Override
  final void closeUpTo(long watermark) {
    closeDue(watermark, Integer.MAX_VALUE);
  }
}
