package io.tidemark.cli.job;

import java.time.Duration;

/** The shape of a window definition; all durations are whole numbers of the timestamp's unit. */
public sealed interface WindowShape {

  /** Windows side by side: [offset + n * size, offset + (n + 1) * size). */
  record Tumbling(Duration size, Duration offset) implements WindowShape {}

  /** A window of a size at every slide: they overlap, or leave gaps where slide is larger. */
  record Sliding(Duration size, Duration slide, Duration offset) implements WindowShape {}

  /** Windows of a key's own: from a row to where nothing came for the gap. */
  record Session(Duration gap) implements WindowShape {}
}
