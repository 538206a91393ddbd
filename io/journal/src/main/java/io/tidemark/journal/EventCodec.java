package io.tidemark.journal;

import org.agrona.DirectBuffer;

/**
 * Writes events of one type as bytes and reads them back. SBE encoders fit as they are.
 *
 * <p>Called on the thread of the writer or reader only; one instance must not be shared by threads
 * unless it has no state. To stay allocation-free it keeps its flyweights in fields.
 *
 * @param <E> the event
 */
public interface EventCodec<E> extends EventEncoder<E> {
  /**
   * Fills the event from bytes that {@link #encode} wrote.
   *
   * @param buffer valid during the call only
   * @param offset of the first byte
   * @param length in bytes, as {@link #encode} returned it
   * @param into every field is set
   */
  void decode(DirectBuffer buffer, int offset, int length, E into);
}
