package io.tidemark.cli.job;

import io.tidemark.window.AtCeiling;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the ceiling on the rows of a window definition: two keys that go together. */
final class CeilingReader {
  static final List<String> KEYS = List.of("max-rows", "at-ceiling");

  private static final String ROWS =
      "a number of rows such as 100000, more than 0 and of at most 18 digits";
  private static final Map<String, AtCeiling> POLICIES =
      Choices.of(
          "reject-new-keys", AtCeiling.REJECT_NEW_KEYS,
          "evict-idle", AtCeiling.EVICT_IDLE,
          "fail", AtCeiling.FAIL);

  private CeilingReader() {}

  static Optional<JobCeiling> read(Section window, Optional<WindowShape> shape) {
    Optional<AtCeiling> policy = window.choice("at-ceiling", POLICIES);
    Optional<Long> rows = rows(window);
    if (window.has("max-rows")) {
      window.require("at-ceiling", "one of " + String.join(", ", POLICIES.keySet()));
    } else if (window.has("at-ceiling")) {
      window.require("max-rows", ROWS);
    }
    if (policy.equals(Optional.of(AtCeiling.EVICT_IDLE))
        && shape.filter(CeilingReader::isFree).isPresent()) {
      window.refuse(
          "at-ceiling",
          "reject-new-keys or fail, as no time closes count windows or the global one");
    }
    return rows.isPresent() && policy.isPresent()
        ? Optional.of(new JobCeiling(rows.get(), policy.get()))
        : Optional.empty();
  }

  private static boolean isFree(WindowShape shape) {
    return shape instanceof WindowShape.Global || shape instanceof WindowShape.Count;
  }

  private static Optional<Long> rows(Section window) {
    Optional<String> text = window.text("max-rows", ROWS);
    if (text.isPresent() && !text.get().matches("0*[1-9][0-9]{0,17}")) {
      window.refuse("max-rows", ROWS);
      return Optional.empty();
    }
    return text.map(Long::parseLong);
  }
}
