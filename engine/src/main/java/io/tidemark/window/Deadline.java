package io.tidemark.window;

/**
 * The smallest watermark at which any window of a stage fires or closes: one comparison tells
 * whether a watermark that moved has any work to do. One writer: the stage that runs the windows.
 */
final class Deadline {
  private long watermark = Long.MAX_VALUE;

  boolean isReachedBy(long moved) {
    return moved >= watermark;
  }

  long watermark() {
    return watermark;
  }

  void lower(long to) {
    watermark = Math.min(watermark, to);
  }

  /** Makes it this watermark or a later one. */
  void raise(long to) {
    watermark = Math.max(watermark, to);
  }

  void reset() {
    watermark = Long.MAX_VALUE;
  }
}
