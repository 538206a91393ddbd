package io.tidemark.time;

import java.util.Optional;

/**
 * Says what time it is for each slot: {@link TimeStage} by watermarks, {@link ClockStage} by the
 * clock. Pure: time is an input. One thread, but for {@link #partitions}.
 */
public interface Timekeeper {
  /** Has each event tried out before it has an effect, and each slot told when it had its. */
  void tryOutBy(EventTrial trial);

  /**
   * Judges a batch: notes in it what each event is judged by, and lets each slot move time in its
   * turn.
   *
   * @param source the batch's slots, for generators and trials; null where the job has neither
   * @return null; or what stops the job: the batch ends before the slot that did it
   */
  WatermarkException judge(SlotBatch batch, SlotSource<?> source);

  /** What time it is: the largest arrival or tick so far, in ns since the epoch. */
  long nowNs();

  /** Up to which time windows are complete now. */
  long completeUpTo();

  /**
   * The merged watermark: no more events with a timestamp at or below it are expected. {@link
   * TimeStage#NO_WATERMARK} where there is none, and always where the job has none.
   */
  long watermark();

  /**
   * Until when time can go without anything being decided by time alone, such as a partition being
   * found silent: {@code Long.MAX_VALUE} where nothing ever is, {@code Long.MIN_VALUE} where that
   * depends on what comes next.
   */
  long noSilenceUntilNs();

  /** From now on decisions of adaptive bounds are kept for {@link #tellBounds}. */
  default void keepBounds() {
    // Where there are no watermarks, nothing is decided.
  }

  /** Hands out the decisions since the last call; only after {@link #keepBounds}. */
  default void tellBounds(BoundHandler handler) {
    // Nothing was decided.
  }

  /** The partitions' watermarks and states, for any thread. */
  PartitionView partitions();

  /** Who is held back, for any thread; empty where partitions are not aligned. */
  default Optional<AlignmentView> alignment() {
    return Optional.empty();
  }
}
