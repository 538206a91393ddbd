package io.tidemark.runtime;

/** What becomes of a late or rejected event when the side ring is full. */
public enum SideFull {
  /** The stages wait for the side-output thread: nothing is lost. */
  WAIT,
  /** The side output's copy is dropped and counted: windows go on. */
  DROP
}
