package io.tidemark.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DistributionTest {

  private static final int KEYS = 100;
  private static final int DRAWS = 1_000_000;

  @Test
  void shouldDrawUniformKeysAlike() {
    int[] counts = counts(Distribution.UNIFORM);

    // 10,000 expected, five standard deviations are 500.
    assertThat(IntStream.of(counts).boxed()).allMatch(count -> count > 9_500 && count < 10_500);
  }

  @Test
  void shouldDrawZipfKeysInProportionToTheirRank() {
    int[] counts = counts(Distribution.ZIPF);

    double harmonic = 0;
    for (int r = 1; r <= KEYS; r++) {
      harmonic += 1.0 / r;
    }
    for (int r = 1; r <= KEYS; r++) {
      double expected = DRAWS / harmonic / r;
      assertThat(Math.abs(counts[r - 1] - expected))
          .as("draws of rank %d, expected %.0f", r, expected)
          .isLessThan(5 * Math.sqrt(expected));
    }
  }

  @Test
  void shouldDrawTheHotKeyNineOfTenTimes() {
    int[] counts = counts(Distribution.HOT);

    double expected = DRAWS * 0.9 + DRAWS * 0.1 / KEYS;
    assertThat(Math.abs(counts[0] - expected)).isLessThan(5 * Math.sqrt(DRAWS * 0.09));
    for (int key = 1; key < KEYS; key++) {
      double others = DRAWS * 0.1 / KEYS;
      assertThat(Math.abs(counts[key] - others)).isLessThan(5 * Math.sqrt(others));
    }
  }

  @Test
  void shouldPermuteAllOrdinals() {
    int[] permutation = Permutation.of(KEYS, new SplittableRandom(1));

    assertThat(permutation).isNotEqualTo(Permutation.of(KEYS, new SplittableRandom(2)));
    Arrays.sort(permutation);
    assertThat(permutation).isEqualTo(IntStream.range(0, KEYS).toArray());
  }

  private static int[] counts(Distribution distribution) {
    int[] counts = new int[KEYS];
    for (int ordinal : distribution.draw(KEYS, DRAWS, new SplittableRandom(1))) {
      counts[ordinal]++;
    }
    return counts;
  }
}
