package io.tidemark.differential;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All that can be seen of a script's run.
 *
 * @param chapters one for each step; only one for the whole where steps cannot be told apart
 * @param totals at the end
 */
record Observed(List<Chapter> chapters, Totals totals) {

  Observed {
    chapters = List.copyOf(chapters);
  }

  /**
   * Steps and what they led to.
   *
   * @param lastStep the steps are those up to this one, from the last chapter's on
   * @param watermark the merged one, behind the last step
   * @param outputs in order
   */
  record Chapter(int lastStep, long watermark, List<Output> outputs) {
    Chapter {
      outputs = List.copyOf(outputs);
    }

    /**
     * The chapter of a whole script. Rejections are taken out of their place among the firings: a
     * batch may hand out those behind a move of the watermark before what the move fires.
     */
    static Chapter ofAll(int lastStep, long watermark, List<Output> outputs) {
      List<Output> apart = new ArrayList<>(outputs);
      apart.sort(Comparator.comparing(output -> output instanceof Output.Rejected));
      return new Chapter(lastStep, watermark, apart);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("watermark " + watermark);
      outputs.forEach(output -> text.append("\n    ").append(output));
      return text.toString();
    }
  }

  /**
   * The counters.
   *
   * @param rejected by reason
   * @param behindWatermark events at or behind the watermark they were judged by
   * @param imbalance what does not add up
   */
  record Totals(
      long published,
      List<Long> rejected,
      long filtered,
      long accepted,
      long behindWatermark,
      String imbalance,
      List<WindowTotals> windows) {
    Totals {
      rejected = List.copyOf(rejected);
      windows = List.copyOf(windows);
    }
  }

  /**
   * The counters of a window definition.
   *
   * @param left rows and windows still held after the end of input; 0 where it has not ended
   */
  record WindowTotals(
      long counted,
      long tooLate,
      long unassigned,
      long partlyLate,
      long onTimeFirings,
      long lateFirings,
      long left,
      long dropped,
      long adjusted,
      long earlyFirings,
      long retractions) {}

  /**
   * What has to be the same in this mode: in some layouts not the order of outputs within a
   * chapter, but for the revisions of each row.
   */
  Observed in(Mode mode) {
    if (mode.layout().keepsOrder()) {
      return this;
    }
    List<Chapter> sorted = new ArrayList<>();
    for (Chapter chapter : chapters) {
      List<Output> outputs =
          chapter.outputs().stream().sorted(Comparator.comparing(Observed::rowOf)).toList();
      sorted.add(new Chapter(chapter.lastStep(), chapter.watermark(), outputs));
    }
    return new Observed(sorted, totals);
  }

  /** What the order of an output among others of its row does not depend on. */
  private static String rowOf(Output output) {
    return output instanceof Output.Fired fired
        ? "%s %d %d %d".formatted(fired.window(), fired.key(), fired.start(), fired.end())
        : output.toString();
  }

  /** The first thing in which the engine's run differs from this one, or nothing. */
  Optional<String> difference(Observed engine) {
    for (int i = 0; i < Math.min(chapters.size(), engine.chapters.size()); i++) {
      if (!chapters.get(i).equals(engine.chapters.get(i))) {
        String when = "up to step " + chapters.get(i).lastStep();
        return Optional.of(text(when, chapters.get(i), engine.chapters.get(i)));
      }
    }
    if (chapters.size() != engine.chapters.size()) {
      return Optional.of(text("chapters", chapters.size(), engine.chapters.size()));
    }
    return totals.equals(engine.totals)
        ? Optional.empty()
        : Optional.of(text("counters", totals, engine.totals));
  }

  private static String text(String what, Object oracle, Object engine) {
    return what + "\n  oracle: " + oracle + "\n  engine: " + engine;
  }
}
