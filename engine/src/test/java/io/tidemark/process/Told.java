package io.tidemark.process;

import io.tidemark.Event;

/** An event of the tests: what its function is to do stands in it. */
final class Told extends Event {
  long time;
  long key;
  long value;
  boolean filtered;

  void copyFrom(Told other) {
    time = other.time;
    key = other.key;
    value = other.value;
    filtered = other.filtered;
  }
}
