package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sliding windows of events at the ends of long. */
class SlidingEndsTest extends ScenarioTest {
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldGoOnAfterAnEventAtTheBeginningOfTime() {
    for (long slide = 1; slide <= 5; slide++) {
      for (long size = 1; size <= 8; size++) {
        for (long offset = 1 - slide; offset < slide; offset++) {
          for (long first = 1; first < 16; first++) {
            check(size, slide, offset, Long.MIN_VALUE + first);
          }
        }
      }
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldLeaveOutAnEventInTheGapAtTheEndOfTime() {
    Engine<Sample> engine =
        Scenario.sliding(1, 2)
            .engine(EngineOptions.<Sample>inline().onLate(late -> {}).onResult(result -> {}));
    for (long time : new long[] {0, Long.MAX_VALUE}) {
      engine.publisher().claim().time = time;
      engine.publisher().publish(0, 0);
    }
    engine.close();

    assertThat(engine.counters().windows().get(0).counted.value()).isEqualTo(1);
    assertThat(engine.counters().windows().get(0).unassigned.value()).isEqualTo(1);
    assertThat(engine.counters().onTimeFirings()).isEqualTo(1);
  }

  /** Each event but the first counts in all windows it falls into, and no window is empty. */
  private void check(long size, long slide, long offset, long first) {
    long[] counted = {0, 0};
    Engine<Sample> engine =
        Scenario.sliding(size, slide)
            .offset(offset)
            .engine(
                EngineOptions.<Sample>inline()
                    .onLate(late -> {})
                    .onRejected(rejected -> {})
                    .onResult(
                        result -> {
                          counted[0] += result.longValue(0);
                          counted[1] += result.longValue(0) == 0 ? 1 : 0;
                        }));
    long expected = 0;
    for (long time : new long[] {first, -19, 0, 100}) {
      engine.publisher().claim().time = time;
      engine.publisher().publish(0, 0);
      expected += time == first ? 0 : windowsOf(size, slide, offset, time);
    }
    engine.close();

    String job = "size %d, slide %d, offset %d, first %d".formatted(size, slide, offset, first);
    assertThat(counted[1]).as(job).isZero();
    // The first event's windows may begin before the smallest long: then it is rejected.
    assertThat(counted[0] - expected).as(job).isBetween(0L, (size + slide - 1) / slide);
  }

  private static long windowsOf(long size, long slide, long offset, long time) {
    long windows = 0;
    long newest = Math.floorDiv(time - offset, slide);
    while (offset + (newest - windows) * slide + size > time) {
      windows++;
    }
    return windows;
  }
}
