package io.tidemark.scenario;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.time.ClockReading;
import io.tidemark.time.ClockTolerance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sources whose clocks drift and jump, and sources whose events are only delayed. Three partitions
 * send 20 events a second each over a way of 20 ms and more, for virtual minutes.
 */
class ClockDriftTest extends ScenarioTest {
  private static final int PARTITIONS = 3;
  private static final int FAULTY = 1;
  private static final long NS_PER_S = SECONDS.toNanos(1);

  /** When it all begins: numbers are as large as on a real clock. */
  private static final long EPOCH_NS = 1_700_000_000 * NS_PER_S;

  private static final long INJECTED_NS = 300 * NS_PER_S;
  private static final long FOUND_NS = INJECTED_NS + 60 * NS_PER_S;
  private static final long GAP_NS = MILLISECONDS.toNanos(50);
  private static final long WAY_NS = MILLISECONDS.toNanos(20);

  private final List<String> alarms = new ArrayList<>();
  private final List<Long> alarmsAtNs = new ArrayList<>();
  private ClockTolerance tolerance = ClockTolerance.DEFAULT;
  private Engine<Sample> engine;
  private SplittableRandom random;

  @ParameterizedTest
  @ValueSource(ints = {100, -100, 400, -150})
  void s167ShouldFindADriftWithinAMinuteAndNameTheSource(int ppm) {
    for (long seed = 0; seed < 10; seed++) {
      run(seed, 420, t -> Math.round(Math.max(t - INJECTED_NS, 0) * (ppm / 1e6)), this::jitterNs);
      assertThat(alarms).as("seed " + seed).containsExactly("DRIFT p1");
      assertThat(alarmsAtNs.get(0)).as("seed " + seed).isBetween(INJECTED_NS, FOUND_NS);
      ClockReading clock = engine.profile(FAULTY).orElseThrow().clock();
      assertThat(clock.isDrifting()).isTrue();
      assertThat(clock.driftPpm()).isCloseTo(ppm, within(20.0));
      assertThat(engine.profile(0).orElseThrow().clock().driftPpm()).isCloseTo(0, within(20.0));
    }
  }

  /** Ten times the interval shows a tenth of the drift, in ten times the time. */
  @Test
  void shouldFindASmallerDriftOverLongerIntervals() {
    tolerance = new ClockTolerance(5, Duration.ofMillis(500), Duration.ofSeconds(30));
    run(1, 900, t -> Math.max(t - INJECTED_NS, 0) / 100_000, this::jitterNs);
    assertThat(alarms).containsExactly("DRIFT p1");
    assertThat(alarmsAtNs.get(0)).isBetween(INJECTED_NS, INJECTED_NS + 600 * NS_PER_S);
    assertThat(engine.profile(FAULTY).orElseThrow().clock().driftPpm()).isCloseTo(10, within(2.0));
  }

  @ParameterizedTest
  @ValueSource(longs = {3, -3})
  void s167ShouldFindAStepWithinAMinuteAndNameTheSource(long stepS) {
    for (long seed = 0; seed < 10; seed++) {
      run(seed, 420, t -> t < INJECTED_NS ? 0 : stepS * NS_PER_S, this::jitterNs);
      assertThat(alarms).as("seed " + seed).containsExactly("STEP p1");
      assertThat(alarmsAtNs.get(0)).as("seed " + seed).isBetween(INJECTED_NS, FOUND_NS);
      ClockReading clock = engine.profile(FAULTY).orElseThrow().clock();
      assertThat(clock.steps()).isEqualTo(1);
      assertThat((double) clock.lastStepNs()).isCloseTo(stepS * 1e9, within(5e6));
      assertThat(clock.isDrifting()).isFalse();
      // The offset is that of the clock, less the shortest way.
      assertThat((double) clock.offsetNs()).isCloseTo(stepS * 1e9 - WAY_NS, within(5e6));
    }
  }

  @Test
  void shouldTellADriftOnceAndAgainWhenItComesBack() {
    // Ten minutes fast, ten right, ten fast.
    run(
        1,
        2_100,
        t -> (clip(t - INJECTED_NS, 600) + clip(t - INJECTED_NS - 1_200 * NS_PER_S, 600)) / 5_000,
        this::jitterNs);
    assertThat(alarms).containsExactly("DRIFT p1", "DRIFT p1");
    assertThat(alarmsAtNs.get(1) - alarmsAtNs.get(0)).isBetween(1_140 * NS_PER_S, 1_260 * NS_PER_S);
  }

  private static long clip(long t, long seconds) {
    return Math.max(0, Math.min(t, seconds * NS_PER_S));
  }

  /** A clock off by a constant, which no one-way measurement can tell from a longer way. */
  @Test
  void shouldReportButNotCallAConstantOffset() {
    run(1, 420, t -> 5 * NS_PER_S, this::jitterNs);
    assertThat(alarms).isEmpty();
    assertThat((double) engine.profile(FAULTY).orElseThrow().clock().offsetNs())
        .isCloseTo(5e9 - WAY_NS, within(5e6));
  }

