package io.tidemark.process;

/**
 * Runs one {@link KeyedProcess}. One writer: the stage that runs the processes.
 *
 * @param <E> the type of event
 */
interface KeyedOperator<E> {
  /** The words for the user's code that {@link #onEvent} runs. */
  String function();

  /** The job is on processing time: what time has come to is no watermark, and not shown as one. */
  default void hideWatermark() {
    // Most show none.
  }

  /**
   * Time has come to this.
   *
   * @param watermark the merged watermark
   * @param nowNs the slots' clock
   */
  void advanceTo(long watermark, long nowNs);

  /** Runs the user's code on an event; {@link #commit} or {@link #discard} settles it. */
  void onEvent(E event, long key, long timestamp);

  /** The event counts. */
  void commit();

  /** The event leaves no trace, if it was taken at all. */
  void discard();
}
