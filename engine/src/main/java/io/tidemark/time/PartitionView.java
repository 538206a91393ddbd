package io.tidemark.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Each partition's watermark and state, for any thread, while the engine runs. Each answer was true
 * a moment ago; two answers need not be of one moment. Reading costs the engine nothing.
 *
 * <p>In a job with periodic emission a partition's watermark is the one that the next tick will
 * merge.
 */
public final class PartitionView {
  /** No partition. */
  public static final int NONE = -1;

  // Writers are MinTree and Partitions; these are also how they write.
  static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);

  /** The arrays as they are now; replaced as a whole by the time stage when they grow. */
  private volatile Arrays arrays;

  PartitionView() {}

  /**
   * What the time stage writes.
   *
   * @param nodes of the tree of active partitions' watermarks: that of partition p is at length / 2
   *     + p
   */
  record Arrays(long[] nodes, long[] idleWatermarks, byte[] states) {}

  void show(Arrays newArrays) {
    arrays = newArrays;
  }

  /** The partition's own watermark; {@link TimeStage#NO_WATERMARK} where it has none. */
  public long watermark(int partition) {
    for (Arrays now = arrays; isKnown(partition, now); now = arrays) {
      byte state = state(partition, now);
      if (state == Partitions.IDLE) {
        return idleWatermark(partition, now);
      }
      if (!Partitions.isActive(state)) {
        return TimeStage.NO_WATERMARK;
      }
      long watermark = activeWatermark(partition, now);
      // Nothing in the tree: it is at the end of time, or has stopped being active meanwhile.
      if (watermark != MinTree.NOTHING || idleWatermark(partition, now) == MinTree.NOTHING) {
        return watermark;
      }
    }
    return TimeStage.NO_WATERMARK;
  }

  /** Whether the partition takes part, but is left out of the minimum: silent, or said so. */
  public boolean isIdle(int partition) {
    Arrays now = arrays;
    return isKnown(partition, now) && state(partition, now) == Partitions.IDLE;
  }

  /** Whether the partition takes part in the minimum. */
  public boolean isActive(int partition) {
    Arrays now = arrays;
    return isKnown(partition, now) && Partitions.isActive(state(partition, now));
  }

  /**
   * The partition that holds the merged watermark: of the active ones that with the smallest
   * watermark, and the lowest number of several. {@link #NONE} where none is active.
   *
   * <p>Cost: looks at all partitions.
   */
  public int holder() {
    Arrays now = arrays;
    int holder = NONE;
    long smallest = Long.MAX_VALUE;
    for (int p = 0; p < now.states.length; p++) {
      if (Partitions.isActive(state(p, now))) {
        long watermark = activeWatermark(p, now);
        if (holder == NONE || watermark < smallest) {
          holder = p;
          smallest = watermark;
        }
      }
    }
    return holder;
  }

  /**
   * How far the partition's watermark lies behind the largest one of an active partition, in the
   * job's unit; 0 for the one that is ahead, for one ahead of all active ones, for one that takes
   * no part, and where none has a watermark. {@code Long.MAX_VALUE} where only others have one.
   *
   * <p>Cost: looks at all partitions.
   */
  public long lag(int partition) {
    if (!isActive(partition) && !isIdle(partition)) {
      return 0;
    }
    long own = watermark(partition);
    long ahead = own;
    Arrays now = arrays;
    for (int p = 0; p < now.states.length; p++) {
      if (isActive(p)) {
        ahead = Math.max(ahead, watermark(p));
      }
    }
    // It saturates: they may lie further apart than the largest long.
    long lag = ahead - own;
    return lag < 0 || (own == TimeStage.NO_WATERMARK && ahead > own) ? Long.MAX_VALUE : lag;
  }

  /** One more than the largest number a partition seen so far may have. */
  public int limit() {
    return arrays.states.length;
  }

  private static boolean isKnown(int partition, Arrays now) {
    return partition >= 0 && partition < now.states.length;
  }

  private static byte state(int partition, Arrays now) {
    return (byte) BYTES.getAcquire(now.states, partition);
  }

  private static long idleWatermark(int partition, Arrays now) {
    return (long) LONGS.getAcquire(now.idleWatermarks, partition);
  }

  private static long activeWatermark(int partition, Arrays now) {
    return (long) LONGS.getAcquire(now.nodes, now.nodes.length / 2 + partition);
  }
}
