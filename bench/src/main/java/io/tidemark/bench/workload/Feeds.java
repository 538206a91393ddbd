package io.tidemark.bench.workload;

/**
 * How many partitions a stream comes from. Event {@code i} is in partition {@code i % busy}; the
 * silent ones are known from the start, never have an event, and hold the watermark until they have
 * been silent for {@link #IDLENESS_MS}.
 *
 * @param busy those with events
 * @param silent those without, numbered after the others
 */
public record Feeds(int busy, int silent) {

  /** After how much silence a partition is idle, in ms: a multiple of the interval of ticks. */
  public static final long IDLENESS_MS = 1000;

  /** Those of W1 and W2. */
  public static final Feeds FOUR = new Feeds(Workload.PARTITIONS, 0);

  /** The partition of event {@code i}. */
  public int partition(long i) {
    return (int) (i % busy);
  }

  /** How many there are. */
  public int all() {
    return busy + silent;
  }

  /** Whether the silent ones still hold the watermark when this event comes. */
  public boolean areHeldUpAt(long i) {
    return silent > 0 && Workload.baseTime(i) < Workload.T0 + IDLENESS_MS;
  }
}
