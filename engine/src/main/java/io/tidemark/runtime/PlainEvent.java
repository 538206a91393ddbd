package io.tidemark.runtime;

/**
 * A job's event code as an ordinary class, for where no class can be defined at run time and for
 * debuggers.
 */
final class PlainEvent extends EventCode {
  private final EventFunctions functions;

  PlainEvent(EventFunctions functions) {
    this.functions = functions;
  }

  @Override
  long timestamp(Object event) {
    return functions.timestamp().applyAsLong(event);
  }

  @Override
  boolean accepts(Object event) {
    return functions.filter() == null || functions.filter().test(event);
  }

  @Override
  long key(Object event) {
    return functions.key() == null ? 0 : functions.key().applyAsLong(event);
  }

  @Override
  void values(Object event, long[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = functions.values().get(i).applyAsLong(event);
    }
  }
}
