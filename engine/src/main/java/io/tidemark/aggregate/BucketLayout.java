package io.tidemark.aggregate;

/**
 * The buckets of Gil Tene's HdrHistogram (its lowest discernible value being 1): values up to twice
 * 10^digits have a bucket each; from there on, buckets are twice as wide from each power of two to
 * the next. So a bucket is narrower than 10^-digits of its values.
 *
 * @param halfMagnitude the binary logarithm of half the buckets of the first, finest stretch
 * @param stretches how many stretches there are, each reaching twice as far as the one before
 */
record BucketLayout(int halfMagnitude, int stretches) {
  static final int MOST_DIGITS = 5;

  /** The most buckets: 8 MB a row. */
  static final int MOST_BUCKETS = 1 << 20;

  static BucketLayout of(int digits, long highest) {
    if (digits < 1 || digits > MOST_DIGITS) {
      throw new IllegalArgumentException(
          "percentiles.digits: " + digits + "; expected 1 to " + MOST_DIGITS);
    }
    if (highest < 2) {
      throw new IllegalArgumentException(
          "percentiles.highest: " + highest + "; expected 2 or more units of the value");
    }
    long single = 2 * Decimals.powerOfTen(digits);
    int magnitude = Long.SIZE - Long.numberOfLeadingZeros(single - 1);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(highest);
    BucketLayout layout = new BucketLayout(magnitude - 1, Math.max(bits - magnitude, 0) + 1);
    if (layout.buckets() > MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "percentiles: "
              + digits
              + " digits up to "
              + highest
              + " take "
              + layout.buckets()
              + " buckets; expected fewer digits or a smaller highest value, at most "
              + MOST_BUCKETS
              + " buckets");
    }
    return layout;
  }

  int buckets() {
    return (stretches + 1) << halfMagnitude;
  }

  /** The bucket of a value from 0 to the highest. */
  int bucket(long value) {
    long mask = (2L << halfMagnitude) - 1;
    int stretch = Long.SIZE - 1 - halfMagnitude - Long.numberOfLeadingZeros(value | mask);
    return (stretch << halfMagnitude) + (int) (value >>> stretch);
  }

  /** The smallest value in the bucket. */
  long lowest(int bucket) {
    int stretch = stretch(bucket);
    return (long) (bucket - (stretch << halfMagnitude)) << stretch;
  }

  /** The largest value in the bucket. */
  long highest(int bucket) {
    return lowest(bucket) + (1L << stretch(bucket)) - 1;
  }

  private int stretch(int bucket) {
    return Math.max((bucket >> halfMagnitude) - 1, 0);
  }
}
