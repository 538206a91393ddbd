package io.tidemark.runtime;

import io.tidemark.time.Slot;

/**
 * A layout at work: what runs the stages.
 *
 * @param <E> the type of event
 */
public interface Shell<E extends Slot> {
  /** Opens a way in for one more publisher. */
  PublishPort<E> addPort();

  /**
   * Takes what has been published, ends the input so that all windows fire, and stops. The
   * lifecycle has been closed before. Where the engine has failed, it only stops.
   *
   * @param timeoutNs how long to wait for it
   * @throws IllegalStateException when that was not long enough: it says how many slots were not
   *     taken, and the stages stop as soon as they can
   */
  void drain(long timeoutNs);

  /** Whether the calling thread runs stages or handlers of this engine now. */
  boolean isOwnThread();

  /** Stops at once: no window fires. */
  void halt();

  /** Waits for the end of the stages after {@link #halt}; returns whether it came. */
  boolean awaitEnd(long timeoutNs);
}
