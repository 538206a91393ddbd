package io.tidemark.journal;

import org.agrona.MutableDirectBuffer;

/**
 * Writes events of one type as bytes.
 *
 * <p>Called on the thread of the writer only; one instance must not be shared by threads unless it
 * has no state. To stay allocation-free it keeps its flyweights in fields.
 *
 * @param <E> the event
 */
@FunctionalInterface
public interface EventEncoder<E> {
  /**
   * Writes the event from {@code offset} on.
   *
   * @param event the event, not changed
   * @param buffer grows when written beyond its capacity
   * @param offset where the first byte goes
   * @return how many bytes were written
   */
  int encode(E event, MutableDirectBuffer buffer, int offset);
}
