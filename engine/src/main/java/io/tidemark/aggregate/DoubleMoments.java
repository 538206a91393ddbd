package io.tidemark.aggregate;

/**
 * The count, the means and the sum of the products of the distances from them, of doubles, kept up
 * to date value by value (B. P. Welford, Note on a method for calculating corrected sums of squares
 * and products, Technometrics 4, 1962) and merged (T. F. Chan, G. H. Golub and R. J. LeVeque,
 * Updating formulae and a pairwise algorithm for computing sample variances, Stanford, 1979).
 *
 * <p>The relative error of a sum of squares is at most about n * 2^-52 * k, where k is the root of
 * 1 + mean^2 / variance, and mostly far less: it does not square k, as sums of squares would.
 */
final class DoubleMoments {
  private DoubleMoments() {}

  /** The mean after one more value. */
  static double meanWith(double mean, double value, long count) {
    return mean + (value - mean) / count;
  }

  /** What the merge of two parts adds to a sum of products beside the sums of the parts. */
  static double between(double deltaX, double deltaY, long count, long fromCount) {
    double share = (double) fromCount / (count + fromCount);
    return deltaX * deltaY * (count * share);
  }

  /** The mean of two parts together. */
  static double merged(double mean, double delta, long count, long fromCount) {
    return mean + delta * ((double) fromCount / (count + fromCount));
  }
}
