package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.time.PartitionProfile;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles against lists of all values. */
class ProfileModelTest extends MeasuringTest {
  /** Against the same numbers kept one by one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldAgreeWithListsOfAllValues(long seed) {
    SplittableRandom dice = new SplittableRandom(seed);
    int partitions = 5;
    Engine<Sample> engine = measuring(false);
    long[][] delays = new long[partitions][];
    long[][] disorders = new long[partitions][];
    long[] negatives = new long[partitions];
    long[] largest = new long[partitions];
    for (int p = 0; p < partitions; p++) {
      delays[p] = new long[0];
      disorders[p] = new long[0];
      largest[p] = Long.MIN_VALUE;
    }
    long nowMs = 1_700_000_000_000L;
    for (int i = 0; i < 5_000; i++) {
      nowMs += dice.nextInt(50);
      int p = dice.nextInt(partitions);
      long delayMs = Math.round(Math.exp(dice.nextDouble() * 15)) - 100;
      long timestamp = nowMs - delayMs;
      publish(engine, p, timestamp, nowMs);
      if (delayMs >= 0) {
        delays[p] = with(delays[p], delayMs * MS);
      } else {
        negatives[p]++;
      }
      largest[p] = Math.max(largest[p], timestamp);
      disorders[p] = with(disorders[p], largest[p] - timestamp);
      if (dice.nextInt(500) == 0) {
        // Reading changes nothing.
        profile(engine, p);
      }
    }
    for (int p = 0; p < partitions; p++) {
      PartitionProfile profile = profile(engine, p);
      String which = "partition " + p + " of seed " + seed;
      assertThat(profile.negativeDelays()).as(which).isEqualTo(negatives[p]);
      for (double percent : new double[] {1, 25, 50, 90, 99, 99.9, 100}) {
        near(profile.delayNs(), percent, exact(delays[p], percent));
        near(profile.disorder(), percent, exact(disorders[p], percent));
      }
    }
  }

  private static long[] with(long[] values, long value) {
    long[] more = Arrays.copyOf(values, values.length + 1);
    more[values.length] = value;
    return more;
  }

  /** The smallest value that so many per cent do not exceed. */
  private static long exact(long[] values, double percent) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max((int) Math.ceil(percent / 100 * sorted.length) - 1, 0)];
  }
}
