package io.tidemark.time;

import io.tidemark.counters.PartitionMetrics;
import java.util.concurrent.TimeUnit;

/**
 * Makes a generator for each partition: for declared ones when the engine starts, for others with
 * their first event, and anew for one that joins again after it left.
 *
 * <p>Two strategies are equal when their suppliers are.
 *
 * @param <E> the type of event
 */
@FunctionalInterface
public interface WatermarkGeneratorSupplier<E> {
  /** A generator that no other partition has. */
  WatermarkGenerator<E> createWatermarkGenerator(Context context);

  /** What a generator may want to know. Valid as long as its partition takes part. */
  interface Context {
    /** The number of the partition. */
    int partition();

    /** The unit of timestamps and watermarks. */
    TimeUnit unit();

    /**
     * The engine's time, in ns since the epoch: the largest arrival or tick so far; {@code
     * Long.MIN_VALUE} before the first. It is an input, so a replay sees the same.
     */
    long nowNs();

    /** The silence after which a partition is idle, in ns; 0: never. */
    long idlenessNs();

    /**
     * Where to register counters and gauges of one's own; they are read through {@code
     * Counters.user()}.
     */
    PartitionMetrics metrics();
  }
}
