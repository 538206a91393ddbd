package io.tidemark.oracle;

import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Draws a script as text, time going down, a column for each partition:
 *
 * <pre>
 * 1 declared, BOUNDED[5], idle after 300000000 ns, per event, tick 200000000 ns, all idle: MAXIMUM, unit 1000000 ns
 * [0] w0 Tumbling[size=10, offset=0], lateness 0
 *  step | arrival ns | p0         | p1
 *     0 |          0 | 12 k1 v7   |
 *     1 |  400000000 | tick
 *     2 |  410000000 |            | 9 k1 v7 filtered
 *     3 |            | leave      |
 *     4 |            | end of input
 * </pre>
 */
final class ScriptDrawing {
  private static final String ARRIVAL = "arrival ns";

  private ScriptDrawing() {}

  static String draw(Script script) {
    SortedSet<Integer> partitions = new TreeSet<>();
    int arrivalWidth = ARRIVAL.length();
    int width = 3;
    for (Step step : script.steps()) {
      arrivalWidth = Math.max(arrivalWidth, arrival(step).length());
      if (step instanceof Step.OfPartition of) {
        partitions.add(of.partition());
        width = Math.max(width, text(step).length());
      }
    }
    StringBuilder titles = new StringBuilder(" step | " + pad(ARRIVAL, -arrivalWidth));
    for (int partition : partitions) {
      titles.append(" | ").append(pad("p" + partition, width));
    }
    StringBuilder out = new StringBuilder(head(script.settings()));
    out.append(titles.toString().stripTrailing()).append('\n');
    for (int i = 0; i < script.steps().size(); i++) {
      Step step = script.steps().get(i);
      out.append(pad(Integer.toString(i), -5)).append(" | ");
      out.append(pad(arrival(step), -arrivalWidth));
      out.append(cells(step, partitions, width).stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static String head(Settings job) {
    StringBuilder out = new StringBuilder();
    out.append(job.declaredPartitions()).append(" declared, ").append(job.strategy());
    job.idlenessNs().ifPresent(ns -> out.append(", idle after ").append(ns).append(" ns"));
    out.append(job.periodic() ? ", periodic" : ", per event");
    out.append(", tick ").append(job.tickNs()).append(" ns");
    out.append(", all idle: ").append(job.allIdle());
    out.append(", unit ").append(job.unitNs()).append(" ns\n");
    List<WindowSpec> windows = job.windows();
    for (int i = 0; i < windows.size(); i++) {
      WindowSpec spec = windows.get(i);
      out.append('[').append(i).append("] ").append(spec.name()).append(' ').append(spec.shape());
      out.append(", lateness ").append(spec.allowedLateness());
      if (!spec.triggers().equals(TriggerSpec.DEFAULT)) {
        out.append(", ").append(spec.triggers());
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static String cells(Step step, SortedSet<Integer> partitions, int width) {
    if (!(step instanceof Step.OfPartition of)) {
      return " | " + text(step);
    }
    StringBuilder out = new StringBuilder();
    for (int partition : partitions) {
      out.append(" | ").append(pad(partition == of.partition() ? text(step) : "", width));
    }
    return out.toString();
  }

  private static String arrival(Step step) {
    if (step instanceof Step.Event event) {
      return Long.toString(event.arrivalNs());
    }
    if (step instanceof Step.Rejected rejected) {
      return Long.toString(rejected.arrivalNs());
    }
    return step instanceof Step.Tick tick ? Long.toString(tick.nowNs()) : "";
  }

  private static String text(Step step) {
    if (step instanceof Step.Event event) {
      String text = event.timestamp() + " k" + event.key() + " v" + event.value();
      return event.filtered() ? text + " filtered" : text;
    }
    if (step instanceof Step.Rejected rejected) {
      return rejected.timestamp() + " rejected";
    }
    if (step instanceof Step.EndOfInput) {
      return "end of input";
    }
    if (step instanceof Step.Given given) {
      return "watermark " + given.watermark();
    }
    return step.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** Padded on the right, or on the left where the width is negative. */
  private static String pad(String text, int width) {
    return String.format(Locale.ROOT, "%" + -width + "s", text);
  }
}
