package io.tidemark.scenario;

import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.runtime.EngineClock;
import io.tidemark.time.WatermarkStrategy;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Faults that other engines had, about partitions and clocks. */
class FieldCasesTest extends ScenarioTest {
  @Test
  void c01ShouldNotBeBlockedByPartitionsThatNeverHadData() {
    tumbling(10)
        .partitions(4)
        .idleness(100)
        .on(0, 5, 15, 25)
        .expectWatermark("none")
        .expectFirings()
        .tick(200)
        .expectWatermark("24")
        .expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1");
  }

  @Test
  void c02ShouldNotDependOnWhichPartitionWentIdleFirst() {
    tumbling(10)
        .partitions(2)
        .on(0, 6)
        .on(1, 5)
        .idle(0)
        .idle(1)
        .expectWatermarks("none", "4", "4", "5");
    tumbling(10)
        .partitions(2)
        .on(0, 6)
        .on(1, 5)
        .idle(1)
        .idle(0)
        .expectWatermarks("none", "4", "5", "5");
  }

  @Test
  void c03ShouldNotBeHeldByAPartitionThatIsGone() {
    tumbling(10)
        .partitions(2)
        .on(0, 101)
        .on(1, 21)
        .expectWatermark("20")
        .leave(1)
        .expectWatermark("100")
        .expectFirings("[20,30) k1 n=1 sum=1")
        .leave(0)
        .expectWatermark("100");
    tumbling(10)
        .partitions(2)
        .on(0, 101)
        .on(1, 21)
        .end(1)
        .expectWatermark("100")
        .expectFirings("[20,30) k1 n=1 sum=1");
  }

  @Test
  void c04ShouldBeHeldByAPartitionThatWakesUpWithOldData() {
    tumbling(10)
        .partitions(2)
        .on(0, 100)
        .idle(1)
        .expectWatermark("99")
        .event(1, 50, 2, 1)
        .expectLate("k2 50@99")
        .on(0, 200)
        .expectWatermark("99")
        .expectFirings()
        .idle(1)
        .expectWatermark("199")
        .expectFirings("[100,110) k1 n=1 sum=1");
  }

  @Test
  void c09ShouldMoveTimeByFilteredEvents() {
    tumbling(10)
        .partitions(2)
        .filteringNegativeValues()
        .on(0, 5)
        .event(1, 5, 1, -1)
        .on(0, 25)
        .event(1, 25, 1, -1)
        .expectWatermark("24")
        .expectFirings("[0,10) k1 n=1 sum=1")
        .expectCount(2, counters -> counters.filtered)
        .expectLate();
  }

  /** The wall clock steps an hour back and then two forward; only monotonic time counts. */
  @Test
  void c10ShouldTellIdlenessByMonotonicTime() {
    AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-03-29T00:59:59Z"));
    AtomicLong nanos = new AtomicLong(-77);
    EngineClock clock = new EngineClock(wall::get, nanos::get);
    Engine<Sample> engine =
        Engine.start(job().build(), EngineOptions.<Sample>inline().clock(clock));
    Domains.fill(engine.publisher(), 25);
    engine.publisher().publish(0);

    wall.updateAndGet(now -> now.minusSeconds(3_600));
    nanos.addAndGet(MILLISECONDS.toNanos(99));
    engine.publisher().tick(clock.getAsLong());
    assertThat(engine.partitions().isIdle(1)).isFalse();

    wall.updateAndGet(now -> now.plusSeconds(7_200));
    engine.publisher().tick(clock.getAsLong());
    assertThat(engine.partitions().isIdle(1)).isFalse();

    nanos.addAndGet(MILLISECONDS.toNanos(1));
    engine.publisher().tick(clock.getAsLong());
    assertThat(engine.partitions().isIdle(1)).isTrue();
    assertThat(engine.watermark()).isEqualTo(24);
    engine.close();
  }

  @Test
  void r11ShouldGiveTheSameWhenTheWallClockSteps() {
    String steady = withSteps(0);
    assertThat(withSteps(3_600)).isEqualTo(steady);
    assertThat(withSteps(-3_600)).isEqualTo(steady);
    assertThat(withSteps(1)).as("a leap second").isEqualTo(steady);
  }

  /** Watermark and idle partitions after each event, while the wall clock steps now and then. */
  private static String withSteps(long seconds) {
    AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-10-25T00:00:00Z"));
    AtomicLong nanos = new AtomicLong();
    EngineClock clock = new EngineClock(wall::get, nanos::get);
    Engine<Sample> engine =
        Engine.start(job().build(), EngineOptions.<Sample>inline().clock(clock));
    StringBuilder seen = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      if (i % 100 == 50) {
        wall.updateAndGet(now -> now.plusSeconds(seconds));
      }
      nanos.addAndGet(MILLISECONDS.toNanos(9));
      Domains.fill(engine.publisher(), i);
      // The second partition is there for the first half only.
      engine.publisher().publish(i % 2 == 0 || i > 500 ? 0 : 1);
      seen.append(engine.watermark()).append(engine.partitions().isIdle(1)).append(' ');
    }
    engine.close();
    assertThat(seen).contains("true", "false");
    return seen.toString();
  }

  @Test
  void shouldGoOnFromTheWallClockAsItWas() {
    AtomicReference<Instant> wall = new AtomicReference<>(Instant.EPOCH.minusNanos(5));
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);
    EngineClock clock = new EngineClock(wall::get, nanos::get);
    assertThat(clock.getAsLong()).isEqualTo(-5);
    wall.set(Instant.MAX);
    nanos.addAndGet(HOURS.toNanos(1));
    assertThat(clock.getAsLong()).isEqualTo(HOURS.toNanos(1) - 5);
  }

  private static JobBuilder<Sample> job() {
    return Domains.tumbling(ofMillis(10))
        .timestamp(MILLISECONDS, sample -> sample.time)
        .partitions(2)
        .watermarks(
            WatermarkStrategy.<Sample>monotonous().idleness(ofMillis(100)).emitEvery(ofMillis(1)));
  }
}
