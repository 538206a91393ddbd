package io.tidemark.time;

import io.tidemark.counters.PartitionMetrics;
import io.tidemark.counters.UserMetrics;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The users' generators of a job, one a partition, and what each said last. One writer: the time
 * stage.
 */
final class Generators {
  private final WatermarkGeneratorSupplier<Object> supplier;
  private final TimeUnit unit;
  private final TickClock clock;
  private final long idlenessNs;
  private final UserMetrics metrics;

  /** Decisions that have not been told; null where nobody asks. */
  private BoundLog bounds;

  /** How many events each partition had, over all times it took part. */
  private long[] events = {};

  /** By partition; null where it takes no part. */
  private Said[] partitions = {};

  /**
   * One for each declared partition.
   *
   * @param supplier to be called for the job's own events only
   */
  Generators(
      WatermarkGeneratorSupplier<Object> supplier,
      TimeUnit unit,
      TickClock clock,
      long idlenessNs,
      UserMetrics metrics,
      int declared) {
    this.supplier = supplier;
    this.unit = unit;
    this.clock = clock;
    this.idlenessNs = idlenessNs;
    this.metrics = metrics;
    for (int partition = 0; partition < declared; partition++) {
      addDeclared(partition);
    }
  }

  /** From now on decisions of bounds are kept for {@link #tellBounds}. */
  void keepBounds() {
    bounds = new BoundLog();
  }

  /** Hands out the decisions since the last call. */
  void tellBounds(BoundHandler handler) {
    bounds.handTo(handler);
  }

  /** Whether there is one for this partition. */
  boolean has(int partition) {
    return partition < partitions.length && partitions[partition] != null;
  }

  /** What the partition's generator said last, if it has one. */
  Said said(int partition) {
    return partitions[partition];
  }

  /** One more than the largest number of a partition that has one. */
  int limit() {
    return partitions.length;
  }

  private void addDeclared(int partition) {
    try {
      add(partition);
    } catch (Exception thrown) {
      throw threw(partition, thrown);
    }
  }

  private void add(int partition) {
    if (partition >= partitions.length) {
      partitions = Arrays.copyOf(partitions, Math.max(partition + 1, 2 * partitions.length));
      events = Arrays.copyOf(events, partitions.length);
    }
    Said added = new Said(partition);
    partitions[partition] = added;
  }

  /** The partition takes no part any more. */
  void forget(int partition) {
    if (has(partition)) {
      partitions[partition] = null;
    }
  }

  /**
   * Asks the partition's generator about an event; makes it where there is none.
   *
   * @throws WatermarkException when it throws: then it has said nothing
   */
  Said onEvent(int partition, Object event, long timestamp) {
    boolean isNew = !has(partition);
    try {
      if (isNew) {
        add(partition);
      }
      Said said = partitions[partition];
      said.begin();
      said.generator.onEvent(event, timestamp, said);
      events[partition]++;
      return said;
    } catch (Exception thrown) {
      if (isNew) {
        forget(partition);
      }
      throw threw(partition, thrown);
    }
  }

  /**
   * Asks the partition's generator at a tick.
   *
   * @throws WatermarkException when it throws
   */
  Said onPeriodicEmit(int partition) {
    Said said = partitions[partition];
    said.begin();
    try {
      said.generator.onPeriodicEmit(said);
      return said;
    } catch (Exception thrown) {
      throw threw(partition, thrown);
    }
  }

  private static WatermarkException threw(int partition, Exception thrown) {
    return new WatermarkException(
        "the watermark generator of partition " + partition + " threw " + thrown, thrown);
  }

  /** A generator, and what it said in the call under way or the last one. */
  final class Said implements WatermarkOutput, DecisionContext {
    private final int partition;
    private final WatermarkGenerator<Object> generator;
    private long watermark;
    private boolean active;
    private boolean idle;

    /** Whether the partition is idle because its generator said so. */
    private boolean idleByItself;

    private Said(int partition) {
      this.partition = partition;
      this.generator = supplier.createWatermarkGenerator(this);
    }

    private void begin() {
      watermark = TimeStage.NO_WATERMARK;
      active = false;
      idle = false;
    }

    /** The largest watermark; {@link TimeStage#NO_WATERMARK} for none. */
    long watermark() {
      return watermark;
    }

    /** Whether it said that the partition takes part, in the end or before it called it idle. */
    boolean isActive() {
      return active;
    }

    /** Whether the last thing it said is that the partition is idle. */
    boolean isIdle() {
      return idle;
    }

    /** Whether it emitted a watermark, and none as large as this one. */
    boolean fellBehind(long reached) {
      return watermark != TimeStage.NO_WATERMARK && watermark < reached;
    }

    boolean isIdleByItself() {
      return idleByItself;
    }

    void idleByItself(boolean is) {
      idleByItself = is;
    }

    @Override
    public void emitWatermark(long emitted) {
      watermark = Math.max(watermark, emitted);
      markActive();
    }

    @Override
    public void markIdle() {
      idle = true;
    }

    @Override
    public void markActive() {
      active = true;
      idle = false;
    }

    @Override
    public int partition() {
      return partition;
    }

    @Override
    public TimeUnit unit() {
      return unit;
    }

    @Override
    public long nowNs() {
      return clock.nowNs();
    }

    @Override
    public long idlenessNs() {
      return idlenessNs;
    }

    @Override
    public PartitionMetrics metrics() {
      return new PartitionMetrics(metrics, partition);
    }

    @Override
    public long events() {
      return events[partition];
    }

    @Override
    public void decided(long afterEvents, long bound) {
      if (bounds != null) {
        bounds.add(partition, afterEvents, bound);
      }
    }
  }
}
