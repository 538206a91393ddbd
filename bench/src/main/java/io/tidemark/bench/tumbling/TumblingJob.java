package io.tidemark.bench.tumbling;

import io.tidemark.bench.workload.Outcome;

/**
 * A variant: count, sum, min and max a key in tumbling windows of one second, over a stream that it
 * generates itself.
 *
 * <p>One thread. A benchmark JVM creates one implementation only.
 */
interface TumblingJob {

  /**
   * Takes the events from where it stood up to number {@code end}, exclusive, with all firings that
   * they bring, and says the outcome so far.
   */
  Outcome advanceTo(long end);

  /** Ends the stream: all windows fire. */
  Outcome finish();
}
