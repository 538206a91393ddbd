package io.tidemark.journal;

import io.tidemark.Event;

/**
 * Gives partitions and keys their texts: another run numbers them anew, so a record holds no
 * numbers. Left out, the texts are the numbers' digits.
 *
 * @param <E> the event
 */
public interface EventTexts<E extends Event> {
  /** Sets {@link RecordField#PARTITION}, or leaves it empty where the partition is not known. */
  default void partition(E event, JournalRecord into) {
    into.set(RecordField.PARTITION, event.partition());
  }

  /** Sets {@link RecordField#PARTITION} of the decision of a bound. */
  default void partition(int partition, JournalRecord into) {
    into.set(RecordField.PARTITION, partition);
  }

  /** Sets {@link RecordField#KEY} of a late event. */
  default void key(E event, long key, JournalRecord into) {
    into.set(RecordField.KEY, key);
  }
}
