package io.tidemark.scenario;

import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.time.WatermarkStrategy.boundedByKind;
import static io.tidemark.time.WatermarkStrategy.forGenerator;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.counters.Counter;
import io.tidemark.counters.Gauge;
import io.tidemark.counters.PartitionMetrics;
import io.tidemark.counters.UserMetrics;
import io.tidemark.counters.UserMetrics.Metric;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.runtime.UserCodeException;
import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkGeneratorSupplier.Context;
import io.tidemark.time.WatermarkOutput;
import io.tidemark.time.WatermarkStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Watermarks that a user's own generator makes, one a partition. */
class GeneratorTest extends ScenarioTest {
  /** When generators were called at ticks, in ms, by thread: of each layout one. */
  private final Map<Thread, List<Long>> periodicCalls = new ConcurrentHashMap<>();

  /** Each event's value is the watermark that its generator emits; 0: none, -1: idle. */
  private final WatermarkStrategy<Sample> punctuated = forGenerator(this::punctuated);

  @Test
  void s034ShouldRunAGeneratorOfFlinksUnchanged() {
    tumbling(10 * SECOND)
        .watermarks(forGenerator(context -> new PortedGenerator()))
        .at(10_000, 9_000)
        .expectWatermark("none")
        .tick(200)
        .expectWatermark("6499")
        .at(13_501)
        .tick(400)
        .expectWatermark("10000")
        .expectFirings("[0,10000) k1 n=1 sum=1");
  }

  @Test
  void s034ShouldTickBeforeTheFirstEventWithoutAWatermark() {
    tumbling(10)
        .partitions(1)
        .watermarks(forGenerator(context -> new PortedGenerator()))
        .tick(0)
        .tick(1_000)
        .expectWatermarks("none", "none");
  }

  @Test
  void s037ShouldCallAtEachTickFiveTimesASecond() {
    tumbling(10).watermarks(punctuated).at(5).tick(1_000).tick(1_199);
    expectCalls(calls -> assertThat(calls).containsExactly(200L, 400L, 600L, 800L, 1_000L));
  }

  /** One leap of the clock, as an event that comes after an hour's silence makes it. */
  @Test
  void shouldCallAtTheLastTenThousandTicksOfALeapOfTime() {
    tumbling(10).watermarks(punctuated).at(5).tick(1_000L * 3_600 * 24 * 365);
    expectCalls(calls -> assertThat(calls).hasSize(10_000).endsWith(1_000L * 3_600 * 24 * 365));
  }

  private void expectCalls(Consumer<List<Long>> expected) {
    assertThat(periodicCalls.values()).hasSize(2).allSatisfy(expected);
    periodicCalls.clear();
  }

  @Test
  void s106ShouldTellTheGeneratorItsPartitionUnitAndClock() {
    List<String> contexts = Collections.synchronizedList(new ArrayList<>());
    tumbling(10)
        .partitions(1)
        .watermarks(
            forGenerator(
                context -> {
                  contexts.add(context.partition() + " " + context.unit());
                  return punctuated(context);
                }))
        .at(5)
        .on(3, 5)
        .leave(3)
        .on(3, 5);
    assertThat(contexts)
        .as("in two layouts; a new one for a partition that joins again")
        .containsExactly(
            "0 MILLISECONDS",
            "0 MILLISECONDS",
            "3 MILLISECONDS",
            "3 MILLISECONDS",
            "3 MILLISECONDS",
            "3 MILLISECONDS");
  }

  @Test
  void s106ShouldLetTheGeneratorRegisterCountersAndGauges() {
    Engine<Sample> engine =
        tumbling(10).watermarks(forGenerator(Counting::new)).engine(EngineOptions.inline());
    UserMetrics metrics = engine.counters().user();
    assertThat(metrics.all()).isEmpty();
    publish(engine, 0, 7);
    publish(engine, 2, 9);
    publish(engine, 2, 4);
    engine.publisher().leave(2);
    publish(engine, 2, 5);
    assertThat(metrics.all())
        .containsExactly(
            new Metric("events", 0, 1),
            new Metric("events", 2, 3),
            new Metric("last", 0, 7),
            new Metric("last", 2, 5));
    assertThat(metrics.value("last", 2)).hasValue(5);
    assertThat(metrics.value("last", 1)).isEmpty();
  }

  private static void publish(Engine<Sample> engine, int partition, long timestamp) {
    engine.publisher().claim().time = timestamp;
    engine.publisher().publish(partition, 0);
  }

