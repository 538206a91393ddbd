package io.tidemark.counters;

/** Registers the counters and gauges of one partition, whose only writer its stage is. */
public final class PartitionMetrics {
  private final UserMetrics metrics;
  private final int partition;

  /** For this partition. */
  public PartitionMetrics(UserMetrics metrics, int partition) {
    this.metrics = metrics;
    this.partition = partition;
  }

  /**
   * The counter of this name; to be asked for once and kept.
   *
   * @throws IllegalArgumentException when a gauge has this name
   */
  public Counter counter(String name) {
    return metrics.counter(name, partition);
  }

  /**
   * The gauge of this name; to be asked for once and kept.
   *
   * @throws IllegalArgumentException when a counter has this name
   */
  public Gauge gauge(String name) {
    return metrics.gauge(name, partition);
  }
}
