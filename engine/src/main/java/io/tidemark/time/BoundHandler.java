package io.tidemark.time;

/** Is told each decision of an adaptive bound. {@link BoundDecisions} keeps them. */
@FunctionalInterface
public interface BoundHandler {
  /**
   * A partition's bound is this from now on. The first one is told with its first event.
   *
   * <p>Thread: that of the time stage, after the results of the events taken with the one that
   * decided it; with a side thread, that one. It must not publish into its own engine. What it
   * throws stops the engine.
   *
   * @param partition whose
   * @param events how many events of the partition came before it takes effect, since the engine
   *     started
   * @param bound in the job's unit
   */
  void onBound(int partition, long events, long bound);
}
