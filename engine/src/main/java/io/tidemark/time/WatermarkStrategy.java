package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * How a partition's watermark follows its events, and when it is emitted. Immutable; the withers
 * may be called in any order, and give equal strategies.
 *
 * <p>The bound is how much disorder the watermark waits for; it is not allowed lateness, which says
 * how long a window is kept after it has fired.
 *
 * @param <E> the type of event that its functions read; Object where it has none
 * @param kind how the watermark is made
 * @param bound the disorder waited for; zero for all kinds but {@link
 *     Kind#BOUNDED_OUT_OF_ORDERNESS}
 * @param disorder what becomes of events whose timestamp falls; {@link Disorder#COUNT} for all
 *     kinds but {@link Kind#MONOTONOUS}
 * @param generators makes the generators of {@link Kind#GENERATED}; empty for all others
 * @param idleness after how much silence a partition no longer holds the merged watermark; empty =
 *     never
 * @param emission the interval of periodic emission; empty = after each event
 * @param allIdle what the merged watermark does when all partitions are idle
 */
public record WatermarkStrategy<E>(
    Kind kind,
    Duration bound,
    Disorder disorder,
    Optional<WatermarkGeneratorSupplier<E>> generators,
    Optional<Duration> idleness,
    Optional<Duration> emission,
    AllIdle allIdle) {

  /** The interval of ticks where the emission does not set one: Flink's default. */
  public static final Duration DEFAULT_TICK_INTERVAL = Duration.ofMillis(200);

  /** How a watermark is made. */
  public enum Kind {
    /** Largest timestamp seen - bound - 1 unit. */
    BOUNDED_OUT_OF_ORDERNESS,
    /** Bounded with a bound of 0: timestamps never fall, equal ones stay on time. */
    MONOTONOUS,
    /** No watermark before the end of input, but for those that a publisher gives. */
    NONE,
    /** As the user's {@link WatermarkGenerator} says. */
    GENERATED
  }

  /** Validates the settings. */
  public WatermarkStrategy {
    requireNonNull(kind, "watermarks.kind");
    requireNonNull(bound, "watermarks.bound");
    requireNonNull(disorder, "watermarks.disorder");
    requireNonNull(allIdle, "watermarks.all-idle");
    if (bound.isNegative()) {
      throw new IllegalArgumentException("watermarks.bound: " + bound + "; expected 0 or more");
    }
    if (disorder != Disorder.COUNT && kind != Kind.MONOTONOUS) {
      throw new IllegalArgumentException(
          "watermarks.disorder: " + disorder + " with " + kind + "; expected with MONOTONOUS only");
    }
    if (generators.isPresent() != (kind == Kind.GENERATED)) {
      throw new IllegalArgumentException(
          "watermarks.kind: " + kind + "; expected GENERATED with generators, and only then");
    }
    idleness.ifPresent(value -> positive("watermarks.idleness", value));
    emission.ifPresent(value -> positive("watermarks.emission", value));
  }

  /** Largest timestamp seen - {@code bound} - 1 unit. */
  public static <E> WatermarkStrategy<E> boundedOutOfOrderness(Duration bound) {
    return of(Kind.BOUNDED_OUT_OF_ORDERNESS, bound);
  }

  /** {@link #boundedOutOfOrderness} with the preset's bound. */
  public static <E> WatermarkStrategy<E> preset(Preset preset) {
    return boundedOutOfOrderness(preset.bound());
  }

  /** Largest timestamp seen - 1 unit: for partitions whose timestamps never fall. */
  public static <E> WatermarkStrategy<E> monotonous() {
    return of(Kind.MONOTONOUS, Duration.ZERO);
  }

  /** Only the end of input moves event time, and the watermarks that a publisher gives. */
  public static <E> WatermarkStrategy<E> none() {
    return of(Kind.NONE, Duration.ZERO);
  }

  /**
   * A bound for each kind of event: the watermark is the smallest of what each kind's largest
   * timestamp justifies by its own bound. Every kind holds it until it has had an event, or has
   * been silent for as long as makes a partition idle.
   *
   * @param kindOf tells an event's kind, 0 to {@code bounds.length - 1}
   * @param bounds the disorder waited for in each kind
   */
  public static <E> WatermarkStrategy<E> boundedByKind(
      ToIntFunction<? super E> kindOf, Duration... bounds) {
    return forGenerator(new BoundsByKind<>(kindOf, List.of(bounds)));
  }

  /**
   * Largest timestamp seen - a bound that follows each partition's disorder - 1 unit.
   *
   * @param bound how it follows
   */
  @SuppressWarnings("unchecked")
  public static <E> WatermarkStrategy<E> adaptive(AdaptiveBound bound) {
    // It looks at no event.
    return forGenerator((WatermarkGeneratorSupplier<E>) (WatermarkGeneratorSupplier<?>) bound);
  }

  /** As generators of the user's say, one a partition. */
  public static <E> WatermarkStrategy<E> forGenerator(WatermarkGeneratorSupplier<E> generators) {
    return new WatermarkStrategy<>(
        Kind.GENERATED,
        Duration.ZERO,
        Disorder.COUNT,
        Optional.of(generators),
        Optional.empty(),
        Optional.empty(),
        AllIdle.MAXIMUM);
  }

  /** The same, but a partition that is silent this long no longer holds the merged watermark. */
  public WatermarkStrategy<E> idleness(Duration timeout) {
    return new WatermarkStrategy<>(
        kind, bound, disorder, generators, Optional.of(timeout), emission, allIdle);
  }

  /** The same, but watermarks move at ticks of this interval only, as Flink's do. */
  public WatermarkStrategy<E> emitEvery(Duration interval) {
    return new WatermarkStrategy<>(
        kind, bound, disorder, generators, idleness, Optional.of(interval), allIdle);
  }

  /** The same, but watermarks move at ticks of {@link #DEFAULT_TICK_INTERVAL} only. */
  public WatermarkStrategy<E> emitPeriodically() {
    return emitEvery(DEFAULT_TICK_INTERVAL);
  }

  /** The same, but watermarks move after each event: the default. */
  public WatermarkStrategy<E> emitPerEvent() {
    return new WatermarkStrategy<>(
        kind, bound, disorder, generators, idleness, Optional.empty(), allIdle);
  }

  /** The same, but this becomes of events whose timestamp falls; for {@link #monotonous} only. */
  public WatermarkStrategy<E> onDisorder(Disorder newDisorder) {
    return new WatermarkStrategy<>(
        kind, bound, newDisorder, generators, idleness, emission, allIdle);
  }

  /** The same, but this is what the merged watermark does when all partitions are idle. */
  public WatermarkStrategy<E> whenAllIdle(AllIdle rule) {
    return new WatermarkStrategy<>(kind, bound, disorder, generators, idleness, emission, rule);
  }

  /** The interval at which the engine ticks: the emission's, or 200 ms. */
  public Duration tickInterval() {
    return emission.orElse(DEFAULT_TICK_INTERVAL);
  }

  /** Whether anything can happen at a tick that does not happen with an event. */
  public boolean needsTicks() {
    return idleness.isPresent()
        || emission.isPresent()
        || kind == Kind.GENERATED
        || allIdle == AllIdle.WALLCLOCK;
  }

  /**
   * Checks the bounds against the job's unit.
   *
   * @throws IllegalArgumentException when one is no whole number of it
   */
  public void check(TimeUnit unit) {
    Durations.inUnit(bound, unit, "watermarks.bound");
    if (generators.isPresent() && generators.get() instanceof BoundsByKind<E> byKind) {
      byKind.check(unit);
    }
    adaptiveBound().ifPresent(adaptive -> adaptive.check(unit));
  }

  private Optional<AdaptiveBound> adaptiveBound() {
    Optional<Object> supplier = generators.map(Object.class::cast);
    return supplier.filter(AdaptiveBound.class::isInstance).map(AdaptiveBound.class::cast);
  }

  private static <E> WatermarkStrategy<E> of(Kind kind, Duration bound) {
    return new WatermarkStrategy<>(
        kind,
        bound,
        Disorder.COUNT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        AllIdle.MAXIMUM);
  }

  private static void positive(String setting, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(setting + ": " + value + "; expected more than 0");
    }
  }
}
