package io.tidemark.time;

import java.util.Arrays;

/**
 * Judges whole batches where nobody has a say about single events: in most jobs. Nearly all slots
 * are passed over in one short loop; those that move something go one by one, the special ones
 * through {@link SlotJudge}.
 *
 * <p>One writer: the time stage.
 */
final class BatchJudge {
  private final Partitions partitions;
  private final TickClock clock;
  private final Timeline timeline;
  private final SlotJudge special;
  private final boolean countViolations;
  private final boolean watchesSilence;

  /**
   * Over these parts of a stage.
   *
   * @param special for the slots that are not simply events
   */
  BatchJudge(
      WatermarkStrategy<?> strategy,
      Partitions partitions,
      TickClock clock,
      Timeline timeline,
      SlotJudge special) {
    this.partitions = partitions;
    this.clock = clock;
    this.timeline = timeline;
    this.special = special;
    this.countViolations = strategy.kind() == WatermarkStrategy.Kind.MONOTONOUS;
    this.watchesSilence = strategy.idleness().isPresent();
  }

  /** Judges all slots of the batch. */
  void judge(SlotBatch batch) {
    int i = 0;
    while (i < batch.size) {
      i = passSettled(batch, i);
      if (i < batch.size) {
        batch.judgedBy[i] = timeline.merged();
        batch.beforeTicks[i] = timeline.merged();
        if (!judgeSteady(batch, i)) {
          special.judge(batch, i);
        }
        i++;
      }
    }
  }

  /**
   * Passes over events that move nothing: no tick is due before them, their partitions are simply
   * active and have seen later ones, and they are ahead of the watermark. These are nearly all
   * where partitions are out of order; the loop has no call, so that its values stay in registers.
   *
   * @return where it stopped
   */
  private int passSettled(SlotBatch batch, int from) {
    int size = batch.size;
    byte[] kinds = batch.kinds;
    int[] partitionOf = batch.partitions;
    long[] arrivalsNs = batch.arrivalsNs;
    long[] timestamps = batch.timestamps;
    long[] settledUpTo = partitions.settledUpTo();
    long[] lastArrivalNs = partitions.lastArrivalNs();
    long dueNs = clock.dueNs();
    long nowNs = clock.nowNs();
    long watermark = timeline.merged();
    int i = from;
    for (; i < size; i++) {
      int partition = partitionOf[i];
      long arrivalNs = arrivalsNs[i];
      long timestamp = timestamps[i];
      if (!SlotBatch.isEvent(kinds[i])
          || arrivalNs >= dueNs
          || timestamp <= watermark
          || partition >= settledUpTo.length
          || timestamp > settledUpTo[partition]
          || (countViolations && timestamp < settledUpTo[partition])) {
        break;
      }
      nowNs = Math.max(nowNs, arrivalNs);
      if (watchesSilence) {
        lastArrivalNs[partition] = nowNs;
      }
    }
    if (i > from) {
      clock.advanceTo(nowNs);
      Arrays.fill(batch.judgedBy, from, i, watermark);
    }
    return i;
  }

  /**
   * Judges an event that moves something or is behind, of a partition that is simply active, with
   * no tick due before it. Returns whether it was one.
   */
  private boolean judgeSteady(SlotBatch batch, int i) {
    int partition = batch.partitions[i];
    if (!SlotBatch.isEvent(batch.kinds[i])
        || batch.arrivalsNs[i] >= clock.dueNs()
        || !partitions.isSteady(partition)) {
      return false;
    }
    clock.advanceTo(batch.arrivalsNs[i]);
    special.observe(partition, batch.timestamps[i], false);
    return true;
  }
}
