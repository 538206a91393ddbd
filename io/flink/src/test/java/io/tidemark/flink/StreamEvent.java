package io.tidemark.flink;

import io.tidemark.Event;

/** An event of a script on the engine, or one that carries a watermark. */
final class StreamEvent extends Event {
  int step;
  long key;
  long timestamp;
  long value;
  long gap;

  /** Whether it only says the watermark {@link #value}. */
  boolean isMark;

  void fill(int newStep, WindowScript.Step from) {
    step = newStep;
    if (from instanceof WindowScript.Event event) {
      isMark = false;
      key = event.key();
      timestamp = event.timestamp();
      value = event.value();
      gap = event.gap();
    } else {
      isMark = true;
      timestamp = 0;
      gap = 1;
      // The smallest one says nothing: then the event only brings its arrival.
      value = from instanceof WindowScript.Mark mark ? mark.watermark() : Long.MIN_VALUE;
    }
  }
}
