package io.tidemark.counters;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Counters and gauges of the user's own code, by name and partition. They stay when a partition
 * leaves: one that joins again goes on with its own. Any thread; each counter and gauge has one
 * writer.
 */
public final class UserMetrics {
  private record Key(String name, int partition) {}

  /**
   * What one of them showed.
   *
   * @param name as it was registered
   * @param partition whose
   */
  public record Metric(String name, int partition, long value) {}

  private final Map<Key, Counter> counters = new LinkedHashMap<>();
  private final Map<Key, Gauge> gauges = new LinkedHashMap<>();

  UserMetrics() {}

  /**
   * The partition's counter of this name, made when it is asked for first.
   *
   * @throws IllegalArgumentException when a gauge has this name
   */
  public synchronized Counter counter(String name, int partition) {
    Key key = new Key(name, partition);
    if (gauges.containsKey(key)) {
      throw new IllegalArgumentException("counter: '" + name + "' is a gauge already");
    }
    return counters.computeIfAbsent(key, any -> new Counter());
  }

  /**
   * The partition's gauge of this name, made when it is asked for first.
   *
   * @throws IllegalArgumentException when a counter has this name
   */
  public synchronized Gauge gauge(String name, int partition) {
    Key key = new Key(name, partition);
    if (counters.containsKey(key)) {
      throw new IllegalArgumentException("gauge: '" + name + "' is a counter already");
    }
    return gauges.computeIfAbsent(key, any -> new Gauge());
  }

  /** What the partition's counter or gauge of this name shows, if there is one. */
  public synchronized OptionalLong value(String name, int partition) {
    Key key = new Key(name, partition);
    if (counters.containsKey(key)) {
      return OptionalLong.of(counters.get(key).value());
    }
    return gauges.containsKey(key)
        ? OptionalLong.of(gauges.get(key).value())
        : OptionalLong.empty();
  }

  /** What all of them show: counters, then gauges, each in the order in which they were made. */
  public synchronized List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    counters.forEach((key, counter) -> all.add(metric(key, counter.value())));
    gauges.forEach((key, gauge) -> all.add(metric(key, gauge.value())));
    return all;
  }

  private static Metric metric(Key key, long value) {
    return new Metric(key.name, key.partition, value);
  }
}
