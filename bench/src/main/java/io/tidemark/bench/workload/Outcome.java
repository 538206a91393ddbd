package io.tidemark.bench.workload;

/**
 * What a variant did: two variants did the same work when their outcomes are equal.
 *
 * @param results how many results reached the sink
 * @param checksum {@link Digest#checksum()} of these results
 * @param late how many events came after their window had fired, and were dropped
 */
public record Outcome(long results, long checksum, long late) {

  /**
   * Fails unless this outcome is the expected one.
   *
   * @param variant names the variant in the error
   * @throws IllegalStateException when the outcomes differ
   */
  public void requireEqual(String variant, Outcome expected) {
    if (!equals(expected)) {
      throw new IllegalStateException(
          "variant " + variant + ": " + this + ", expected " + expected + ": it did other work");
    }
  }

  @Override
  public String toString() {
    return String.format("%,d results, checksum %016x, %,d late", results, checksum, late);
  }
}
