package io.tidemark.bench.late;

import io.tidemark.window.WindowDefinition;
import java.time.Duration;

/** Windows, how many events are far behind, and what becomes of those. Durations in ms. */
public enum LateCase {
  TUMBLING_FEW(1_000, 1_000, 1, Late.SIDE),
  TUMBLING_SIDE(1_000, 1_000, 100, Late.SIDE),
  TUMBLING_EACH(1_000, 1_000, 100, Late.EACH),
  TUMBLING_COALESCED(1_000, 1_000, 100, Late.COALESCED),
  SLIDING_FEW(10_000, 100, 1, Late.SIDE),
  SLIDING_SIDE(10_000, 100, 100, Late.SIDE),
  SLIDING_EACH(10_000, 100, 100, Late.EACH),
  SESSIONS_FEW(0, 0, 1, Late.SIDE),
  SESSIONS_SIDE(0, 0, 100, Late.SIDE),
  SESSIONS_EACH(0, 0, 100, Late.EACH);

  /** Silence that ends a session. */
  static final long GAP_MS = 20;

  /** No event of the stream is so far behind that it would be too late with this. */
  static final long LATENESS_MS = 5_000;

  final long sizeMs;
  final long slideMs;
  final int farPerThousand;
  final Late late;

  LateCase(long sizeMs, long slideMs, int farPerThousand, Late late) {
    this.sizeMs = sizeMs;
    this.slideMs = slideMs;
    this.farPerThousand = farPerThousand;
    this.late = late;
  }

  /** What becomes of an event that comes when windows of its have fired. */
  enum Late {
    /** It is too late, and goes to a handler. */
    SIDE,
    /** Each of those windows fires at once. */
    EACH,
    /** Each of those windows fires at the next tick. */
    COALESCED
  }

  boolean isSession() {
    return sizeMs == 0;
  }

  int keys() {
    return slideMs < sizeMs ? 1_000 : 10_000;
  }

  long latenessMs() {
    return late == Late.SIDE ? 0 : LATENESS_MS;
  }

  <E> WindowDefinition<E> definition() {
    WindowDefinition<E> windows = this.<E>shape().allowedLateness(Duration.ofMillis(latenessMs()));
    return late == Late.COALESCED ? windows.coalesceLate() : windows;
  }

  private <E> WindowDefinition<E> shape() {
    Duration size = Duration.ofMillis(sizeMs);
    if (isSession()) {
      return WindowDefinition.session("stats", Duration.ofMillis(GAP_MS));
    }
    return slideMs == sizeMs
        ? WindowDefinition.tumbling("stats", size)
        : WindowDefinition.sliding("stats", size, Duration.ofMillis(slideMs));
  }
}
