package io.tidemark.time;

import java.util.Arrays;

/** Decisions on their way to the handler. One writer: the time stage. */
final class BoundLog {
  private int[] partitions = new int[2 * SlotBatch.SIZE];
  private long[] events = new long[2 * SlotBatch.SIZE];
  private long[] bounds = new long[2 * SlotBatch.SIZE];
  private int size;

  void add(int partition, long afterEvents, long bound) {
    if (size == bounds.length) {
      partitions = Arrays.copyOf(partitions, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
      bounds = Arrays.copyOf(bounds, 2 * size);
    }
    partitions[size] = partition;
    events[size] = afterEvents;
    bounds[size++] = bound;
  }

  void handTo(BoundHandler handler) {
    int count = size;
    // Where the handler throws, the rest is not told: the engine stops.
    size = 0;
    for (int i = 0; i < count; i++) {
      handler.onBound(partitions[i], events[i], bounds[i]);
    }
  }
}
