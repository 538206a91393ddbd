package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.adaptive;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.counters.Counters;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.ClockTolerance;
import io.tidemark.time.WatermarkStrategy;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In steady state the kernel allocates nothing: not for an event, a firing or a side output. */
class KernelAllocationTest extends ScenarioTest {
  private static final int EVENTS = 1_000_000;
  private static final int PARTITIONS = 4;
  private static final int KEYS = 100;
  private static final long SEED = 7;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private long nowMs;
  private long handled;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAllocateNothingInSteadyState(boolean periodic) {
    check(boundedOutOfOrderness(ofMillis(20)), periodic, EngineOptions.inline());
  }

  /** Clocks are looked at some thousand times meanwhile. */
  @Test
  void shouldAllocateNothingToMeasurePartitions() {
    ClockTolerance tolerance = new ClockTolerance(50, ofMillis(500), ofMillis(300));
    check(
        boundedOutOfOrderness(ofMillis(20)),
        false,
        EngineOptions.<Sample>inline().onClockAlarm(tolerance, alarm -> handled++));
  }

  /** Bounds are decided some hundred times meanwhile. */
  @Test
  void shouldAllocateNothingForAnAdaptiveBound() {
    long[] decisions = new long[1];
    AdaptiveBound bound = AdaptiveBound.of(0.2, ofMillis(1), ofMillis(100)).decideEvery(1_000);
    check(
        adaptive(bound),
        false,
        EngineOptions.<Sample>inline().onBound((partition, events, most) -> decisions[0]++));
    assertThat(decisions[0]).isGreaterThan(2 * EVENTS / 1_000 / 2);
  }

  private void check(
      WatermarkStrategy<Object> strategy, boolean periodic, EngineOptions<Sample> options) {
    WatermarkStrategy<Object> perEvent = strategy.idleness(ofMillis(500));
    Engine<Sample> engine =
        tumbling(100, 1_000)
            .watermarks(periodic ? perEvent.emitEvery(ofMillis(10)) : perEvent)
            .lateness(50)
            .partitions(PARTITIONS)
            .filteringNegativeValues()
            .with(builder -> builder.noOtherPartitions())
            .engine(
                options
                    .onResult(result -> handled += result.longValue(0))
                    .onLate(late -> handled += late.lateness())
                    .onRejected(rejected -> handled += rejected.reason().ordinal()));
    publish(engine, EVENTS);
    Counters counters = engine.counters();
    long[] before = counts(counters);

    long allocated = Allocation.bytes(() -> publish(engine, EVENTS));

    assertThat(allocated).as("bytes for " + EVENTS + " events").isLessThan(Allocation.NOISE_BYTES);
    // The measured part did all that was to be measured, many times.
    long[] after = counts(counters);
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i] - before[i]).as("count " + i).isGreaterThan(500);
    }
    assertThat(handled).isNotZero();
  }

  /** Events of all fates: on time, late, too late, filtered, rejected; and silent partitions. */
  private void publish(Engine<Sample> engine, int events) {
    Publisher<Sample> publisher = engine.publisher();
    for (int i = 0; i < events; i++) {
      nowMs += random.nextInt(3) == 0 ? 1 : 0;
      int fate = random.nextInt(100);
      // One partition is silent every other second.
      int partition = random.nextInt(nowMs / 1_000 % 2 == 0 ? PARTITIONS : PARTITIONS - 1);
      Sample sample = publisher.claim();
      sample.time = fate == 0 ? Long.MIN_VALUE : nowMs - behind(fate);
      sample.key = random.nextInt(KEYS);
      sample.value = fate == 1 ? -1 : fate;
      publisher.publish(fate == 2 ? PARTITIONS : partition, nowMs * 1_000_000);
      if (fate == 3) {
        publisher.tick(nowMs * 1_000_000);
      }
    }
  }

  private long behind(int fate) {
    if (fate < 10) {
      return random.nextInt(2_000);
    }
    return random.nextInt(fate < 40 ? 200 : 20);
  }

  private static long[] counts(Counters counters) {
    WindowCounters window = counters.windows().get(0);
    return new long[] {
      counters.rejected(),
      counters.filtered.value(),
      counters.ticks.value(),
      window.onTimeFirings.value(),
      window.lateFirings.value(),
      window.tooLate.value(),
      window.closedWindows.value(),
      counters.windows().get(1).onTimeFirings.value()
    };
  }
}
