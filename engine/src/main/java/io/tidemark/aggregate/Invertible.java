package io.tidemark.aggregate;

/**
 * An aggregate from which a part can be taken out again, exactly: after merging a state and
 * subtracting it, everything is as before. So the count and the exact sums, but no sum of doubles,
 * which forgets small values beside large ones.
 *
 * <p>Windows that overlap keep one running state of such an aggregate, add what comes and subtract
 * what leaves.
 */
public interface Invertible extends Aggregate {
  /** Takes out of this state another one that was merged into it, or whose events were added. */
  void subtract(long[] rows, int at, long[] from, int fromAt);
}
