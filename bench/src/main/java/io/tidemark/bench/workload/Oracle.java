package io.tidemark.bench.workload;

import java.util.Arrays;
import java.util.TreeMap;

/**
 * The outcome that every variant must have, worked out another way: by plain arrays indexed by the
 * ordinal of the key, with no hashing and no fast path.
 *
 * <p>Each benchmark JVM runs it before its variant. That it uses no hash table keeps the type
 * profiles of those under test clean. Costs 32 bytes a key and open window, and about 20 ns an
 * event or what a memory access costs. One thread.
 */
public final class Oracle {

  private static final int WIDTH = 4;

  private final Workload workload;
  private final TreeMap<Long, long[]> windows = new TreeMap<>();
  private final Digest digest = new Digest();
  private final Feeds feeds;
  private final long[] watermarks;
  private long recentStart = Long.MIN_VALUE;
  private long[] recent;
  private long events;
  private long late;

  /** Before the first event of tumbling windows over this stream. */
  public Oracle(Workload workload) {
    this(workload, Feeds.FOUR);
  }

  /** The same with other partitions; an event costs a look at all busy ones twice. */
  public Oracle(Workload workload, Feeds feeds) {
    this.workload = workload;
    this.feeds = feeds;
    this.watermarks = new long[feeds.busy()];
    Arrays.fill(watermarks, Long.MIN_VALUE);
  }

  /** Takes the events up to number {@code end}, exclusive, and says the outcome so far. */
  public Outcome advanceTo(long end) {
    while (events < end) {
      accept(events++);
    }
    return digest.outcome(late);
  }

  /** Ends the stream: all windows fire. */
  public Outcome finish() {
    fire(Long.MAX_VALUE);
    return digest.outcome(late);
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw);
    long start = timestamp - timestamp % Workload.WINDOW_MS;
    fire(watermark(i));
    if (start + Workload.WINDOW_MS <= watermark(i)) {
      late++;
    } else {
      add(start, workload.keyOrdinal(draw), Workload.value(draw));
    }
    int partition = feeds.partition(i);
    watermarks[partition] = Math.max(watermarks[partition], timestamp - Workload.BOUND_MS);
    fire(watermark(i));
  }

  private long watermark(long i) {
    if (feeds.areHeldUpAt(i)) {
      return Long.MIN_VALUE;
    }
    long least = watermarks[0];
    for (long each : watermarks) {
      least = Math.min(least, each);
    }
    return least;
  }

  private void add(long start, int ordinal, long value) {
    long[] states = statesOf(start);
    int row = WIDTH * ordinal;
    boolean first = states[row] == 0;
    states[row]++;
    states[row + 1] += value;
    states[row + 2] = first ? value : Math.min(states[row + 2], value);
    states[row + 3] = first ? value : Math.max(states[row + 3], value);
  }

  private long[] statesOf(long start) {
    if (start != recentStart) {
      recentStart = start;
      recent = windows.computeIfAbsent(start, s -> new long[WIDTH * workload.keys()]);
    }
    return recent;
  }

  private void fire(long watermark) {
    while (!windows.isEmpty() && windows.firstKey() + Workload.WINDOW_MS <= watermark) {
      long start = windows.firstKey();
      long[] states = windows.remove(start);
      for (int row = 0; row < states.length; row += WIDTH) {
        if (states[row] != 0) {
          emit(start, Workload.keyOf(row / WIDTH), states, row);
        }
      }
    }
  }

  private void emit(long start, long key, long[] states, int row) {
    digest.add(
        key,
        start,
        start + Workload.WINDOW_MS,
        states[row],
        states[row + 1],
        states[row + 2],
        states[row + 3]);
  }
}
