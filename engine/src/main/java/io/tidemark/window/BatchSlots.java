package io.tidemark.window;

import io.tidemark.time.SlotSource;

/**
 * The slots behind a batch, for what is rare: side outputs.
 *
 * @param <E> the type of event
 */
public interface BatchSlots<E> extends SlotSource<E> {
  /** The window stage passes over a slot that is no accepted event: it may be reported now. */
  void onSkipped(int i);
}
