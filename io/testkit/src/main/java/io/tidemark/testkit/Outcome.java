package io.tidemark.testkit;

import java.util.ArrayList;
import java.util.List;

/** What came of a script in one mode. */
final class Outcome {
  private final Mode mode;
  private final List<Long> watermarks = new ArrayList<>();
  private final List<List<String>> out = new ArrayList<>();
  private final List<String> results = new ArrayList<>();
  private final List<String> rejected = new ArrayList<>();
  private String imbalance = "";

  Outcome(Mode mode) {
    this.mode = mode;
    out.add(new ArrayList<>());
  }

  Mode mode() {
    return mode;
  }

  void result(String text) {
    results.add(text);
    current().add(text);
  }

  void rejected(String text) {
    rejected.add(text);
    current().add(text);
  }

  /** A step is over. */
  void next(long watermark) {
    watermarks.add(watermark);
    out.add(new ArrayList<>());
  }

  void end(String newImbalance) {
    imbalance = newImbalance;
  }

  /** How many steps are over. */
  int steps() {
    return watermarks.size();
  }

  /** The watermark after a step; of the reference mode only. */
  long watermark(int step) {
    return watermarks.get(step);
  }

  /** What came out of a step; of the reference mode only. */
  List<String> out(int step) {
    return out.get(step);
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
