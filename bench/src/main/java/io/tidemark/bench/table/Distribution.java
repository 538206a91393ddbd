package io.tidemark.bench.table;

import java.util.Arrays;
import java.util.SplittableRandom;

/** How often each key comes. */
public enum Distribution {
  /** All keys alike. */
  UNIFORM {
    @Override
    int[] draw(int keys, int count, SplittableRandom random) {
      return random.ints(count, 0, keys).toArray();
    }
  },

  /** The key with ordinal r comes in proportion to 1 / (r + 1), as words or traded symbols do. */
  ZIPF {
    @Override
    int[] draw(int keys, int count, SplittableRandom random) {
      double[] cumulated = new double[keys];
      double sum = 0;
      for (int r = 0; r < keys; r++) {
        sum += 1.0 / (r + 1);
        cumulated[r] = sum;
      }
      int[] ordinals = new int[count];
      for (int i = 0; i < count; i++) {
        int found = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
        ordinals[i] = Math.min(found < 0 ? -found - 1 : found, keys - 1);
      }
      return ordinals;
    }
  },

  /** Nine of ten times the first key, else all keys alike. */
  HOT {
    @Override
    int[] draw(int keys, int count, SplittableRandom random) {
      int[] ordinals = new int[count];
      for (int i = 0; i < count; i++) {
        ordinals[i] = random.nextInt(10) == 0 ? random.nextInt(keys) : 0;
      }
      return ordinals;
    }
  };

  /** Draws {@code count} ordinals from 0 to {@code keys - 1}. */
  abstract int[] draw(int keys, int count, SplittableRandom random);
}
