package io.tidemark.output;

/** Takes the rows that process functions emit. */
@FunctionalInterface
public interface ProcessResultHandler {
  /**
   * One row.
   *
   * <p>Thread: the stage that runs windows and processes. It must not block for long, nor publish
   * into its own engine. What it throws stops the engine.
   *
   * @param result valid during the call only
   */
  void onResult(ProcessResult result);
}
