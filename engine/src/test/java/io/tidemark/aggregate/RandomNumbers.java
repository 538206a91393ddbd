package io.tidemark.aggregate;

import java.util.SplittableRandom;

/** Numbers of all magnitudes, and those at the edges. */
final class RandomNumbers {
  private static final long[] EDGES = {
    0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 1L << 53, -(1L << 53), 1L << 32
  };
  private static final double[] SPECIALS = {
    0.0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    -Double.MIN_VALUE
  };

  private final SplittableRandom random;

  RandomNumbers(long seed) {
    random = new SplittableRandom(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A long of any number of bits. */
  long nextLong() {
    if (below(10) == 0) {
      return EDGES[below(EDGES.length)];
    }
    return random.nextLong() >> below(64);
  }

  /** A finite double of a magnitude from 10^-range to 10^range. */
  double nextFinite(int range) {
    double magnitude = Math.pow(10, random.nextDouble() * 2 * range - range);
    return (random.nextDouble() - 0.5) * magnitude;
  }

  /** Any double: ordinary ones, and now and then one with a special place in the order. */
  double nextDouble() {
    return below(4) == 0 ? SPECIALS[below(SPECIALS.length)] : nextFinite(300);
  }
}
