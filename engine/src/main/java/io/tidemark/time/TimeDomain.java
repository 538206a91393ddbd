package io.tidemark.time;

/** What a job's timestamps are. */
public enum TimeDomain {
  /**
   * When it happened, read from the event: the default. Results are a function of the events alone,
   * whenever and however fast they are read.
   */
  EVENT,
  /**
   * When it came in: the event's arrival, as the engine stamped it on publish or as its source
   * hands it over ({@link IngestionTime}). It goes through watermarks as event time does; a replay
   * that keeps the arrivals gives the same results, one that stamps them anew gives others.
   */
  INGESTION,
  /**
   * What the clock says when the event is counted: the largest arrival or tick so far. There is no
   * watermark, and nothing is ever late; windows fire when the clock passes their end. Results
   * depend on when events are read.
   */
  PROCESSING
}
