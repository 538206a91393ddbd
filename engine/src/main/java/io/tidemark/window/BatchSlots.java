package io.tidemark.window;

/**
 * The slots behind a batch, for what is rare: side outputs.
 *
 * @param <E> the type of event
 */
public interface BatchSlots<E> {
  /** The slot at this place of the batch. */
  E slot(int i);

  /** The window stage passes over a slot that is no accepted event: it may be reported now. */
  void onSkipped(int i);
}
