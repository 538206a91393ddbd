package io.tidemark.bench.sliding;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcome that the engine must have, worked out another way: plain arrays for the slices
 * between window edges, indexed by the ordinal of the key, and each window put together anew from
 * its slices. One thread.
 */
final class PaneOracle {
  private static final int WIDTH = 4;

  private final Workload workload;
  private final Shape shape;
  private final boolean extremes;
  private final TreeMap<Long, long[]> slices = new TreeMap<>();
  private final Digest digest = new Digest();
  private final long[] watermarks = new long[Workload.PARTITIONS];
  private final long[] window;
  private long nextStart;
  private long recentStart = Long.MIN_VALUE;
  private long[] recent;
  private long events;
  private long late;

  PaneOracle(Workload workload, Shape shape, boolean extremes) {
    this.workload = workload;
    this.shape = shape;
    this.extremes = extremes;
    this.window = new long[WIDTH * workload.keys()];
    Arrays.fill(watermarks, Long.MIN_VALUE);
    this.nextStart = lastStart(Workload.T0 - Workload.MAX_DELAY_MS - shape.sizeMs);
  }

  /** Takes the events up to number {@code end}, exclusive, and says the outcome so far. */
  Outcome advanceTo(long end) {
    while (events < end) {
      accept(events++);
    }
    return digest.outcome(late);
  }

  /** Ends the stream: all windows fire. */
  Outcome finish() {
    fire(Long.MAX_VALUE);
    return digest.outcome(late);
  }

  private long lastStart(long timestamp) {
    return timestamp - timestamp % shape.slideMs;
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw);
    if (lastStart(timestamp) + shape.sizeMs <= watermark()) {
      late++;
    } else {
      add(timestamp, workload.keyOrdinal(draw), Workload.value(draw));
    }
    int partition = Workload.partition(i);
    watermarks[partition] = Math.max(watermarks[partition], timestamp - Workload.BOUND_MS);
    fire(watermark());
  }

  private long watermark() {
    long least = watermarks[0];
    for (long each : watermarks) {
      least = Math.min(least, each);
    }
    return least;
  }

  private void add(long timestamp, int ordinal, long value) {
    long start = lastStart(timestamp);
    long end = start + shape.sizeMs % shape.slideMs;
    long slice = timestamp < end ? start : end;
    if (slice != recentStart) {
      recentStart = slice;
      recent = slices.computeIfAbsent(slice, s -> new long[WIDTH * workload.keys()]);
    }
    add(recent, WIDTH * ordinal, 1, value, value, value);
  }

  private static void add(long[] rows, int row, long count, long sum, long min, long max) {
    boolean first = rows[row] == 0;
    rows[row] += count;
    rows[row + 1] += sum;
    rows[row + 2] = first ? min : Math.min(rows[row + 2], min);
    rows[row + 3] = first ? max : Math.max(rows[row + 3], max);
  }

  private void fire(long watermark) {
    while (!slices.isEmpty() && nextStart + shape.sizeMs <= watermark) {
      long start = nextStart;
      nextStart += shape.slideMs;
      fireWindow(start);
      Map<Long, long[]> gone = slices.headMap(nextStart);
      if (!gone.isEmpty()) {
        gone.clear();
        recentStart = Long.MIN_VALUE;
      }
    }
  }

  private void fireWindow(long start) {
    Arrays.fill(window, 0);
    for (long[] rows : slices.subMap(start, start + shape.sizeMs).values()) {
      for (int row = 0; row < rows.length; row += WIDTH) {
        if (rows[row] != 0) {
          add(window, row, rows[row], rows[row + 1], rows[row + 2], rows[row + 3]);
        }
      }
    }
    for (int row = 0; row < window.length; row += WIDTH) {
      if (window[row] != 0) {
        emit(start, Workload.keyOf(row / WIDTH), row);
      }
    }
  }

  private void emit(long start, long key, int row) {
    digest.add(
        key,
        start,
        start + shape.sizeMs,
        window[row],
        window[row + 1],
        extremes ? window[row + 2] : 0,
        extremes ? window[row + 3] : 0);
  }
}
