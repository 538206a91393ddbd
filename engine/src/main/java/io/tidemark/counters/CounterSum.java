package io.tidemark.counters;

import java.util.ArrayList;
import java.util.List;

/** The sum of counts that have a writer each. Any thread. */
public final class CounterSum {
  /** What has been counted by parts that are no more, and those that are. */
  private record Parts(long ended, List<Counter> live) {}

  /** Replaced as a whole, under this object's lock. */
  private volatile Parts parts = new Parts(0, List.of());

  /** A new part, at zero, for one writer. */
  public synchronized Counter part() {
    Counter part = new Counter();
    List<Counter> live = new ArrayList<>(parts.live);
    live.add(part);
    parts = new Parts(parts.ended, live);
    return part;
  }

  /** The part's writer counts no more: its count is kept, and it is let go of. */
  public synchronized void end(Counter part) {
    List<Counter> live = new ArrayList<>(parts.live);
    if (live.remove(part)) {
      parts = new Parts(parts.ended + part.value(), live);
    }
  }

  /** The sum; each part as it was a moment ago. */
  public long value() {
    Parts now = parts;
    long sum = now.ended;
    for (Counter part : now.live) {
      sum += part.value();
    }
    return sum;
  }

  @Override
  public String toString() {
    return Long.toString(value());
  }
}
