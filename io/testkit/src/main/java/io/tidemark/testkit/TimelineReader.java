package io.tidemark.testkit;

import io.tidemark.Event;
import io.tidemark.output.RejectReason;
import io.tidemark.time.TimeStage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a timeline into a script; {@link JobScript#timeline} says what it looks like. */
final class TimelineReader<E extends Event> {
  private static final Pattern CLOCK = Pattern.compile("(\\d{1,15})(ns|us|ms|s|m|h)?");
  private static final Pattern PARTITION = Pattern.compile("p(\\d{1,7})");
  private static final Pattern WALL_CLOCK = Pattern.compile("wall([+-])(.+)");
  private static final String GIVEN = "watermark=";
  private static final String REJECT = "reject=";

  private final JobScript<E> script;
  private final BiConsumer<? super E, String> filler;
  private List<String> columns = List.of();
  private int number;
  private String line = "";

  TimelineReader(JobScript<E> script, BiConsumer<? super E, String> filler) {
    this.script = script;
    this.filler = filler;
  }

  void read(String timeline) {
    for (String next : timeline.lines().toList()) {
      number++;
      line = next.strip();
      if (!line.isEmpty()) {
        readLine();
      }
    }
  }

  private void readLine() {
    List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    if (columns.isEmpty()) {
      columns = cells;
      columns.forEach(this::checkColumn);
      return;
    }
    if (cells.size() != columns.size()) {
      throw wrong("columns", cells.size() + "", columns.size() + ", as in the first line");
    }
    happen(cells);
    expect(cells);
  }

  private void checkColumn(String name) {
    boolean known = List.of("clock", "watermark", "out").contains(name);
    if (!known && !PARTITION.matcher(name).matches()) {
      throw wrong("column", name, "clock, p0, p1, …, watermark or out");
    }
  }

  private void happen(List<String> cells) {
    String clock = "";
    int partition = Step.NO_PARTITION;
    String said = "";
    for (int c = 0; c < columns.size(); c++) {
      Matcher column = PARTITION.matcher(columns.get(c));
      if (columns.get(c).equals("clock")) {
        clock = cells.get(c);
      } else if (column.matches() && !cells.get(c).isEmpty()) {
        if (partition != Step.NO_PARTITION) {
          throw wrong("cell", cells.get(c), "one partition in a line, as lines tell the order");
        }
        partition = Integer.parseInt(column.group(1));
        said = cells.get(c);
      }
    }
    Matcher wall = WALL_CLOCK.matcher(clock);
    if (clock.equals("close") && partition == Step.NO_PARTITION) {
      script.close();
    } else if (wall.matches() && partition == Step.NO_PARTITION) {
      Duration by = time(wall.group(2));
      script.wallClock(wall.group(1).equals("-") ? by.negated() : by);
    } else if (partition == Step.NO_PARTITION) {
      script.tick(time(clock));
    } else {
      if (!clock.isEmpty()) {
        script.clock(time(clock));
      }
      say(partition, said);
    }
  }

  private void say(int partition, String said) {
    switch (said) {
      case "idle" -> script.idle(partition);
      case "active" -> script.active(partition);
      case "end" -> script.end(partition);
      case "leave" -> script.leave(partition);
      default -> {
        if (said.startsWith(GIVEN)) {
          script.watermark(partition, watermark(said.substring(GIVEN.length())));
        } else if (said.startsWith(REJECT)) {
          script.reject(partition, reason(said.substring(REJECT.length())));
        } else {
          script.event(partition, said, event -> filler.accept(event, said));
        }
      }
    }
  }

  private void expect(List<String> cells) {
    for (int c = 0; c < columns.size(); c++) {
      String cell = cells.get(c);
      if (columns.get(c).equals("out")) {
        script.expect(cell.isEmpty() ? new String[0] : cell.split("\\s*;\\s*"));
      } else if (columns.get(c).equals("watermark") && !cell.isEmpty()) {
        script.expectWatermark(watermark(cell));
      }
    }
  }

  private long watermark(String cell) {
    if (cell.equals("none")) {
      return TimeStage.NO_WATERMARK;
    }
    if (cell.equals("end")) {
      return TimeStage.END_OF_TIME;
    }
    try {
      return Long.parseLong(cell);
    } catch (NumberFormatException notANumber) {
      throw wrong("watermark", cell, "a number, none or end");
    }
  }

  private RejectReason reason(String cell) {
    List<RejectReason> reasons = List.of(RejectReason.values());
    return reasons.stream()
        .filter(reason -> reason.text().equals(cell))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    "reason", cell, "one of " + reasons.stream().map(RejectReason::text).toList()));
  }

  private Duration time(String cell) {
    Matcher time = CLOCK.matcher(cell);
    if (!time.matches()) {
      throw wrong("clock", cell, "a time such as 250 (ms), 5s or 20us, or close, or wall+1h");
    }
    long number = Long.parseLong(time.group(1));
    String unit = time.group(2) == null ? "ms" : time.group(2);
    return switch (unit) {
      case "ns" -> Duration.ofNanos(number);
      case "us" -> Duration.ofNanos(Math.multiplyExact(number, 1_000));
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  private IllegalArgumentException wrong(String what, String value, String expected) {
    return new IllegalArgumentException(
        "timeline, line %d: %s '%s'; expected %s: %s"
            .formatted(number, what, value, expected, line));
  }
}
