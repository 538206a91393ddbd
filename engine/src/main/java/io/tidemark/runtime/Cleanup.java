package io.tidemark.runtime;

/** What has to be done although something was thrown. */
final class Cleanup {
  private Cleanup() {}

  /** Does it; what was thrown first stays what is told, with what this throws as suppressed. */
  static void after(Throwable first, Runnable cleanup) {
    try {
      cleanup.run();
    } catch (Throwable thrown) {
      if (thrown != first) {
        first.addSuppressed(thrown);
      }
    }
  }
}
