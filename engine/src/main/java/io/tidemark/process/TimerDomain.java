package io.tidemark.process;

/** By which time a timer fires. */
public enum TimerDomain {
  /** The merged watermark, in the job's unit. */
  EVENT_TIME("event-time"),
  /** The slots' clock: the largest arrival or tick so far, in ns since the epoch. */
  PROCESSING_TIME("processing-time");

  private final String text;

  TimerDomain(String text) {
    this.text = text;
  }

  /** The name in messages. */
  public String text() {
    return text;
  }
}
