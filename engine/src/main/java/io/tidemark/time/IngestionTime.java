package io.tidemark.time;

/** Who stamps an event's ingestion time, which is its arrival. */
public enum IngestionTime {
  /**
   * The engine, when the event is published. An arrival that is handed to publish is taken for one
   * that the engine stamped earlier, as a replay does.
   */
  ENTRY,
  /**
   * The source, for example a broker when it wrote the event: every publish hands the arrival over.
   * It can be read again and is the same then.
   */
  SOURCE
}
