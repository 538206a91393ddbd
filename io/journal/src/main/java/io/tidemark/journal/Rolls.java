package io.tidemark.journal;

import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;

/** Our names for Chronicle's roll cycles, and the way back from their names. */
final class Rolls {
  private Rolls() {}

  static RollCycle of(RollEvery period) {
    return switch (period) {
      case HOUR -> RollCycles.FAST_HOURLY;
      case DAY -> RollCycles.FAST_DAILY;
    };
  }

  /** The roll cycle that a manifest names, or null. */
  static RollCycle named(String name) {
    for (RollCycle cycle : RollCycles.all()) {
      if (cycle.toString().equals(name)) {
        return cycle;
      }
    }
    return null;
  }
}
