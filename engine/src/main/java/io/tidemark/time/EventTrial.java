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

  /**
   * A slot, of whatever kind, has had its effect on time and now counts, before the next one is
   * judged: so what the next one finds is what this one left, wherever a batch ends. Not called for
   * a slot that stops the job.
   *
   * @param i its place in the batch
   */
  void onJudged(SlotBatch batch, int i);
}
