package io.tidemark.aggregate;

/**
 * Which number says how far values lie apart.
 *
 * @param lost the degrees of freedom taken from the count: 0 for a whole population, 1 for a sample
 * @param root whether it is the standard deviation instead of the variance
 */
record Spread(int lost, boolean root) {
  /** From the sum of the squares of the distances from the mean; NaN for too few values. */
  double of(double squares, long count) {
    double variance = covariance(squares, count);
    return root ? Math.sqrt(variance) : variance;
  }

  /** From the sum of the products of two distances from the mean; NaN for too few values. */
  double covariance(double products, long count) {
    return count > lost ? products / (count - lost) : Double.NaN;
  }
}
