package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import io.tidemark.oracle.Settings.StrategyKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Draws the steps of a script. */
final class RandomSteps {
  private static final long MS = 1_000_000L;
  private static final long YEAR_NS = 365 * 86_400_000L * MS;
  private static final long[] KEYS = {0, 1, 2, -1, Long.MAX_VALUE, Long.MIN_VALUE};

  private final Dice dice;
  private final RandomScripts.Profile profile;
  private final Settings settings;
  private final List<Step> steps = new ArrayList<>();

  /** Partitions that there are; some may not have joined, or have left or ended. */
  private final List<Integer> partitions = new ArrayList<>();

  /** Those that have ended, of which little more comes. */
  private final TreeSet<Integer> ended = new TreeSet<>();

  /** How far each partition has come in event time. */
  private final Map<Integer, Long> fronts = new TreeMap<>();

  private final int keys;
  private final int filteredPercent;
  private final long base;
  private final long startNs;
  private long nowNs;
  private long lastTimestamp;
  private boolean started;

  RandomSteps(Dice dice, RandomScripts.Profile profile, Settings settings) {
    this.dice = dice;
    this.profile = profile;
    this.settings = settings;
    int count = Math.max(settings.declaredPartitions(), dice.between(1, 5));
    for (int p = 0; p < count; p++) {
      partitions.add(p);
    }
    keys = dice.between(1, KEYS.length);
    filteredPercent = dice.percent(30) ? 25 : 0;
    base = base();
    lastTimestamp = base;
    startNs = dice.oneOf(0, -5_000 * MS, 1_700_000_000_000L * MS, 1_700_000_000_123_456_789L);
    nowNs = startNs;
  }

  private long base() {
    if (profile.extremeTimes() && dice.percent(15)) {
      return dice.oneOf(Long.MAX_VALUE - 120, Long.MIN_VALUE + 20);
    }
    return dice.oneOf(0, -100, 1_000, 1_700_000_000_000L);
  }

  List<Step> draw() {
    int count = dice.between(1, profile.maxSteps());
    while (steps.size() < count && ended.size() < partitions.size()) {
      steps.add(next());
    }
    if (dice.percent(90)) {
      steps.add(new Step.EndOfInput());
    }
    return steps;
  }

  private Step next() {
    if (dice.percent(4)) {
      // Far ahead in both times, so that it shows when it counts for something.
      return new Step.Rejected(dice.oneOf(partitions), ahead(base, 5_000), ahead(nowNs, YEAR_NS));
    }
    if (dice.percent(started ? 8 : 4)) {
      nowNs = started ? nextArrival() : startNs;
      started = true;
      return new Step.Tick(nowNs);
    }
    if (profile.controls() && dice.percent(12)) {
      return control(partition());
    }
    return event(partition());
  }

  /** Any partition; rarely one that has ended. */
  private int partition() {
    int drawn = dice.oneOf(partitions);
    return ended.contains(drawn) && !dice.percent(20) ? dice.oneOf(partitions) : drawn;
  }

  private Step control(int partition) {
    if (dice.percent(30)) {
      return new Step.Idle(partition);
    }
    if (dice.percent(30)) {
      return new Step.Active(partition);
    }
    if (dice.percent(50)) {
      return new Step.Given(partition, givenWatermark(partition));
    }
    if (dice.percent(60)) {
      fronts.remove(partition);
      return new Step.Leave(partition);
    }
    ended.add(partition);
    return new Step.End(partition);
  }

  /** Mostly where the partition's events are about. */
  private long givenWatermark(int partition) {
    if (dice.percent(4)) {
      return dice.oneOf(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    return ahead(fronts.getOrDefault(partition, base), dice.between(-30, 15));
  }

  private Step event(int partition) {
    long timestamp = timestamp(partition);
    long arrival = started ? nextArrival() : startNs;
    if (started && dice.percent(6)) {
      arrival = nowNs - dice.between(0, 900) * MS;
    }
    if (settings.fits(timestamp)) {
      started = true;
      nowNs = Math.max(nowNs, arrival);
      lastTimestamp = timestamp;
    }
    long key = KEYS[dice.between(0, keys - 1)];
    boolean filtered = dice.percent(filteredPercent);
    return new Step.Event(partition, timestamp, arrival, key, dice.between(-99, 99), filtered);
  }

  private long timestamp(int partition) {
    if (profile.extremeTimes() && dice.percent(1)) {
      return dice.oneOf(Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, Long.MAX_VALUE - 1);
    }
    if (dice.percent(10)) {
      return lastTimestamp;
    }
    long front = fronts.getOrDefault(partition, base);
    front = ahead(front, dice.percent(4) ? dice.between(20, 120) : dice.between(0, 5));
    fronts.put(partition, front);
    if (dice.percent(30)) {
      return ahead(front, -dice.between(1, 20));
    }
    return dice.percent(5) ? ahead(front, -dice.between(20, 150)) : front;
  }

  /** Mostly a little later; else just now, on or beside a tick, on the edge of idleness, far on. */
  private long nextArrival() {
    if (dice.percent(60)) {
      return nowNs + dice.between(1, 90) * MS;
    }
    if (dice.percent(35)) {
      return nowNs;
    }
    if (dice.percent(50)) {
      long ticks = (nowNs - startNs) / settings.tickNs() + dice.between(1, 3);
      return startNs + ticks * settings.tickNs() + dice.between(-1, 1);
    }
    if (settings.idlenessNs().isPresent() && dice.percent(60)) {
      return nowNs + settings.idlenessNs().getAsLong() + dice.between(-1, 1);
    }
    // The engine asks generators at the last ticks of a leap only.
    boolean leaps = settings.strategy().kind() != StrategyKind.BY_KIND && dice.percent(3);
    return leaps ? nowNs + YEAR_NS : nowNs + dice.between(200, 3_000) * MS;
  }

  private static long ahead(long from, long by) {
    return Exact.clamp(big(from).add(BigInteger.valueOf(by)));
  }
}
