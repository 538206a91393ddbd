package io.tidemark.differential;

import io.tidemark.Event;
import io.tidemark.oracle.Step;

/** An event of a script on the engine; it knows the step that it came from. */
final class ScriptEvent extends Event {
  int step;
  long timestamp;
  long key;
  boolean filtered;

  /** A function of the job throws for it: the timestamp's or all values'. */
  boolean broken;

  private long value;

  void fill(int newStep, long newTimestamp, long newKey, long newValue) {
    step = newStep;
    timestamp = newTimestamp;
    key = newKey;
    value = newValue;
    filtered = false;
    broken = false;
  }

  /** Whether it is the timestamp's function that throws for a broken event of this step. */
  static boolean throwsAtTimestamp(int step) {
    return step % 2 == 0;
  }

  long timestamp() {
    return throwIf(broken && throwsAtTimestamp(step), timestamp);
  }

  long value() {
    return throwIf(broken && !throwsAtTimestamp(step), value);
  }

  /** By what it is told from others. */
  long id() {
    return Step.Event.idOf(value);
  }

  /** Leaves what would show in the results if a later use were to read it. */
  @Override
  public void clear() {
    fill(-1, 7_777, -7_777, 7_777);
  }

  private static long throwIf(boolean wrong, long value) {
    if (wrong) {
      throw new IllegalStateException("a broken event");
    }
    return value;
  }
}
