package io.tidemark.testkit;

import io.tidemark.Event;
import io.tidemark.time.TimeStage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Writes a script and what came of it as a timeline that {@link TimelineReader} reads. */
final class TimelineWriter {
  private TimelineWriter() {}

  /** A line for each step that is over; below what is wrong, a line with what was expected. */
  static <E extends Event> String write(List<Step<E>> steps, Outcome outcome) {
    List<Integer> partitions =
        steps.stream().map(Step::partition).filter(p -> p >= 0).distinct().sorted().toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(header(partitions));
    long nowNs = Long.MIN_VALUE;
    for (int i = 0; i < outcome.steps(); i++) {
      Step<E> step = steps.get(i);
      boolean moved = step.nowNs() != nowNs || step.text().equals("tick");
      rows.add(row(step, i, partitions, moved, outcome));
      nowNs = step.nowNs();
      if (Checks.isWrong(step, i, outcome)) {
        rows.add(expected(step, i, partitions, outcome));
      }
    }
    return aligned(rows);
  }

  /** A watermark as timelines show it. */
  static String text(long watermark) {
    if (watermark == TimeStage.NO_WATERMARK) {
      return "none";
    }
    return watermark == TimeStage.END_OF_TIME ? "end" : Long.toString(watermark);
  }

  /** A time since the start as timelines show it: in ms, or in the largest unit it is whole in. */
  static String clock(long ns) {
    if (ns % 1_000_000 == 0) {
      return Long.toString(TimeUnit.NANOSECONDS.toMillis(ns));
    }
    return ns % 1_000 == 0 ? TimeUnit.NANOSECONDS.toMicros(ns) + "us" : ns + "ns";
  }

  /** A time that something is set by. */
  static String signed(long ns) {
    return (ns < 0 ? "-" : "+") + clock(Math.abs(ns));
  }

  private static List<String> header(List<Integer> partitions) {
    List<String> row = new ArrayList<>(List.of(" ", "clock"));
    partitions.forEach(partition -> row.add("p" + partition));
    row.addAll(List.of("watermark", "out"));
    return row;
  }

  private static <E extends Event> List<String> row(
      Step<E> step, int i, List<Integer> partitions, boolean moved, Outcome outcome) {
    List<String> row = new ArrayList<>();
    row.add(Checks.isWrong(step, i, outcome) ? "!" : " ");
    row.add(clockCell(step, moved));
    for (int partition : partitions) {
      row.add(partition == step.partition() ? step.text() : "");
    }
    row.add(text(outcome.watermark(i)));
    row.add(String.join("; ", outcome.out(i)));
    return row;
  }

  private static <E extends Event> String clockCell(Step<E> step, boolean moved) {
    return switch (step.kind()) {
      case CLOSE, WALL_CLOCK -> step.text();
      case EVENT, CONTROL -> moved ? clock(step.nowNs()) : "";
    };
  }

  private static <E extends Event> List<String> expected(
      Step<E> step, int i, List<Integer> partitions, Outcome outcome) {
    List<String> row = new ArrayList<>(List.of("?", ""));
    partitions.forEach(partition -> row.add(""));
    row.add(Checks.isWatermarkWrong(step, i, outcome) ? text(step.watermark()) : "");
    row.add(Checks.isOutWrong(step, i, outcome) ? String.join("; ", step.out()) : "");
    return row;
  }

  private static String aligned(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(row.get(0)).append(' ');
      for (int c = 1; c < columns; c++) {
        line.append(c == 1 ? "" : " | ").append(row.get(c));
        line.append(" ".repeat(widths[c] - row.get(c).length()));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
