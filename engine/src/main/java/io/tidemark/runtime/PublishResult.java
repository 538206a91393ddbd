package io.tidemark.runtime;

/** What became of an event that was to be published without waiting. */
public enum PublishResult {
  /** It is on its way. */
  PUBLISHED,
  /** There is no room in the ring: the stages are behind. */
  FULL,
  /** Its partition is further ahead in event time than the job's alignment allows. */
  HELD_BACK,
  /** The engine is closed. */
  CLOSED,
  /** The engine has failed; {@code Engine.failure} says why. */
  FAILED
}
