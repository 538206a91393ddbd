package io.tidemark;

import io.tidemark.time.Slot;

/**
 * What a user publishes. A subclass has the user's own fields; its objects are made once, when the
 * engine starts, and filled again and again: the engine allocates nothing for a publish.
 *
 * <p>Thread: a publisher fills the event between claiming and publishing it; after that it belongs
 * to the engine's stages until the last of them has called {@link #clear}.
 */
public abstract class Event extends Slot {
  /** For subclasses. */
  protected Event() {}

  /**
   * Forgets what the event refers to, so that a slot at rest keeps nothing alive. Called by the
   * last stage after each use. Events that hold numbers only need none, and are then spared the
   * call. Must not throw.
   */
  @Override
  public void clear() {
    // Holds numbers only.
  }
}
