package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.tidemark.time.AllIdle;
import io.tidemark.time.WatermarkStrategy;
import org.junit.jupiter.api.Test;

/** The watermark when no partition says anything any more. */
class AllIdleTest extends ScenarioTest {
  @Test
  void shouldGoToTheLargestByDefault() {
    tumbling(10)
        .partitions(2)
        .on(0, 50)
        .on(1, 20)
        .expectWatermark("19")
        .idle(0)
        .idle(1)
        .expectWatermark("49");
  }

  @Test
  void shouldHold() {
    tumbling(10)
        .watermarks(monotonous().whenAllIdle(AllIdle.HOLD))
        .partitions(2)
        .on(0, 50)
        .on(1, 20)
        .idle(0)
        .idle(1)
        .expectWatermark("19")
        .on(1, 30)
        .expectWatermark("29")
        .idle(1)
        .expectWatermark("29");
  }

  /** As the last one of them is idle, so does the order count here. */
  @Test
  void shouldHoldWhereTheLastActivePartitionWas() {
    tumbling(10)
        .watermarks(monotonous().whenAllIdle(AllIdle.HOLD))
        .on(0, 50)
        .on(1, 20)
        .idle(1)
        .expectWatermark("49")
        .idle(0)
        .expectWatermark("49");
  }

  /** The one that wakes is ahead of where the watermark was held, and now alone. */
  @Test
  void shouldGoOnFromAHeldWatermarkAsSoonAsOneWakes() {
    tumbling(10)
        .watermarks(monotonous().idleness(ofMillis(400)).whenAllIdle(AllIdle.HOLD))
        .partitions(2)
        .on(0, 50)
        .on(1, 20)
        .tick(400)
        .expectIdle(0, true)
        .expectIdle(1, true)
        .expectWatermark("19")
        .on(0, 45)
        .expectWatermark("49");
  }

  /** The source of the last one has said that nothing more comes, ever. */
  @Test
  void shouldStayAtTheEndOfTimeThoughTheClockGoesOn() {
    tumbling(10)
        .watermarks(wallclock(400))
        .partitions(2)
        .on(0, 50)
        .watermark(1, Long.MAX_VALUE)
        .expectWatermark("49")
        .tick(400)
        .expectWatermark("end")
        .tick(1_000)
        .expectWatermark("end");
  }

  /**
   * One is idle at 190 ms by its own word, the other by its silence, found at 200 ms: since 150 ms.
   */
  @Test
  void shouldGoOnFromWhenTheLastOneBecameIdleHoweverThatWasFound() {
    Scenario scenario =
        tumbling(10).watermarks(wallclock(150)).partitions(2).on(0, 1_000).on(1, 2_000).now(100);
    scenario.on(0, 1_001).now(190).active(0).idle(0).tick(200).expectWatermark("2009");
  }

  /**
   *
   *
   * <pre>
   * clock      10 s           40 s                     95 s
   *            event          idle                     60 s + bound 5 s + idleness 30 s
   * watermark  4.999 s ------ 4.999 s, then as the clock: 59.999 s
   * </pre>
   */
  @Test
  void s035ShouldCloseTheOpenWindowByItsEndAndTheBoundAndTheIdleness() {
    Scenario scenario =
        tumbling(MINUTE)
            .watermarks(
                boundedOutOfOrderness(ofSeconds(5))
                    .idleness(ofSeconds(30))
                    .whenAllIdle(AllIdle.WALLCLOCK))
            .now(10 * SECOND)
            .at(10 * SECOND);
    scenario.tick(39_900).expectWatermark("4999").expectIdle(0, false);
    scenario.tick(40_000).expectWatermark("4999").expectIdle(0, true);
    scenario.tick(50_000).expectWatermark("14999");
    scenario.tick(94_800).expectFirings();
    scenario.tick(95_000).expectWatermark("59999").expectFirings("[0,60000) k1 n=1 sum=1");
  }

  /** The silence is counted from the last arrival, not from the tick that finds it. */
  @Test
  void shouldGoOnFromWhenTheLastOneBecameIdleAndNotFromTheTick() {
    Scenario scenario =
        tumbling(10)
            .watermarks(wallclock(150))
            .partitions(2)
            .on(0, 1_000)
            .now(30)
            .on(1, 2_000)
            .tick(200)
            .expectWatermark("2019");
    scenario.tick(399).expectWatermark("2019").tick(400).expectWatermark("2219");
  }

  @Test
  void shouldEndWithASignOfLifeAndNeverGoBack() {
    Scenario scenario = tumbling(10).watermarks(wallclock(200)).at(1_000).tick(200).tick(1_000);
    scenario.expectWatermark("1799").at(1_500).expectWatermark("1799").expectLate("k1 1500@1799");
    scenario.tick(1_190).expectWatermark("1799").at(1_900).expectWatermark("1899");
    // Silent again from 1190 ms on.
    scenario.tick(1_600).expectWatermark("2109");
  }

  @Test
  void shouldStandStillBeforeTheFirstWatermark() {
    tumbling(10)
        .watermarks(wallclock(200))
        .partitions(2)
        .tick(0)
        .tick(100_000)
        .expectWatermark("none");
  }

  @Test
  void shouldStandStillWhenNoPartitionIsLeft() {
    tumbling(10)
        .watermarks(wallclock(200))
        .at(1_000)
        .tick(200)
        .leave(0)
        .tick(400)
        .tick(1_000)
        .expectWatermark("999");
  }

  /** A leap of 290 years is one tick, and it ends short of the end of time. */
  @Test
  void shouldLeapWithoutRunningEveryTickAndNeverEndTime() {
    long years = Long.MAX_VALUE / 1_000_000;
    tumbling(10)
        .watermarks(wallclock(200))
        .at(Long.MAX_VALUE - 1_000_000)
        .tick(years)
        .expectWatermark("" + (Long.MAX_VALUE - 1))
        .expectCount(2, counters -> counters.ticks);
  }

  private static WatermarkStrategy<Object> wallclock(long idlenessMs) {
    return monotonous().idleness(ofMillis(idlenessMs)).whenAllIdle(AllIdle.WALLCLOCK);
  }
}
