package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.counters.WindowCounters;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** In steady state sessions allocate nothing: not to open, grow, merge, fire or close. */
class SessionAllocationTest extends ScenarioTest {
  private static final int EVENTS = 1_000_000;
  private static final int KEYS = 100;

  private final SplittableRandom random = new SplittableRandom(11);
  private long nowMs;
  private long handled;

  @Test
  void shouldAllocateNothingWhereTheGapIsFixed() {
    check(sessions(20, 60));
  }

  @Test
  void shouldAllocateNothingWhereEventsBringTheGap() {
    check(dynamicSessions());
  }

  private void check(Scenario scenario) {
    Engine<Sample> engine =
        scenario
            .bound(20)
            .lateness(100)
            .engine(
                EngineOptions.<Sample>inline()
                    .onResult(result -> handled += result.longValue(0))
                    .onLate(late -> handled += late.lateness()));
    publish(engine, EVENTS);
    WindowCounters counters = engine.counters().windows().get(0);
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

  /** Events on time, late, and too late; of a key now and then none for long. */
  private void publish(Engine<Sample> engine, int events) {
    Publisher<Sample> publisher = engine.publisher();
    for (int i = 0; i < events; i++) {
      nowMs += random.nextInt(3) == 0 ? 1 : 0;
      int fate = random.nextInt(100);
      Sample sample = publisher.claim();
      sample.time = nowMs - random.nextInt(fate < 10 ? 2_000 : fate < 40 ? 200 : 20);
      sample.key = random.nextInt(KEYS);
      sample.value = 1L + random.nextInt(60);
      publisher.publish(0, nowMs * 1_000_000);
    }
  }

  private static long[] counts(WindowCounters window) {
    return new long[] {
      window.onTimeFirings.value(),
      window.lateFirings.value(),
      window.tooLate.value(),
      window.openedWindows.value(),
      window.closedWindows.value()
    };
  }
}
