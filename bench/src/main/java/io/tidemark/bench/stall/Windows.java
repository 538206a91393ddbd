package io.tidemark.bench.stall;

/** What is fired. Either way there is a firing of all keys a second. */
public enum Windows {
  TUMBLING,
  SLIDING
}
