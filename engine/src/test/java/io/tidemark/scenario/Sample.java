package io.tidemark.scenario;

import io.tidemark.Event;

/** The event of the scenarios: a timestamp, a key and a value. */
final class Sample extends Event {
  long time;
  long key;
  long value;

  @Override
  public void clear() {
    // Numbers only: nothing is kept alive.
  }
}
