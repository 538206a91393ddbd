package io.tidemark.process;

/**
 * What a {@link ProcessFunction} may look at and do, for the key of the call. All that it does to
 * state, timers and outputs is noted and happens, in this order, when the function has returned; it
 * sees its own changes of state at once. Nothing here allocates, but for arrays that grow.
 *
 * <p>Valid during the call; its thread only.
 */
public interface ProcessContext {
  /** The key of the event or of the timer. */
  long key();

  /**
   * The event's timestamp, in the job's unit; in a timer's call what the timer was registered for.
   */
  long timestamp();

  /**
   * The merged watermark: the one that the event is judged by; in a timer's call the one that has
   * been reached, not the timer's own timestamp. {@code Long.MIN_VALUE}: none yet, and always in
   * processing time, which has none, but for its end. {@code Long.MAX_VALUE}: the end of time; a
   * function that registers a next timer in each timer's call must not do so then, or it never
   * ends.
   */
  long watermark();

  /** The slots' clock: the largest arrival or tick so far, in ns since the epoch. */
  long processingTimeNs();

  /** Whether the key has state: it was written, not cleared since, and has not expired. */
  boolean hasState();

  /**
   * A field of the key's state; 0 where it has none.
   *
   * @param field its number, from 0
   * @throws IllegalArgumentException where the field is a double
   */
  long longState(int field);

  /**
   * A field of the key's state; 0 where it has none.
   *
   * @param field its number, from 0
   * @throws IllegalArgumentException where the field is no double
   */
  double doubleState(int field);

  /**
   * Writes a field of the key's state.
   *
   * @param field its number, from 0
   * @throws IllegalArgumentException where the field is a double
   */
  void setLong(int field, long value);

  /**
   * Writes a field of the key's state.
   *
   * @param field its number, from 0
   * @throws IllegalArgumentException where the field is no double
   */
  void setDouble(int field, double value);

  /** Forgets the key's state, which frees its row. Timers stay. */
  void clearState();

  /**
   * Registers an event-time timer of this key: it fires when the watermark reaches {@code
   * timestamp}. A key has one timer a timestamp: registering it again does nothing.
   *
   * <p>Timers fire in the order of their timestamps, then in that of their registration. One at or
   * below the watermark fires when the watermark moves next, or, registered in the call of an
   * event-time timer, in that same move.
   *
   * <p>In processing time they go by the clock, as windows do: one fires when the clock is past
   * {@code timestamp}. Flink, where such jobs have no event time, lets them wait for the end of
   * input.
   */
  void registerEventTimer(long timestamp);

  /** Takes back an event-time timer of this key, if it has it. */
  void deleteEventTimer(long timestamp);

  /**
   * Registers a processing-time timer of this key: it fires when the slots' clock reaches {@code
   * timeNs}, before the slot that brings it; one for a time already reached fires right after this
   * slot. A key has one timer a time. At the end of input the clock stands still: those still
   * waiting never fire.
   *
   * @param timeNs in ns since the epoch
   */
  void registerProcessingTimer(long timeNs);

  /** Takes back a processing-time timer of this key, if it has it. */
  void deleteProcessingTimer(long timeNs);

  /**
   * A row to be filled and emitted into one of the definition's outputs.
   *
   * @param number the output's number, from 0
   */
  ProcessOutput output(int number);
}
