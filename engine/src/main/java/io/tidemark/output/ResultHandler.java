package io.tidemark.output;

/** Takes the firings of windows. */
@FunctionalInterface
public interface ResultHandler {
  /**
   * One firing of one window for one key.
   *
   * <p>Thread: the stage that runs the windows. It must not block for long, nor publish into its
   * own engine. What it throws stops the engine.
   *
   * @param result valid during the call only
   */
  void onResult(WindowResult result);
}
