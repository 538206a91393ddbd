package io.tidemark.window;

/** What becomes of an event for whose rows a definition has no room: {@link WindowDefinition}. */
public enum AtCeiling {
  /** It stops the engine with a {@link CeilingException}. */
  FAIL,
  /**
   * It is refused for this definition, counted, and goes to the handler of late events as one for
   * which there was {@linkplain io.tidemark.output.LateKind#NO_ROOM no room}. Events go on to count
   * whose keys have their rows in all windows they fall into.
   */
  REJECT_NEW_KEYS,
  /**
   * The definition's oldest windows fire and close, as many as have to, as if the watermark had
   * reached their end and the allowed lateness for this definition alone. Results so fired are
   * {@linkplain io.tidemark.output.FiringKind#EVICTED evicted} ones; events that come for those
   * windows later are too late. An event that needs more rows than the ceiling allows, and one for
   * which nothing is left to be closed before the end of time, is refused as by {@link
   * #REJECT_NEW_KEYS}.
   */
  EVICT_IDLE
}
