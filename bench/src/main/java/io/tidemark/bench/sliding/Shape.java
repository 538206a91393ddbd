package io.tidemark.bench.sliding;

import io.tidemark.window.WindowDefinition;
import java.time.Duration;

/** The windows that are compared, in ms; a window that slides by its size is a tumbling one. */
public enum Shape {
  TUMBLING(1_000, 1_000),
  BY_10_MS(10_000, 10),
  BY_100_MS(10_000, 100),
  BY_250_MS(10_000, 250),
  BY_333_MS(10_000, 333),
  BY_1_S(10_000, 1_000),
  MINUTE_BY_1_S(60_000, 1_000);

  final long sizeMs;
  final long slideMs;

  Shape(long sizeMs, long slideMs) {
    this.sizeMs = sizeMs;
    this.slideMs = slideMs;
  }

  <E> WindowDefinition<E> definition() {
    Duration size = Duration.ofMillis(sizeMs);
    return this == TUMBLING
        ? WindowDefinition.tumbling(name(), size)
        : WindowDefinition.sliding(name(), size, Duration.ofMillis(slideMs));
  }
}
