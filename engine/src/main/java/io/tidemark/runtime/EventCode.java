package io.tidemark.runtime;

import io.tidemark.aggregate.Specialiser;
import java.lang.invoke.MethodHandles;

/**
 * The user functions of one job as one: what is read from each event. All of it runs before any
 * state changes, so an event whose function throws leaves no trace.
 *
 * <p>Immutable; any thread, as far as the user's functions are. On the path of each event.
 */
abstract class EventCode {
  /** The code of these functions: specialised where the JVM lets it, else plain. */
  static EventCode of(EventFunctions functions) {
    return Specialiser.instance(
        MethodHandles.lookup(),
        SpecialisedEvent.class,
        functions,
        EventCode.class,
        () -> new PlainEvent(functions));
  }

  /** The event's timestamp, in the job's unit. */
  abstract long timestamp(Object event);

  /** Whether the job's filter lets the event through. */
  abstract boolean accepts(Object event);

  /** The event's key. */
  abstract long key(Object event);

  /** Reads the values of all aggregates, as raw bits. */
  abstract void values(Object event, long[] into);
}
