package io.tidemark.time;

/** What becomes of an event behind its partition's watermark where timestamps must not fall. */
public enum Disorder {
  /** It is counted as a violation and otherwise taken as any event. */
  COUNT,
  /** It is rejected, to the rejected output: it moves nothing and counts in no window. */
  REJECT,
  /** The engine stops with a {@link WatermarkException}. */
  FAIL
}
