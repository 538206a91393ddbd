package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against a map that forgets nothing and compares times. */
class RecentIdsTest {
  @Test
  void shouldKnowWhatAMapKnows() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long horizon = 1L + random.nextInt(500);
      long ids = 1L << random.nextInt(1, 12);
      // Ids next to each other, or with nothing in their low bits.
      int shift = random.nextBoolean() ? 0 : 50;
      RecentIds recent = new RecentIds(horizon);
      Map<Long, Long> naive = new HashMap<>();
      long watermark = random.nextBoolean() ? TimeStage.NO_WATERMARK : 0;
      for (int i = 0; i < 5_000; i++) {
        long id = random.nextLong(ids) << shift;
        long timestamp = i / 4L + random.nextInt(200) - 100;
        Long seen = naive.get(id);
        boolean known =
            seen != null && (watermark == TimeStage.NO_WATERMARK || seen > watermark - horizon);
        assertThat(recent.contains(id, watermark)).as("seed %d event %d", seed, i).isEqualTo(known);
        if (!known) {
          recent.add(id, timestamp, watermark);
          naive.put(id, timestamp);
        }
        if (watermark != TimeStage.NO_WATERMARK && random.nextInt(3) == 0) {
          watermark += random.nextInt(random.nextInt(100) == 0 ? 400 : 3);
        }
      }
    }
  }

  /** As many at a time as the rate times the horizon: the table stays as it is. */
  @Test
  void shouldNotGrowBeyondWhatIsRemembered() {
    int horizon = 3_000;
    RecentIds recent = new RecentIds(horizon);
    int places = 0;
    for (int i = 0; i < 1_000_000; i++) {
      recent.add(i * 31L, i, i - 1L);
      assertThat(recent.size()).isLessThanOrEqualTo(horizon + recent.places() / 8 + 1);
      if (i == 4 * horizon) {
        places = recent.places();
      }
    }
    assertThat(recent.places()).isEqualTo(places).isLessThanOrEqualTo(4 * horizon);
  }

  @Test
  void shouldRememberNothingThatIsDueToBeForgotten() {
    RecentIds recent = new RecentIds(10);
    recent.add(1, 5, 15);
    assertThat(recent.contains(1, 15)).isFalse();
    recent.add(1, 6, 15);
    assertThat(recent.contains(1, 15)).isTrue();
    assertThat(recent.contains(1, 16)).isFalse();
    recent.add(2, Long.MAX_VALUE - 1, Long.MIN_VALUE + 5);
    assertThat(recent.contains(2, Long.MAX_VALUE)).isTrue();
    recent.add(3, Long.MIN_VALUE + 1, TimeStage.NO_WATERMARK);
    assertThat(recent.contains(3, Long.MIN_VALUE + 2)).isTrue();
  }
}
