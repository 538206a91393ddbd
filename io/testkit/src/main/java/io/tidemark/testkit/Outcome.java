package io.tidemark.testkit;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import java.util.ArrayList;
import java.util.List;

/** What came of a script, played in one way. */
final class Outcome {
  private final String how;
  private final boolean stepwise;
  private final List<Long> watermarks = new ArrayList<>();
  private final List<List<String>> out = new ArrayList<>();
  private final List<String> results = new ArrayList<>();
  private final List<String> rejected = new ArrayList<>();
  private String imbalance = "";

  /**
   * Nothing has come yet.
   *
   * @param how the script is played, for messages
   * @param stepwise whether what each step brings out is there when the step is over
   */
  Outcome(String how, boolean stepwise) {
    this.how = how;
    this.stepwise = stepwise;
    out.add(new ArrayList<>());
  }

  String how() {
    return how;
  }

  /** Whether outputs and watermarks can be told by step. */
  boolean isStepwise() {
    return stepwise;
  }

  /** The same options, with handlers that note what comes. */
  <E extends Event> EngineOptions<E> of(EngineOptions<E> options) {
    return options
        .onResult(result -> result(result.toString()))
        .onProcessResult(row -> result(row.toString()))
        .onLate(
            late ->
                result(
                    "late %s %d %d@%d"
                        .formatted(late.window(), late.key(), late.timestamp(), late.watermark())))
        .onRejected(event -> rejected("rejected " + event.reason().text()));
  }

  private void result(String text) {
    results.add(text);
    current().add(text);
  }

  private void rejected(String text) {
    rejected.add(text);
    current().add(text);
  }

  /** A step is over. */
  void next(long watermark) {
    watermarks.add(watermark);
    out.add(new ArrayList<>());
  }

  /** The engine is closed. */
  void end(Engine<?> engine) {
    imbalance = engine.counters().imbalance();
  }

  /** How many steps are over. */
  int steps() {
    return watermarks.size();
  }

  /** The watermark after a step; where that can be told. */
  long watermark(int step) {
    return watermarks.get(step);
  }

  /** What came out of a step; where that can be told. */
  List<String> out(int step) {
    return out.get(step);
  }

  /** Watermarks and outputs of each step, as texts; where they can be told. */
  List<String> bySteps() {
    List<String> texts = new ArrayList<>();
    for (int step = 0; step < steps(); step++) {
      texts.add(TimelineWriter.text(watermark(step)) + " " + String.join("; ", out(step)));
    }
    return texts;
  }

  /** Results and late events, from the first step to the end of input. */
  List<String> results() {
    return results;
  }

  /** Rejected events. In a batch they may come before results of slots ahead of them. */
  List<String> rejected() {
    return rejected;
  }

  /** What does not add up in the engine's accounting, or an empty text. */
  String imbalance() {
    return imbalance;
  }

  private List<String> current() {
    return out.get(out.size() - 1);
  }
}
