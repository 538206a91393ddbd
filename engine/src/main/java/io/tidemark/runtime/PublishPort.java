package io.tidemark.runtime;

/**
 * Where one publisher's slots go in: places are claimed in order, filled, and published in order. A
 * claim that is not published changes nothing: the same places are claimed again.
 *
 * <p>Thread: the publisher's only.
 *
 * @param <E> the type of event
 */
public interface PublishPort<E> {
  /** How many places there are: the largest claim. */
  int capacity();

  /**
   * Waits until the next {@code count} places are free.
   *
   * @throws IllegalStateException when the engine has failed or is closed, before or meanwhile, or
   *     when called from a handler
   */
  void claim(int count);

  /** The slot at one of the claimed places, from 0. */
  E slot(int i);

  /** Publishes the first {@code count} claimed places. */
  void publish(int count);
}
