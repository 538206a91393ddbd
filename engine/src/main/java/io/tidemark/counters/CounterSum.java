package io.tidemark.counters;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sum of counts that have a writer each. Any thread. */
public final class CounterSum {
  private final List<Counter> parts = new CopyOnWriteArrayList<>();

  /** A new part, at zero, for one writer. */
  public Counter part() {
    Counter part = new Counter();
    parts.add(part);
    return part;
  }

  /** The sum; each part as it was a moment ago. */
  public long value() {
    long sum = 0;
    for (Counter part : parts) {
      sum += part.value();
    }
    return sum;
  }

  @Override
  public String toString() {
    return Long.toString(value());
  }
}
