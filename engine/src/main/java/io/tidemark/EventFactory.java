package io.tidemark;

import io.tidemark.runtime.UserCodeException;
import java.util.function.Supplier;

/**
 * Makes a job's events, all of one class: so the engine knows whether there is anything to clear.
 *
 * <p>Any thread, as far as the user's supplier is.
 */
final class EventFactory<E extends Event> implements Supplier<E> {
  private final String job;
  private final Supplier<E> events;
  private final Class<?> type;

  /**
   * Makes one event to see its class.
   *
   * @throws IllegalArgumentException when the supplier gives none
   */
  EventFactory(String job, Supplier<E> events) {
    this.job = job;
    this.events = events;
    E first = make();
    if (first == null) {
      throw new IllegalArgumentException("job " + job + ": events: null; expected an event");
    }
    this.type = first.getClass();
  }

  /**
   * A new event.
   *
   * @throws IllegalArgumentException when it is not of the class of the first one
   */
  @Override
  public E get() {
    E event = make();
    if (event == null || event.getClass() != type) {
      throw new IllegalArgumentException(
          "job "
              + job
              + ": events: "
              + (event == null ? "null" : event.getClass().getName())
              + "; expected a "
              + type.getName()
              + " each time");
    }
    return event;
  }

  private E make() {
    try {
      return events.get();
    } catch (Exception thrown) {
      throw new UserCodeException(job, "events function", thrown);
    }
  }

  /** Whether the class does anything to clear an event. */
  boolean clears() {
    try {
      return type.getMethod("clear").getDeclaringClass() != Event.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError("an event has a method to clear it", e);
    }
  }
}
