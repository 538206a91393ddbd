package io.tidemark.time;

/**
 * Makes the watermarks of one partition: a user's own rule. The shape is that of Flink's interface
 * of this name, so that a generator written for Flink works here with other imports.
 *
 * <p>What a call says through its output counts when it returns: the largest watermark, and whether
 * the partition was last called active or idle. Where a call throws, it has said nothing: the event
 * is rejected or the engine stops, as the job says of functions that throw; a tick has no event to
 * reject, so there it always stops.
 *
 * <p>Thread: the one that runs the time stage. It must not read a clock of its own, or replaying
 * will not give the same: {@link WatermarkGeneratorSupplier.Context#nowNs} is the engine's.
 *
 * @param <E> the type of event
 */
public interface WatermarkGenerator<E> {
  /**
   * An event of the partition, which has been judged by the watermark as it was before.
   *
   * @param timestamp its time, in the job's unit
   */
  void onEvent(E event, long timestamp, WatermarkOutput output);

  /**
   * A tick of the engine's, 200 ms apart unless the strategy says otherwise. Not called while the
   * partition is idle by its silence, or because its publisher said so.
   */
  void onPeriodicEmit(WatermarkOutput output);
}
