package io.tidemark.process;

import io.tidemark.aggregate.Value;
import java.util.List;

/**
 * Runs a process of ours that only reads values of an event: all of the user's code has run, and
 * nothing has changed, when the event is settled. One writer: the stage that runs the processes.
 *
 * @param <E> the type of event
 */
abstract class ValuesOperator<E> implements KeyedOperator<E> {
  private final String name;
  private final Value<E>[] values;

  // The event under way.
  long key;
  long timestamp;

  /** Its values, as raw bits. */
  final long[] read;

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays know no type parameters
  ValuesOperator(String name, List<Value<E>> values) {
    this.name = name;
    this.values = values.toArray((Value<E>[]) new Value[0]);
    this.read = new long[this.values.length];
  }

  @Override
  public final String function() {
    return "value function of process " + name;
  }

  @Override
  public final void onEvent(E event, long newKey, long newTimestamp) {
    key = newKey;
    timestamp = newTimestamp;
    for (int i = 0; i < values.length; i++) {
      read[i] = values[i].bits().applyAsLong(event);
    }
  }

  @Override
  public final void discard() {
    // Nothing but what was read.
  }
}
