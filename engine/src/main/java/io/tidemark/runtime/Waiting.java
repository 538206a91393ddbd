package io.tidemark.runtime;

/** What a thread of the engine does while there is nothing to do. */
public enum Waiting {
  /**
   * Yields some 20 times, then parks until a publisher's flag wakes it: about no CPU. The default.
   */
  PARK,
  /** Yields: a busy core, woken in under a microsecond; for a core of its own. */
  YIELD,
  /** Spins: a core that does nothing else; for pinned threads. */
  SPIN
}
