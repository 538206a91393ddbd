package io.tidemark.differential;

import io.tidemark.Event;

/** An event of the tests of aggregates. */
final class Fact extends Event {
  long time;
  long key;
  long value;

  /** A second value, which goes with the first one but for a while. */
  long other() {
    return value % 37 + time;
  }

  /** The value as a double that is exact: sums of these are. */
  double eighth() {
    return value / 8.0;
  }

  @Override
  public void clear() {
    time = 7_777;
    key = -7_777;
    value = 7_777;
  }
}
