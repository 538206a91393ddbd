package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A bound that follows the disorder of each partition, so that a chosen share of its events comes
 * behind its watermark. Immutable; the withers may be called in any order.
 *
 * <p>After each {@code decideEvery} events of a partition its bound is decided anew from the
 * disorder of these events: it moves by at most {@code step} towards the smallest bound that fewer
 * than {@code targetLate} of them exceeded, and stays between {@code min} and {@code max}. It takes
 * effect with the next event; a watermark never goes back for it. Disorder is largest timestamp so
 * far - timestamp, kept to 1 %, rounded up.
 *
 * <p>What is late by this measure is behind its own partition's watermark. Its windows may still be
 * open, so fewer events are too late than that.
 *
 * <p>Decisions are a function of the slots: a replay of these makes the same ones. {@link
 * #replaying} repeats recorded ones whatever the other settings.
 *
 * <p>Cost: a histogram a partition, 8 KB for 10 s in ms, 42 KB for a day in ns, and some
 * nanoseconds an event; events are judged one by one.
 *
 * @param targetLate which share of events may come behind their partition's watermark: more than 0,
 *     less than 1
 * @param min the smallest bound
 * @param max the largest bound, at most {@link #MOST}
 * @param start the first bound of a partition; empty = the largest, so that little is late before
 *     the disorder is known
 * @param step how far one decision may move the bound; empty = a tenth of the way from the smallest
 *     to the largest
 * @param decideEvery after how many events; empty = after 10 / targetLate. At least 1 / targetLate:
 *     fewer could not tell the share
 * @param replayed decisions to be repeated instead of made; empty = none
 */
public record AdaptiveBound(
    double targetLate,
    Duration min,
    Duration max,
    Optional<Duration> start,
    Optional<Duration> step,
    Optional<Integer> decideEvery,
    Optional<List<BoundDecisions.Decision>> replayed)
    implements WatermarkGeneratorSupplier<Object> {

  /** The largest bound possible. */
  public static final Duration MOST = Duration.ofDays(36_500);

  private static final String SETTING = "watermarks.";
  private static final int DEFAULT_LATE_EVENTS = 10;

  /** Checks the settings. */
  public AdaptiveBound {
    requireNonNull(min, SETTING + "min-bound");
    requireNonNull(max, SETTING + "max-bound");
    replayed = replayed.map(List::copyOf);
    check(targetLate > 0 && targetLate < 1, "target-late", targetLate, "more than 0, less than 1");
    check(!min.isNegative(), "min-bound", min, "0 or more");
    check(
        max.compareTo(min) > 0 && max.compareTo(MOST) <= 0,
        "max-bound",
        max,
        "more than " + min + " and at most " + MOST);
    start.ifPresent(
        value ->
            check(
                value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
                "start-bound",
                value,
                min + " to " + max));
    step.ifPresent(
        value -> check(!value.isNegative() && !value.isZero(), "step", value, "more than 0"));
    int least = fewestEvents(targetLate);
    decideEvery.ifPresent(
        value -> check(value >= least, "decide-every", value, least + " or more"));
  }

  /**
   * This share of events may be late, by a bound between these.
   *
   * @param targetLate for example 0.001
   */
  public static AdaptiveBound of(double targetLate, Duration min, Duration max) {
    return new AdaptiveBound(
        targetLate,
        min,
        max,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same, but a partition begins with this bound. */
  public AdaptiveBound startingAt(Duration bound) {
    return new AdaptiveBound(targetLate, min, max, Optional.of(bound), step, decideEvery, replayed);
  }

  /** The same, but a decision moves the bound by at most this. */
  public AdaptiveBound step(Duration most) {
    return new AdaptiveBound(targetLate, min, max, start, Optional.of(most), decideEvery, replayed);
  }

  /** The same, but it is decided after each so many events of a partition. */
  public AdaptiveBound decideEvery(int events) {
    return new AdaptiveBound(targetLate, min, max, start, step, Optional.of(events), replayed);
  }

  /**
   * The same, but the bounds are those decided by an earlier run, each at the same event of its
   * partition. After the last one they stay; a partition without any has the start bound.
   */
  public AdaptiveBound replaying(BoundDecisions decisions) {
    return new AdaptiveBound(
        targetLate, min, max, start, step, decideEvery, Optional.of(decisions.all()));
  }

  /** After how many events of a partition its bound is decided. */
  int eventsToDecide() {
    return decideEvery.orElse(
        (int) Math.min(Math.ceil(DEFAULT_LATE_EVENTS / targetLate), Integer.MAX_VALUE));
  }

  private static int fewestEvents(double targetLate) {
    return (int) Math.min(Math.ceil(1 / targetLate), Integer.MAX_VALUE);
  }

  /** Checks the bounds against the job's unit. */
  void check(TimeUnit unit) {
    inUnit(min, unit, "min-bound");
    inUnit(max, unit, "max-bound");
    start.ifPresent(value -> inUnit(value, unit, "start-bound"));
    step.ifPresent(value -> inUnit(value, unit, "step"));
  }

  long minIn(TimeUnit unit) {
    return inUnit(min, unit, "min-bound");
  }

  long maxIn(TimeUnit unit) {
    return inUnit(max, unit, "max-bound");
  }

  long startIn(TimeUnit unit) {
    return inUnit(start.orElse(max), unit, "start-bound");
  }

  long stepIn(TimeUnit unit) {
    return step.map(value -> inUnit(value, unit, "step"))
        .orElse(Math.max((maxIn(unit) - minIn(unit)) / 10, 1));
  }

  @Override
  public WatermarkGenerator<Object> createWatermarkGenerator(Context context) {
    DecisionContext decisions = (DecisionContext) context;
    return replayed.isPresent()
        ? new ReplayedBounds(this, decisions)
        : new AdaptiveGenerator(this, decisions);
  }

  private static long inUnit(Duration duration, TimeUnit unit, String setting) {
    return Durations.inUnit(duration, unit, SETTING + setting);
  }

  private static void check(boolean holds, String setting, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          SETTING + setting + ": " + value + "; expected " + expected);
    }
  }
}
