package io.tidemark.runtime;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The template of a job's event code, defined again as a hidden class for each job with its
 * functions as class data; see {@link io.tidemark.aggregate.Specialiser}. Loaded as an ordinary
 * class it has no functions and is never used.
 */
final class SpecialisedEvent extends EventCode {
  /** How many values have a place of their own; further ones are read through the list. */
  private static final int PLACES = 8;

  private static final EventFunctions FUNCTIONS = functions();
  private static final ToLongFunction<Object> TIMESTAMP = FUNCTIONS.timestamp();
  private static final Predicate<Object> FILTER = FUNCTIONS.filter();
  private static final ToLongFunction<Object> KEY = FUNCTIONS.key();
  private static final ToLongFunction<Object> VALUE0 = value(0);
  private static final ToLongFunction<Object> VALUE1 = value(1);
  private static final ToLongFunction<Object> VALUE2 = value(2);
  private static final ToLongFunction<Object> VALUE3 = value(3);
  private static final ToLongFunction<Object> VALUE4 = value(4);
  private static final ToLongFunction<Object> VALUE5 = value(5);
  private static final ToLongFunction<Object> VALUE6 = value(6);
  private static final ToLongFunction<Object> VALUE7 = value(7);

  @Override
  long timestamp(Object event) {
    return TIMESTAMP.applyAsLong(event);
  }

  @Override
  boolean accepts(Object event) {
    return FILTER == null || FILTER.test(event);
  }

  @Override
  long key(Object event) {
    return KEY == null ? 0 : KEY.applyAsLong(event);
  }

  @Override
  void values(Object event, long[] into) {
    if (VALUE0 != null) {
      into[0] = VALUE0.applyAsLong(event);
    }
    if (VALUE1 != null) {
      into[1] = VALUE1.applyAsLong(event);
    }
    if (VALUE2 != null) {
      into[2] = VALUE2.applyAsLong(event);
    }
    if (VALUE3 != null) {
      into[3] = VALUE3.applyAsLong(event);
    }
    if (VALUE4 != null) {
      into[4] = VALUE4.applyAsLong(event);
    }
    if (VALUE5 != null) {
      into[5] = VALUE5.applyAsLong(event);
    }
    if (VALUE6 != null) {
      into[6] = VALUE6.applyAsLong(event);
    }
    if (VALUE7 != null) {
      into[7] = VALUE7.applyAsLong(event);
    }
    for (int i = PLACES; i < into.length; i++) {
      into[i] = FUNCTIONS.values().get(i).applyAsLong(event);
    }
  }

  private static EventFunctions functions() {
    try {
      EventFunctions functions =
          MethodHandles.classData(MethodHandles.lookup(), "_", EventFunctions.class);
      return functions == null ? new EventFunctions(null, null, null, List.of()) : functions;
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static ToLongFunction<Object> value(int i) {
    return i < FUNCTIONS.values().size() ? FUNCTIONS.values().get(i) : null;
  }
}
