package io.tidemark.bench.table;

import io.tidemark.bench.workload.Workload;

/** The keys that ordinals stand for. */
public enum Keys {
  /** Those of the whole jobs: spread over 64 bits, by one multiplication. */
  SPREAD {
    @Override
    long key(int ordinal) {
      return Workload.keyOf(ordinal);
    }
  },

  /** As good as random. */
  RANDOM {
    @Override
    long key(int ordinal) {
      return Mixer.mix(ordinal);
    }
  },

  /** Chosen so that their products with the golden ratio differ in the lower bits alone. */
  ADVERSARIAL {
    @Override
    long key(int ordinal) {
      return ordinal * INVERSE_OF_GOLDEN_RATIO;
    }
  };

  private static final long INVERSE_OF_GOLDEN_RATIO = 0xf1de83e19937733dL;

  /** The key; different for each ordinal. */
  abstract long key(int ordinal);
}
