package io.tidemark.scenario;

import static io.tidemark.scenario.Times.HOUR;
import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A thousand partitions, most of which sleep most of the time. */
class ManyPartitionsTest extends ScenarioTest {
  private static final int PARTITIONS = 1_024;
  private static final long TICK = 200;
  private static final long IDLENESS = 30 * SECOND;

  /**
   * R14: ten hours in which partitions fall asleep and wake. At each tick every partition is idle
   * if it has been silent for the idleness, and no earlier: so within the idleness and one tick.
   */
  @Test
  void shouldFindEverySleeperWithinTheIdlenessAndOneTick() {
    long seed = 14;
    List<String> outputs = new ArrayList<>();
    Engine<Sample> engine = engine(EngineOptions.inline(), outputs);
    Sleepers sleepers = new Sleepers(seed);
    long before = engine.watermark();
    for (long now = 0; now <= 10 * HOUR; now += TICK) {
      engine.publisher().tick(MILLISECONDS.toNanos(now));
      for (int p = 0; p < PARTITIONS; p++) {
        if (engine.partitions().isIdle(p) != now - sleepers.lastArrival[p] >= IDLENESS) {
          assertThat(engine.partitions().isIdle(p))
              .as("seed %d, partition %d, silent for %d ms", seed, p, now - sleepers.lastArrival[p])
              .isEqualTo(now - sleepers.lastArrival[p] >= IDLENESS);
        }
      }
      sleepers.publishUntil(now + TICK, engine.publisher());
      if (engine.watermark() < before) {
        assertThat(engine.watermark()).as("seed %d at %d", seed, now).isGreaterThan(before);
      }
      before = engine.watermark();
    }
    assertThat(sleepers.wakes).as("seed " + seed).isGreaterThan(10_000);
    engine.close();
    assertThat(outputs).as("seed " + seed).hasSizeGreaterThan(500);

    List<String> inFused = new ArrayList<>();
    Engine<Sample> fused = engine(EngineOptions.<Sample>fused().withoutTicker(), inFused);
    sleepers = new Sleepers(seed);
    for (long now = 0; now <= 10 * HOUR; now += TICK) {
      fused.publisher().tick(MILLISECONDS.toNanos(now));
      sleepers.publishUntil(now + TICK, fused.publisher());
    }
    fused.close();
    assertThat(inFused).as("seed " + seed).isEqualTo(outputs);
  }

  @Test
  void s166ShouldGoOnWithoutTheSilentOnesAfterTheIdlenessAndOneTick() {
    Scenario scenario = tumbling(SECOND).partitions(PARTITIONS).idleness(IDLENESS);
    for (int p = 0; p < PARTITIONS; p++) {
      scenario.on(p, 1_000);
    }
    // A thousand fall silent; 24 go on.
    long last = 0;
    for (long now = SECOND; now < IDLENESS; now += SECOND) {
      last = now;
      for (int p = 0; p < 24; p++) {
        scenario.now(now).on(p, 1_000 + now);
      }
    }
    scenario.tick(IDLENESS - 1).expectWatermark("999");
    scenario.tick(IDLENESS).expectWatermark("" + (1_000 + last - 1));
  }

  /** P2 stays at 12:00:25 while the others go on for an hour. */
  @Test
  void s048ShouldBeHeldByTheSlowestOfThree() {
    Scenario scenario = tumbling(30 * SECOND).partitions(3).showingClock().on(2, "12:00:25.001");
    for (long time = Times.clock("12:00:26"); time <= Times.clock("13:00:00"); time += MINUTE) {
      scenario.on(0, time).on(1, time);
    }
    scenario.on(0, "13:00:00.001").on(1, "13:00:00.001").expectWatermark("12:00:25");
    scenario.expectWatermarkOf(0, "13:00:00").expectWatermarkOf(1, "13:00:00").expectHolder(2);
    scenario.expectFirings();
  }

  /** The other key goes on, and so does the time of the silent one's window. */
  @Test
  void s176ShouldNotBeHeldByASilentKey() {
    tumbling(10)
        .event(0, 5, 1, 1)
        .event(0, 6, 2, 1)
        .event(0, 15, 2, 1)
        .event(0, 25, 2, 1)
        .expectFirings("[0,10) k1 n=1 sum=1", "[0,10) k2 n=1 sum=1", "[10,20) k2 n=1 sum=1");
  }

  /** S078: idleness is a matter of partitions, not of keys. */
  @Test
  void s176ShouldBeHeldByASilentPartitionUntilItIsIdle() {
    Scenario scenario = tumbling(10).partitions(2).idleness(IDLENESS);
    scenario.event(0, 5, 1, 1).event(1, 6, 1, 1).now(MINUTE / 4).event(1, 25, 1, 1);
    scenario.expectFirings().now(IDLENESS - 1).event(1, 26, 1, 1).expectFirings();
    scenario.now(IDLENESS).event(1, 27, 1, 1).expectFirings("[0,10) k1 n=2 sum=2");
  }

  private Engine<Sample> engine(EngineOptions<Sample> options, List<String> outputs) {
    return tumbling(MINUTE)
        .bound(5 * SECOND)
        .idleness(IDLENESS)
        .partitions(PARTITIONS)
        .engine(
            options
                .onResult(result -> outputs.add(result.toString()))
                .onLate(late -> outputs.add(late.timestamp() + "@" + late.watermark())));
  }

  /** Partitions that publish for a while, and are silent for a while. */
  private static final class Sleepers {
    private final SplittableRandom random;
    private final long[] lastArrival = new long[PARTITIONS];
    private final long[] next = new long[PARTITIONS];
    private int wakes;

    Sleepers(long seed) {
      random = new SplittableRandom(seed);
      for (int p = 0; p < PARTITIONS; p++) {
        next[p] = random.nextLong(10 * MINUTE);
      }
    }

    /** What comes before this time, partition by partition: arrivals may go back a little. */
    void publishUntil(long end, Publisher<Sample> publisher) {
      long now = end - TICK;
      for (int p = 0; p < PARTITIONS; p++) {
        if (next[p] < end) {
          // Arrivals that go back count as the largest seen.
          now = Math.max(now, next[p]);
          Sample sample = publisher.claim();
          sample.time = now - random.nextLong(6 * SECOND);
          sample.key = 0;
          sample.value = p;
          publisher.publish(p, MILLISECONDS.toNanos(next[p]));
          wakes += now - lastArrival[p] >= IDLENESS ? 1 : 0;
          lastArrival[p] = now;
          next[p] = now + 1 + silence();
        }
      }
    }

    /** Mostly some seconds; now and then just about the idleness, or much longer. */
    private long silence() {
      return switch (random.nextInt(20)) {
        case 0 -> random.nextLong(2 * HOUR);
        case 1 -> IDLENESS - 2 + random.nextLong(4);
        default -> random.nextLong(60 * SECOND);
      };
    }
  }
}
