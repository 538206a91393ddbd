package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.counters.WindowCounters;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What allowed lateness costs: how many windows are kept at a time. */
class LiveWindowsTest extends ScenarioTest {
  private static final long SIZE = 5 * MINUTE;
  private static final long LATENESS = 2 * MINUTE;
  private static final long BOUND = 5 * SECOND;
  private static final int KEYS = 7;

  /**
   * Windows of 5 minutes, 2 minutes of lateness, a bound of 5 s: a key has the window that is open
   * and, for two minutes and five seconds past its end, the one before; never a third.
   *
   * <pre>
   *   window        12:00 ├──────────────┤ 12:05            closed when the largest
   *   kept until                                 12:07:05   timestamp is that
   *   window                             ├──────────────┤ 12:10
   * </pre>
   */
  @Test
  void s063ShouldKeepTwoWindowsAKeyAtMost() {
    long seed = 63;
    SplittableRandom random = new SplittableRandom(seed);
    Engine<Sample> engine =
        tumbling(SIZE).bound(BOUND).lateness(LATENESS).engine(EngineOptions.inline());
    WindowCounters gauges = engine.counters().windows().get(0);
    TreeMap<Long, TreeSet<Long>> kept = new TreeMap<>();
    long largest = Long.MIN_VALUE;
    int most = 0;
    for (long now = 0; now < 12 * SIZE; now += random.nextLong(2_000)) {
      long time = Math.max(now - random.nextLong(random.nextInt(10) == 0 ? 4 * MINUTE : BOUND), 0);
      long key = random.nextInt(KEYS);
      publish(engine.publisher(), time, key);

      // The event is judged by the watermark before it, and moves it then.
      long start = time / SIZE * SIZE;
      if (!isClosed(start, largest)) {
        kept.computeIfAbsent(start, s -> new TreeSet<>()).add(key);
      }
      largest = Math.max(largest, time);
      while (!kept.isEmpty() && isClosed(kept.firstKey(), largest)) {
        kept.pollFirstEntry();
      }
      assertThat(kept.size()).isLessThanOrEqualTo(2);
      assertThat(gauges.liveWindows()).as("seed %d, %d ms", seed, now).isEqualTo(kept.size());
      assertThat(gauges.liveRows())
          .as("seed %d, %d ms", seed, now)
          .isEqualTo(kept.values().stream().mapToInt(TreeSet::size).sum());
      most = Math.max(most, kept.size());
    }

    assertThat(most).isEqualTo(2);
    assertThat(gauges.tooLate.value()).isPositive();
    engine.close();
    assertThat(gauges.liveWindows() + gauges.liveRows()).isZero();
  }

  /** The watermark, which is the largest timestamp less the bound and 1, has reached the end. */
  private static boolean isClosed(long start, long largest) {
    return largest != Long.MIN_VALUE && largest - BOUND - 1 >= start + SIZE - 1 + LATENESS;
  }

  private static void publish(Publisher<Sample> publisher, long time, long key) {
    Sample sample = publisher.claim();
    sample.time = time;
    sample.key = key;
    sample.value = 1;
    publisher.publish(0, time * 1_000_000);
  }
}
