package io.tidemark.time;

/** What becomes of a timestamp that is implausible in the job's unit, but not in another one. */
public enum UnitSuspicion {
  /** Nobody looks for it. */
  NONE,
  /** The event is refused, and the reason names the unit. */
  REFUSE,
  /** It is converted to the job's unit, downward; the event is flagged and counted. */
  SCALE
}
