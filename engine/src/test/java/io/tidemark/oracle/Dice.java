package io.tidemark.oracle;

import java.util.List;
import java.util.Random;

/** Choices drawn from a seed. {@link Random} is specified: the same on every JDK. */
final class Dice {
  private final Random random;

  Dice(long seed) {
    // Neighbouring seeds start alike in Random; the multiplier moves them apart.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
  }

  /** True this often in a hundred times. */
  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  /** A number from low to high, both included. */
  int between(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  long oneOf(long... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
