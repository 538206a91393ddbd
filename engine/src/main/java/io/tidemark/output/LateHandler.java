package io.tidemark.output;

/**
 * Takes the events that are too late for every window of a definition that they fall into, those
 * that it had no room for, and of the other kinds of {@link LateKind} those that the engine's
 * options ask for.
 *
 * @param <E> the type of event
 */
@FunctionalInterface
public interface LateHandler<E> {
  /**
   * One event too late for one window definition, or without room there.
   *
   * <p>Thread: the stage that runs the windows. It must not block for long, nor publish into its
   * own engine. What it throws stops the engine.
   *
   * @param late valid during the call only
   */
  void onLate(LateEvent<E> late);
}
