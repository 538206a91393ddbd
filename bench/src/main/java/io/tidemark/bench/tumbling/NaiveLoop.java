package io.tidemark.bench.tumbling;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The floor: what anyone writes in an hour with the JDK's own maps, correct and with no thought for
 * speed. An engine that does not beat this has no reason to exist.
 */
final class NaiveLoop implements TumblingJob {

  private final Workload workload;
  private final Digest digest = new Digest();
  private final TreeMap<Long, Map<Long, Stats>> windows = new TreeMap<>();
  private final long[] newest = new long[Workload.PARTITIONS];

  private long watermark = Long.MIN_VALUE;
  private long events;
  private long late;

  NaiveLoop(Workload workload) {
    this.workload = workload;
    Arrays.fill(newest, Long.MIN_VALUE + Workload.BOUND_MS);
  }

  private static final class Stats {
    long count;
    long sum;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;

    void add(long value) {
      count++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }

  @Override
  public Outcome advanceTo(long end) {
    for (; events < end; events++) {
      accept(events);
    }
    return digest.outcome(late);
  }

  @Override
  public Outcome finish() {
    fire(Long.MAX_VALUE);
    return digest.outcome(late);
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw);
    long start = timestamp - timestamp % Workload.WINDOW_MS;
    if (start + Workload.WINDOW_MS <= watermark) {
      late++;
    } else {
      windows
          .computeIfAbsent(start, s -> new HashMap<>())
          .computeIfAbsent(workload.key(draw), k -> new Stats())
          .add(Workload.value(draw));
    }
    int partition = Workload.partition(i);
    newest[partition] = Math.max(newest[partition], timestamp);
    watermark = least(newest) - Workload.BOUND_MS;
    fire(watermark);
  }

  private static long least(long[] values) {
    long least = values[0];
    for (long value : values) {
      least = Math.min(least, value);
    }
    return least;
  }

  private void fire(long upTo) {
    while (!windows.isEmpty() && windows.firstKey() + Workload.WINDOW_MS <= upTo) {
      Map.Entry<Long, Map<Long, Stats>> window = windows.pollFirstEntry();
      long start = window.getKey();
      long end = start + Workload.WINDOW_MS;
      window
          .getValue()
          .forEach((key, s) -> digest.add(key, start, end, s.count, s.sum, s.min, s.max));
    }
  }
}
