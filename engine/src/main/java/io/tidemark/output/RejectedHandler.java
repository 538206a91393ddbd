package io.tidemark.output;

/**
 * Takes what was published but could not be an event.
 *
 * @param <E> the type of event
 */
@FunctionalInterface
public interface RejectedHandler<E> {
  /**
   * One rejected event.
   *
   * <p>Thread: the time stage's. It must not block for long, nor publish into its own engine. What
   * it throws stops the engine.
   *
   * @param rejected valid during the call only
   */
  void onRejected(RejectedEvent<E> rejected);
}
