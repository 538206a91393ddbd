package io.tidemark.time;

import java.time.Duration;

/**
 * Bounds to begin with while nothing has been measured. Each is what it costs: a window fires so
 * long after its end at the earliest.
 */
public enum Preset {
  /** 10 s: for alerts and experiments, where an early answer is worth some late events. */
  AGGRESSIVE(Duration.ofSeconds(10)),
  /** 2 min: for dashboards and most else. */
  BALANCED(Duration.ofMinutes(2)),
  /** 30 min: for billing and promises to customers, where late events cost more than waiting. */
  CONSERVATIVE(Duration.ofMinutes(30));

  private final Duration bound;

  Preset(Duration bound) {
    this.bound = bound;
  }

  /** The disorder waited for. */
  public Duration bound() {
    return bound;
  }
}