  /** Counts its events, and shows the timestamp of the last. */
  private static final class Counting implements WatermarkGenerator<Sample> {
    private final Counter events;
    private final Gauge last;

    Counting(Context context) {
      PartitionMetrics metrics = context.metrics();
      events = metrics.counter("events");
      last = metrics.gauge("last");
    }

    @Override
    public void onEvent(Sample event, long timestamp, WatermarkOutput output) {
      events.increment();
      last.set(timestamp);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // It emits nothing.
    }
  }

  @Test
  void shouldRefuseOneNameForACounterAndAGauge() {
    assertThatThrownBy(
            () ->
                tumbling(10)
                    .partitions(1)
                    .watermarks(
                        forGenerator(
                            context -> {
                              context.metrics().counter("x");
                              context.metrics().gauge("x");
                              return new PortedGenerator();
                            }))
                    .engine(EngineOptions.inline()))
        .hasMessageStartingWith("job scenario: the watermark generator of partition 0 threw")
        .hasRootCauseMessage("gauge: 'x' is a counter already");
  }

  @Test
  void shouldCountWhatIsEmittedForAnEventAfterTheEvent() {
    tumbling(10)
        .watermarks(punctuated)
        .event(0, 5, 1, 20)
        .expectWatermark("20")
        .expectLate()
        .event(0, 5, 1, 30)
        .expectLate("k1 5@20");
  }

  @Test
  void s018ShouldCountWatermarksThatWouldGoBack() {
    tumbling(10)
        .watermarks(punctuated)
        .event(0, 5, 1, 20)
        .event(0, 5, 1, 10)
        .event(0, 5, 1, 19)
        .event(0, 5, 1, 20)
        .expectWatermarks("20", "20", "20", "20")
        .expectCount(2, counters -> counters.watermarkRegressions);
  }

  @Test
  void shouldMoveAtTicksOnlyWherePeriodic() {
    tumbling(10)
        .watermarks(punctuated.emitEvery(ofMillis(50)))
        .event(0, 5, 1, 20)
        .expectWatermark("none")
        .tick(50)
        .expectWatermark("20");
  }

  @Test
  void shouldBeIdleAsLongAsTheGeneratorSaysSo() {
    tumbling(10)
        .watermarks(punctuated)
        .partitions(2)
        .event(0, 5, 1, 40)
        .event(1, 5, 1, 20)
        .expectWatermark("20")
        .event(1, 5, 1, -1)
        .expectIdle(1, true)
        .expectWatermark("40")
        .event(1, 5, 1, 0)
        .expectIdle(1, false)
        .event(0, 5, 1, 60)
        .expectWatermark("40")
        .event(1, 5, 1, 50)
        .expectWatermark("50");
  }

  @Test
  void shouldNotAskTheGeneratorOfAPartitionThatIsSilent() {
    tumbling(10).watermarks(punctuated.idleness(ofMillis(600))).at(5).tick(1_000).tick(2_000);
    expectCalls(calls -> assertThat(calls).containsExactly(200L, 400L));

    tumbling(10).watermarks(punctuated).at(5).idle(0).tick(400).active(0).tick(600);
    expectCalls(calls -> assertThat(calls).as("as its publisher said").containsExactly(600L));
  }

  @Test
  void shouldAskTheGeneratorThatCalledItsPartitionIdle() {
    tumbling(10).watermarks(punctuated).event(0, 5, 1, -1).expectIdle(0, true).tick(400);
    expectCalls(calls -> assertThat(calls).containsExactly(200L, 400L));
  }

  @Test
  void shouldLeaveNoTraceOfAnEventForWhichTheGeneratorThrew() {
    tumbling(10)
        .with(JobBuilder::rejectOnThrow)
        .watermarks(punctuated)
        .event(0, 5, 1, 20)
        .event(1, 6, 1, 666)
        .expectRejected("6 user-code")
        .event(0, 25, 1, 30)
        .expectWatermark("30")
        .expectFirings("[0,10) k1 n=1 sum=20", "[20,30) k1 n=1 sum=30");
  }