  @Test
  void s167ShouldNotTakeJitterForAClock() {
    for (long seed = 0; seed < 5; seed++) {
      run(seed, 3_600, t -> 0, t -> exponentialNs(200));
      assertThat(alarms).as("seed " + seed).isEmpty();
    }
  }

  /** Every few minutes a queue of seconds builds up, stays for up to half a minute and drains. */
  @Test
  void s167ShouldNotTakeBurstsForAClock() {
    for (long seed = 0; seed < 5; seed++) {
      run(seed, 3_600, t -> 0, t -> jitterNs(t) + queueNs(t));
      assertThat(alarms).as("seed " + seed).isEmpty();
    }
  }

  private static long queueNs(long t) {
    long second = t / NS_PER_S % 180;
    long rising = 1_000L * Math.min(Math.max(second - 60, 0), 5);
    long falling = 200L * Math.min(Math.max(second - 90, 0), 25);
    return MILLISECONDS.toNanos(rising - falling);
  }

  /** A backlog of an hour, read at 20 times its speed. */
  @Test
  void s167ShouldNotTakeABacklogForAClock() {
    run(1, 600, t -> 0, t -> jitterNs(t) + Math.max(3_600 * NS_PER_S - 20 * t, 0));
    assertThat(alarms).isEmpty();
  }

  /** One event in ten seconds: intervals are mostly empty, and the way is never the shortest. */
  @Test
  void s167ShouldNotTakeASparseSourceForAClock() {
    start();
    random = new SplittableRandom(5);
    for (long t = 0; t < 24 * 3_600 * NS_PER_S; t += 10 * NS_PER_S) {
      publish(FAULTY, t - WAY_NS - exponentialNs(200), t);
    }
    assertThat(alarms).isEmpty();
  }

  @Test
  void shouldNotDependOnHowEventsAreClaimed() {
    LongUnaryOperator error = t -> t < INJECTED_NS ? 0 : 3 * NS_PER_S;
    run(7, 420, error, this::jitterNs);
    List<Long> oneByOne = List.copyOf(alarmsAtNs);
    start();
    random = new SplittableRandom(7);
    int claim = 90;
    long step = 0;
    long steps = 420 * NS_PER_S / GAP_NS;
    while (step < steps) {
      engine.publisher().claim(claim);
      for (int i = 0; i < claim; i += PARTITIONS, step++) {
        long t = step * GAP_NS;
        for (int p = 0; p < PARTITIONS; p++) {
          long errorNs = p == FAULTY ? error.applyAsLong(t) : 0;
          engine.publisher().event(i + p, p, EPOCH_NS + t).time =
              Math.floorDiv(EPOCH_NS + t - WAY_NS - jitterNs(t) + errorNs, 1_000_000L);
        }
      }
      engine.publisher().publishClaimed(claim);
    }
    assertThat(alarmsAtNs).isEqualTo(oneByOne);
  }

  @Test
  void shouldRefuseTolerancesThatMeanNothing() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new ClockTolerance(0, second, second))
        .hasMessage("clock drift: 0.0 ppm; expected more than 0 and at most 1000.0");
    assertThatThrownBy(() -> new ClockTolerance(Double.NaN, second, second))
        .hasMessageStartingWith("clock drift: NaN ppm");
    assertThatThrownBy(() -> new ClockTolerance(50, Duration.ZERO, second))
        .hasMessage("clock step: PT0S; expected more than 0");
    assertThatThrownBy(() -> new ClockTolerance(50, second, Duration.ofNanos(999_999)))
        .hasMessage("clock interval: PT0.000999999S; expected PT0.001S to PT24H");
  }

  /** Events of all partitions; the faulty one's clock is off by {@code errorNs}. */
  private void run(long seed, long seconds, LongUnaryOperator errorNs, LongUnaryOperator queueNs) {
    start();
    random = new SplittableRandom(seed);
    for (long t = 0; t < seconds * NS_PER_S; t += GAP_NS) {
      for (int p = 0; p < PARTITIONS; p++) {
        long sentNs = t - WAY_NS - queueNs.applyAsLong(t);
        publish(p, sentNs + (p == FAULTY ? errorNs.applyAsLong(t) : 0), t);
      }
    }
  }

  private void publish(int partition, long timestampNs, long arrivalNs) {
    Sample sample = engine.publisher().claim();
    sample.time = Math.floorDiv(EPOCH_NS + timestampNs, 1_000_000L);
    engine.publisher().publish(partition, EPOCH_NS + arrivalNs);
  }

  private void start() {
    alarms.clear();
    alarmsAtNs.clear();
    engine =
        tumbling(1_000)
            .bound(60_000)
            .engine(
                EngineOptions.<Sample>inline()
                    .onLate(late -> {})
                    .onClockAlarm(
                        tolerance,
                        alarm -> {
                          alarms.add(alarm.kind() + " p" + alarm.partition());
                          alarmsAtNs.add(alarm.atNs() - EPOCH_NS);
                        }));
  }

  /** Some 5 ms of it, now and then 200. */
  private long jitterNs(long t) {
    return exponentialNs(random.nextInt(20) == 0 ? 200 : 5);
  }

  private long exponentialNs(long meanMs) {
    return Math.round(-Math.log(1 - random.nextDouble()) * MILLISECONDS.toNanos(meanMs));
  }
}
