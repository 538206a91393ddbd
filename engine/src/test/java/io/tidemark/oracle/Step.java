package io.tidemark.oracle;

/** One thing that happens to a job, in the order in which it is published. */
public sealed interface Step permits Step.OfPartition, Step.Tick, Step.EndOfInput {

  /** A step of one partition. */
  sealed interface OfPartition extends Step
      permits Event, Rejected, Idle, Active, Leave, End, Given {
    /** The partition's number. */
    int partition();
  }

  /**
   * An event is published. One whose timestamp does not {@linkplain Settings#fits fit} is rejected.
   *
   * @param timestamp event time, in the job's unit
   * @param arrivalNs processing time; less than one before counts as the largest one before
   * @param value what the aggregates read
   * @param filtered whether the job's filter drops it: it moves time, and is in no window
   */
  record Event(
      int partition, long timestamp, long arrivalNs, long key, long value, boolean filtered)
      implements OfPartition {

    /** By what it is told from others, where that is asked: many come again. */
    public static long idOf(long value) {
      return Math.floorMod(value, 50);
    }

    /** The same with another timestamp. */
    Event at(long newTimestamp) {
      return new Event(partition, newTimestamp, arrivalNs, key, value, filtered);
    }
  }

  /** A row that could not be an event is published. It counts for nothing. */
  record Rejected(int partition, long timestamp, long arrivalNs) implements OfPartition {}

  /** Time has passed. The first tick or event starts the clock. */
  record Tick(long nowNs) implements Step {}

  /**
   * A partition says that it is idle; until its next event, or until it says it is active. Without
   * effect where the partition does not take part.
   */
  record Idle(int partition) implements OfPartition {}

  /**
   * A partition gives a sign of life without an event: its silence counts from here, that is from
   * the largest arrival or tick so far. Without effect where the partition does not take part.
   */
  record Active(int partition) implements OfPartition {}

  /** A partition is left out and forgotten; its next event makes it join as a new one. */
  record Leave(int partition) implements OfPartition {}

  /** A partition is left out for good: its events are refused, all else of it has no effect. */
  record End(int partition) implements OfPartition {}

  /**
   * A partition's source says that no more events at or below this are expected. As an event does,
   * it makes the partition join and is a sign of life, at the largest arrival or tick so far.
   */
  record Given(int partition, long watermark) implements OfPartition {}

  /** The last step: the watermark goes to the end of time. */
  record EndOfInput() implements Step {}
}
