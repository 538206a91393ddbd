package io.tidemark.time;

/**
 * The slots that a batch was read from, for those of a stage's rules that need the event itself.
 *
 * @param <E> the type of event
 */
public interface SlotSource<E> {
  /** The slot at this place of the batch under way. */
  E slot(int i);
}
