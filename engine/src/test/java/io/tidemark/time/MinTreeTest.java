package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against a look at all places. */
class MinTreeTest {
  private static final int ROUNDS = 100;
  private static final int CHANGES = 300;

  @Test
  void shouldKnowTheSmallestNumber() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      // Few different numbers tie often; many seldom do.
      long numbers = random.nextBoolean() ? 3 : Long.MAX_VALUE;
      long[] naive = new long[1 + random.nextInt(40)];
      Arrays.fill(naive, MinTree.NOTHING);
      MinTree tree = new MinTree(naive.length);
      for (int i = 0; i < CHANGES; i++) {
        if (random.nextInt(50) == 0) {
          naive = grown(naive, 1 + random.nextInt(40));
          if (naive.length > tree.places()) {
            tree.grow(naive.length);
          }
        }
        int place = random.nextInt(naive.length);
        long value = random.nextInt(5) == 0 ? MinTree.NOTHING : random.nextLong(-numbers, numbers);
        change(tree, naive, place, value, "seed %d change %d".formatted(seed, i));
      }
    }
  }

  @Test
  void shouldHoldTheSmallestLong() {
    MinTree tree = new MinTree(1);
    assertThat(tree.min()).isEqualTo(MinTree.NOTHING);
    assertThat(tree.set(0, Long.MIN_VALUE)).isTrue();
    assertThat(tree.min()).isEqualTo(Long.MIN_VALUE);
    tree.grow(3);
    assertThat(tree.set(2, 7)).isFalse();
    assertThat(tree.set(0, MinTree.NOTHING)).isTrue();
    assertThat(tree.min()).isEqualTo(7);
  }

  private static void change(MinTree tree, long[] naive, int place, long value, String message) {
    long before = tree.min();
    naive[place] = value;
    boolean changed = tree.set(place, value);
    assertThat(tree.min()).as(message).isEqualTo(Arrays.stream(naive).min().orElseThrow());
    if (tree.min() != before) {
      assertThat(changed).as(message).isTrue();
    } else if (tree.places() > 1) {
      assertThat(changed).as(message).isFalse();
    }
    for (int p = 0; p < naive.length; p++) {
      assertThat(tree.at(p)).as(message).isEqualTo(naive[p]);
    }
  }

  private static long[] grown(long[] numbers, int by) {
    long[] more = Arrays.copyOf(numbers, numbers.length + by);
    Arrays.fill(more, numbers.length, more.length, MinTree.NOTHING);
    return more;
  }
}
