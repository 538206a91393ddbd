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
}
