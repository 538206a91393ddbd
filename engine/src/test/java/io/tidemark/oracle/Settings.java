package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The job of a script. Event time has a unit of any length; processing time is in nanoseconds.
 *
 * @param declaredPartitions partitions 0 to this - 1 are known at the start; others join
 * @param strategy how a partition's watermark follows its events
 * @param idlenessNs how long a partition is silent until it is idle; empty: never by silence
 * @param periodic whether the watermark moves on ticks only; else after each event too
 * @param tickNs the interval of the clock's ticks
 * @param allIdle what the watermark does when all partitions are idle
 * @param unitNs how long the unit of event time is
 * @param windows the window definitions, in the job's order
 */
public record Settings(
    int declaredPartitions,
    Strategy strategy,
    OptionalLong idlenessNs,
    boolean periodic,
    long tickNs,
    AllIdle allIdle,
    long unitNs,
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
    return new Settings(
        0,
        strategy,
        OptionalLong.empty(),
        false,
        DEFAULT_TICK_NS,
        AllIdle.MAXIMUM,
        1_000_000,
        List.of());
  }

  /** The same with partitions 0 to count - 1 known at the start. */
  public Settings declared(int count) {
    return new Settings(count, strategy, idlenessNs, periodic, tickNs, allIdle, unitNs, windows);
  }

  /** The same with partitions that are idle after this much silence. */
  public Settings idleness(long ns) {
    return new Settings(
        declaredPartitions,
        strategy,
        OptionalLong.of(ns),
        periodic,
        tickNs,
        allIdle,
        unitNs,
        windows);
  }

  /** The same with a watermark that moves on ticks only, one each interval. */
  public Settings periodic(long intervalNs) {
    return new Settings(
        declaredPartitions, strategy, idlenessNs, true, intervalNs, allIdle, unitNs, windows);
  }

  /** The same with a tick each interval; the watermark moves as before. */
  public Settings tickEvery(long intervalNs) {
    return new Settings(
        declaredPartitions, strategy, idlenessNs, periodic, intervalNs, allIdle, unitNs, windows);
  }

  /** The same with another rule for when all partitions are idle. */
  public Settings allIdle(AllIdle rule) {
    return new Settings(
        declaredPartitions, strategy, idlenessNs, periodic, tickNs, rule, unitNs, windows);
  }

  /** The same with a unit of event time of this length. */
  public Settings unit(long ns) {
    return new Settings(
        declaredPartitions, strategy, idlenessNs, periodic, tickNs, allIdle, ns, windows);
  }

  /** The same with one more window definition. */
  public Settings window(WindowSpec spec) {
    List<WindowSpec> more = new ArrayList<>(windows);
    more.add(spec);
    return windows(more);
  }

  /** The same with these window definitions only. */
  public Settings windows(List<WindowSpec> specs) {
    return new Settings(
        declaredPartitions, strategy, idlenessNs, periodic, tickNs, allIdle, unitNs, specs);
  }

  /** Whether an event may have the timestamp: not -2^63, and all of its windows are in 64 bits. */
  public boolean fits(long timestamp) {
    return timestamp != Long.MIN_VALUE && windows.stream().allMatch(spec -> spec.fits(timestamp));
  }

  /** What the watermark does when all partitions are idle. */
  public enum AllIdle {
    /** It goes to the largest of theirs. */
    MAXIMUM,
    /** It stays. */
    HOLD,
    /** It goes to the largest, and on from there with the clock, at ticks. */
    WALLCLOCK
  }

  /** How a partition's watermark follows its events. */
  public enum StrategyKind {
    /** The largest timestamp - bound - 1. */
    BOUNDED,
    /** The smallest of what each kind of event justifies by its own bound. */
    BY_KIND,
    /** The largest timestamp - 1. */
    MONOTONOUS,
    /** The same, and an event behind its partition's watermark is refused. */
    STRICT,
    /** Events do not move time. */
    NONE
  }

  /**
   * A watermark strategy.
   *
   * @param bounds in the job's unit: one, or several of {@code BY_KIND}
   */
  public record Strategy(StrategyKind kind, List<Long> bounds) {
    public Strategy {
      bounds = List.copyOf(bounds);
      if (bounds.isEmpty() || (bounds.size() > 1 && kind != StrategyKind.BY_KIND)) {
        throw new IllegalArgumentException("wrong bounds for " + kind + ": " + bounds);
      }
      for (long bound : bounds) {
        boolean has = kind == StrategyKind.BOUNDED || kind == StrategyKind.BY_KIND;
        if (bound < 0 || (bound > 0 && !has)) {
          throw new IllegalArgumentException("wrong bound for " + kind + ": " + bound);
        }
      }
    }

    /** Events may be this much out of order. */
    public static Strategy bounded(long bound) {
      return new Strategy(StrategyKind.BOUNDED, List.of(bound));
    }

    /** Events of each kind may be this much out of order. */
    public static Strategy byKind(List<Long> bounds) {
      return new Strategy(StrategyKind.BY_KIND, bounds);
    }

    /** Events are expected in order. */
    public static Strategy monotonous() {
      return new Strategy(StrategyKind.MONOTONOUS, List.of(0L));
    }

    /** Events that are not in order are refused. */
    public static Strategy strict() {
      return new Strategy(StrategyKind.STRICT, List.of(0L));
    }

    /** Only the end of input moves time. */
    public static Strategy none() {
      return new Strategy(StrategyKind.NONE, List.of(0L));
    }

    /** The bound of the strategies that have one. */
    public long bound() {
      return bounds.get(0);
    }

    /** An event's kind. */
    public int kindOf(long value) {
      return Math.floorMod(value, bounds.size());
    }

    /** The watermark that an event of this kind justifies. */
    long watermark(long timestamp, int eventKind) {
      if (kind == StrategyKind.NONE) {
        return Long.MIN_VALUE;
      }
      return Exact.clamp(big(timestamp).subtract(big(bounds.get(eventKind))).subtract(big(1)));
    }

    @Override
    public String toString() {
      return kind == StrategyKind.BOUNDED || kind == StrategyKind.BY_KIND
          ? kind + bounds.toString()
          : kind.toString();
    }
  }
}
