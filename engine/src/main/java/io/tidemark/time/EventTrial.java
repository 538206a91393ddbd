package io.tidemark.time;

/**
 * Asks whether an event can be taken, before it has any effect: it may be one that the user's code
 * refuses. For strategies and jobs that look at their slots one by one.
 */
public interface EventTrial {
  /**
   * Whether the event is taken; one that the filter left out is, but time has passed by then. If
   * not, it counts for nothing; why, this has noted in the batch.
   *
   * @param i its place in the batch; {@link SlotBatch#judgedBy} has what it is judged by
   */
  boolean accepts(SlotBatch batch, int i);
}
