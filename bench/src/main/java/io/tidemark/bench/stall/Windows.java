package io.tidemark.bench.stall;

/** What is fired. Each way there is a firing of all keys a second. */
public enum Windows {
  TUMBLING,
  SLIDING,
  CUMULATIVE,

  /** Of all keys, and all end together. */
  SESSIONS,

  /** The same, kept for late events until the next ones end. */
  KEPT_SESSIONS
}
