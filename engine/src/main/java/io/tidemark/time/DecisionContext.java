package io.tidemark.time;

/** What a generator that decides bounds is told and tells beside. */
interface DecisionContext extends WatermarkGeneratorSupplier.Context {
  /** How many events of the partition there were before this one, since the engine started. */
  long events();

  /** The bound is this after so many events of the partition. */
  void decided(long events, long bound);
}
