package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The job of a script. Event time has an abstract unit; processing time is in nanoseconds.
 *
 * @param declaredPartitions partitions 0 to this - 1 are known at the start; others join
 * @param strategy how a partition's watermark follows its events
 * @param idlenessNs how long a partition is silent until it is idle; empty: never by silence
 * @param periodic whether the watermark moves on ticks only; else after each event too
 * @param tickNs the interval of the clock's ticks
 * @param windows the window definitions, in the job's order
 */
public record Settings(
    int declaredPartitions,
    Strategy strategy,
    OptionalLong idlenessNs,
    boolean periodic,
    long tickNs,
    List<WindowSpec> windows) {

  /** The tick interval of a job whose watermark moves with each event: 200 ms. */
  public static final long DEFAULT_TICK_NS = 200_000_000L;

  public Settings {
    if (declaredPartitions < 0) {
      throw new IllegalArgumentException("partitions must be >= 0: " + declaredPartitions);
    }
    if (tickNs <= 0) {
      throw new IllegalArgumentException("the tick interval must be > 0: " + tickNs);
    }
    if (idlenessNs.isPresent() && idlenessNs.getAsLong() <= 0) {
      throw new IllegalArgumentException("idleness must be > 0: " + idlenessNs.getAsLong());
    }
    windows = List.copyOf(windows);
  }

  /** No declared partition, no idleness, a watermark after each event, no window yet. */
  public static Settings of(Strategy strategy) {
    return new Settings(0, strategy, OptionalLong.empty(), false, DEFAULT_TICK_NS, List.of());
  }

  /** The same with partitions 0 to count - 1 known at the start. */
  public Settings declared(int count) {
    return new Settings(count, strategy, idlenessNs, periodic, tickNs, windows);
  }

  /** The same with partitions that are idle after this much silence. */
  public Settings idleness(long ns) {
    return new Settings(
        declaredPartitions, strategy, OptionalLong.of(ns), periodic, tickNs, windows);
  }

  /** The same with a watermark that moves on ticks only, one each interval. */
  public Settings periodic(long intervalNs) {
    return new Settings(declaredPartitions, strategy, idlenessNs, true, intervalNs, windows);
  }

  /** The same with a tick each interval; the watermark moves as before. */
  public Settings tickEvery(long intervalNs) {
    return new Settings(declaredPartitions, strategy, idlenessNs, periodic, intervalNs, windows);
  }

  /** The same with one more window definition. */
  public Settings window(WindowSpec spec) {
    List<WindowSpec> more = new ArrayList<>(windows);
    more.add(spec);
    return windows(more);
  }

  /** The same with these window definitions only. */
  public Settings windows(List<WindowSpec> specs) {
    return new Settings(declaredPartitions, strategy, idlenessNs, periodic, tickNs, specs);
  }

  /** Whether an event may have the timestamp: not -2^63, and all of its windows are in 64 bits. */
  public boolean fits(long timestamp) {
    return timestamp != Long.MIN_VALUE && windows.stream().allMatch(spec -> spec.fits(timestamp));
  }

  /** How a partition's watermark follows its events. */
  public enum StrategyKind {
    /** The largest timestamp - bound - 1. */
    BOUNDED,
    /** The largest timestamp - 1. */
    MONOTONOUS,
    /** Events do not move time. */
    NONE
  }

  /**
   * A watermark strategy.
   *
   * @param bound in the job's unit; 0 unless {@code BOUNDED}
   */
  public record Strategy(StrategyKind kind, long bound) {
    public Strategy {
      if (bound < 0 || (bound > 0 && kind != StrategyKind.BOUNDED)) {
        throw new IllegalArgumentException("wrong bound for " + kind + ": " + bound);
      }
    }

    /** Events may be this much out of order. */
    public static Strategy bounded(long bound) {
      return new Strategy(StrategyKind.BOUNDED, bound);
    }

    /** Events are expected in order. */
    public static Strategy monotonous() {
      return new Strategy(StrategyKind.MONOTONOUS, 0);
    }

    /** Only the end of input moves time. */
    public static Strategy none() {
      return new Strategy(StrategyKind.NONE, 0);
    }

    /** The watermark of a partition whose largest timestamp is this one. */
    long watermark(long largest) {
      if (kind == StrategyKind.NONE) {
        return Long.MIN_VALUE;
      }
      return Exact.clamp(big(largest).subtract(big(bound)).subtract(big(1)));
    }

    @Override
    public String toString() {
      return kind == StrategyKind.BOUNDED ? kind + "(" + bound + ")" : kind.toString();
    }
  }
}
