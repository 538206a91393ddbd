package io.tidemark.time;

/**
 * Why there is no watermark: a user's generator threw, or a timestamp fell where the strategy fails
 * on it. Its message names the partition.
 */
public final class WatermarkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WatermarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