  /**
   * What throws for it sees what the ticks before it have made of things, so these have run: p0 was
   * silent for 400 ms. It is no sign of life, though.
   */
  @Test
  void shouldBringTheClockToAnEventForWhichTheGeneratorThrewAndNothingElse() {
    tumbling(10)
        .with(JobBuilder::rejectOnThrow)
        .watermarks(punctuated.idleness(ofMillis(400)))
        .partitions(2)
        .event(0, 5, 1, 20)
        .event(1, 5, 1, 50)
        .expectWatermark("20")
        .now(300)
        .event(1, 60, 1, 55)
        .now(500)
        .event(0, 70, 1, 666)
        .expectRejected("70 user-code")
        .expectIdle(0, true)
        .expectWatermark("55");
  }

  @Test
  void shouldStopWhereTheGeneratorThrows() {
    var engine = tumbling(10).watermarks(punctuated).failingEngine();
    Sample event = engine.publisher().claim();
    event.time = 5;
    event.value = 666;
    assertThatThrownBy(() -> engine.publisher().publish(2, 0))
        .isInstanceOf(EngineFailedException.class)
        .hasRootCauseMessage("666")
        .cause()
        .isInstanceOf(UserCodeException.class)
        .hasMessageContaining("job scenario: the watermark generator of partition 2 threw");
  }

  @Test
  void s033ShouldWaitForEachKindByItsOwnBound() {
    payments()
        .event(0, 100 * SECOND, 1, PAYMENT)
        .expectWatermark("none")
        .event(0, 100 * SECOND, 1, CLICK)
        .expectWatermark("89999")
        .event(0, 101 * SECOND, 1, PAYMENT)
        .expectWatermark("89999")
        .event(0, 112 * SECOND, 1, CLICK)
        .expectWatermark("100999");
  }

  @Test
  void s033ShouldNotBeHeldByAKindThatIsSilentForTheIdleness() {
    Scenario scenario =
        payments(ofSeconds(30)).event(0, 100 * SECOND, 1, PAYMENT).event(0, 100_000, 1, CLICK);
    for (long second = 1; second < 30; second++) {
      scenario.now(second * SECOND).event(0, (100 + second) * SECOND, 1, PAYMENT);
    }
    scenario.expectWatermark("89999");
    scenario.tick(30 * SECOND).expectWatermark("128999");
  }

  @Test
  void s033ShouldNotBeHeldForEverByAKindThatNeverComes() {
    payments(ofSeconds(30))
        .event(0, 100 * SECOND, 1, PAYMENT)
        .now(29 * SECOND)
        .event(0, 129 * SECOND, 1, PAYMENT)
        .expectWatermark("none")
        .tick(30 * SECOND)
        .expectWatermark("128999");
  }

  @Test
  void shouldRefuseAKindThatHasNoBound() {
    payments()
        .with(JobBuilder::rejectOnThrow)
        .event(0, 100 * SECOND, 1, 2)
        .expectRejected("100000 user-code");
    assertThatThrownBy(() -> boundedByKind(event -> 0, ofSeconds(-1)))
        .hasMessage("watermarks.bounds: PT-1S; expected 0 or more");
    assertThatThrownBy(() -> boundedByKind(event -> 0))
        .hasMessage("watermarks.bounds: none; expected one for each kind");
    assertThatThrownBy(() -> boundedByKind(e -> 0, ofMillis(1)).check(TimeUnit.SECONDS))
        .hasMessage("watermarks.bounds: PT0.001S is no whole number of s");
  }

  private static final int PAYMENT = 0;
  private static final int CLICK = 1;

  private Scenario payments() {
    return tumbling(SECOND).watermarks(byKind());
  }

  private Scenario payments(java.time.Duration idleness) {
    return tumbling(SECOND).watermarks(byKind().idleness(idleness));
  }

  private static WatermarkStrategy<Sample> byKind() {
    return boundedByKind(event -> (int) event.value, ofSeconds(0), ofSeconds(10));
  }

  private WatermarkGenerator<Sample> punctuated(Context context) {
    return new WatermarkGenerator<>() {
      @Override
      public void onEvent(Sample event, long timestamp, WatermarkOutput output) {
        if (event.value == -1) {
          output.markIdle();
        } else if (event.value > 0) {
          output.emitWatermark(event.value);
        }
        if (event.value == 666) {
          throw new IllegalStateException("666");
        }
      }

      @Override
      public void onPeriodicEmit(WatermarkOutput output) {
        periodicCalls
            .computeIfAbsent(Thread.currentThread(), thread -> new ArrayList<>())
            .add(TimeUnit.NANOSECONDS.toMillis(context.nowNs()));
      }
    };
  }
}
