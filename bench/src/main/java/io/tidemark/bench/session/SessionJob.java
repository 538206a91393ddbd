package io.tidemark.bench.session;

import io.tidemark.bench.workload.Outcome;

/**
 * A variant: count, sum, min and max a key in sessions, over a stream that it generates itself.
 *
 * <p>One thread. A benchmark JVM creates one implementation only.
 */
interface SessionJob {

  /**
   * The gap, in ms. A key has an event each 10 ms on average, so that a session has some seven
   * events, and several sessions of a key are open while the watermark waits for disorder.
   */
  long GAP_MS = 20;

  /**
   * Takes the events from where it stood up to number {@code end}, exclusive, with all firings that
   * they bring, and says the outcome so far.
   */
  Outcome advanceTo(long end);

  /** Ends the stream: all sessions fire. */
  Outcome finish();
}
