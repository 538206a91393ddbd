package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobOutput;
import io.tidemark.counters.Counters;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.RejectReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is told at the end of a run, on lines of their own. */
final class Summary {
  private Summary() {}

  /**
   * The lines, for example:
   *
   * <pre>
   * bars: 55273 rows, 3 rejected (2 bad-row, 1 bad-value)
   *   window bars_1s: 54938 counted, 332 late; firings: 1784 on-time, 0 late
   *   not written: 332 late rows, as output.late is not named
   * </pre>
   *
   * <p>Of several inputs, each has a line of its own after the first.
   */
  static List<String> lines(JobFile job, List<Input> inputs, Counters counters) {
    List<String> lines = new ArrayList<>();
    String filtered = job.expressions().hasFilter() ? ", " + counters.filtered + " filtered" : "";
    lines.add(job.name() + ": " + counters.published + " rows, " + rejected(counters) + filtered);
    if (inputs.size() > 1) {
      inputs.forEach(input -> lines.add("  input " + input.name() + ": " + input.rows() + " rows"));
    }
    restamped(counters).ifPresent(lines::add);
    long late = 0;
    long refused = 0;
    long firings = 0;
    for (WindowCounters window : counters.windows()) {
      lines.add("  " + window(window));
      late += window.lateToSide.value();
      refused += window.refused.value();
      firings += window.onTimeFirings.value() + window.lateFirings.value();
      firings += window.earlyFirings.value() + window.evictedFirings.value();
      firings += window.retractions.value();
    }
    for (ProcessCounters carried : counters.processes()) {
      lines.add(
          "  carried %s: %s counted, %s late; %s lines"
              .formatted(
                  carried.name(),
                  carried.events.value() - carried.late.value(),
                  carried.late,
                  carried.outputs));
      firings += carried.outputs.value();
    }
    JobOutput output = job.output();
    unwritten(firings, "firings", "results", output.results()).ifPresent(lines::add);
    Optional<String> journal = output.journal();
    Optional<String> lateTo = output.late().or(() -> journal);
    unwritten(late, "late rows", "late", lateTo).ifPresent(lines::add);
    unwritten(refused, "rows without room", "late", lateTo).ifPresent(lines::add);
    long quarantined = output.quarantined().isPresent() ? counters.quarantined.value() : 0;
    long rejected = counters.rejected() - quarantined;
    unwritten(rejected, "rejected rows", "rejected", output.rejected().or(() -> journal))
        .ifPresent(lines::add);
    return lines;
  }

  private static String rejected(Counters counters) {
    List<String> reasons = new ArrayList<>();
    for (RejectReason reason : RejectReason.values()) {
      long count = counters.rejected(reason.ordinal()).value();
      if (count > 0) {
        reasons.add(count + " " + reason.text());
      }
    }
    String detail = reasons.isEmpty() ? "" : " (" + String.join(", ", reasons) + ")";
    String quarantined =
        counters.quarantined.value() == 0
            ? ""
            : ", " + counters.quarantined + " of them quarantined";
    return counters.rejected() + " rejected" + detail + quarantined;
  }

  private static Optional<String> restamped(Counters counters) {
    List<String> parts = new ArrayList<>();
    if (counters.ingestionTimes.value() > 0) {
      parts.add(counters.ingestionTimes + " rows with their ingestion time");
    }
    if (counters.scaledTimestamps.value() > 0) {
      parts.add(counters.scaledTimestamps + " timestamps scaled");
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of("  " + String.join(", ", parts));
  }

  private static String window(WindowCounters window) {
    StringBuilder text = new StringBuilder();
    text.append("window ").append(window.name()).append(": ");
    text.append(window.counted).append(" counted, ").append(window.tooLate).append(" late");
    if (window.partlyLate.value() > 0) {
      text.append(" (and ").append(window.partlyLate).append(" partly)");
    }
    if (window.lateAdjusted.value() > 0) {
      text.append(" (").append(window.lateAdjusted).append(" of them adjusted)");
    }
    if (window.unassigned.value() > 0) {
      text.append(", ").append(window.unassigned).append(" in no window");
    }
    if (window.refused.value() > 0) {
      text.append(", ").append(window.refused).append(" without room");
    }
    text.append("; firings: ");
    if (window.earlyFirings.value() > 0) {
      text.append(window.earlyFirings).append(" early, ");
    }
    text.append(window.onTimeFirings).append(" on-time, ");
    text.append(window.lateFirings).append(" late");
    if (window.evictedFirings.value() > 0) {
      text.append(", ").append(window.evictedFirings).append(" evicted");
    }
    if (window.retractions.value() > 0) {
      text.append(", ").append(window.retractions).append(" taken back");
    }
    return text.toString();
  }

  private static Optional<String> unwritten(
      long count, String what, String output, Optional<String> path) {
    return count == 0 || path.isPresent()
        ? Optional.empty()
        : Optional.of(
            "  not written: " + count + " " + what + ", as output." + output + " is not named");
  }
}
