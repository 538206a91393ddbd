package io.tidemark.window;

import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/** Where an event's own part of a session ends: its timestamp + the gap. Immutable. */
final class SessionGap {
  private static final int NOT_A_VALUE = -1;

  private final long gap;
  private final int valueAt;

  private SessionGap(long gap, int valueAt) {
    this.gap = gap;
    this.valueAt = valueAt;
  }

  /** The same gap for all events; no timestamp is so large that the end does not fit. */
  static SessionGap fixed(long gap) {
    return new SessionGap(gap, NOT_A_VALUE);
  }

  /** Each event brings its gap, more than 0, at this place of its values. */
  static SessionGap ofValue(int valueAt) {
    return new SessionGap(0, valueAt);
  }

  /** The end; beyond 64 bits the end of time. */
  long endOf(SlotBatch batch, int i) {
    if (valueAt == NOT_A_VALUE) {
      return batch.timestamps[i] + gap;
    }
    long own = batch.values[i * batch.valuesPerEvent + valueAt];
    return Durations.saturatedAdd(batch.timestamps[i], own);
  }
}
