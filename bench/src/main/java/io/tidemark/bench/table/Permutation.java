package io.tidemark.bench.table;

import java.util.SplittableRandom;

/** All ordinals once, in random order. */
final class Permutation {

  private Permutation() {}

  static int[] of(int count, SplittableRandom random) {
    int[] ordinals = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      ordinals[i] = ordinals[j];
      ordinals[j] = i;
    }
    return ordinals;
  }
}
