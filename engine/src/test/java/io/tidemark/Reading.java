package io.tidemark;

/** The event of most tests: a timestamp, a key and a value. */
final class Reading extends Event {
  long time;
  long key;
  long value;

  @Override
  public void clear() {
    // Numbers only: nothing is kept alive.
  }
}
