package io.tidemark.cli.run;

import io.tidemark.Engine;
import io.tidemark.counters.WindowCounters;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A line on a terminal that says how a long run goes on, written over and over. It begins after a
 * second: most runs are done by then.
 */
final class Progress {
  private static final int ROWS_BETWEEN_LOOKS = 1 << 12;
  private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream terminal;
  private final String job;
  private final LongSupplier nanoTime;
  private final boolean on;
  private final long startNs;

  private long rows;
  private long nextNs;
  private boolean shown;

  private Progress(PrintStream terminal, String job, LongSupplier nanoTime, boolean on) {
    this.terminal = terminal;
    this.job = job;
    this.nanoTime = nanoTime;
    this.on = on;
    this.startNs = nanoTime.getAsLong();
    this.nextNs = startNs + FIRST_NS;
  }

  /** Shows the progress of a job there. */
  static Progress on(PrintStream terminal, String job, LongSupplier nanoTime) {
    return new Progress(terminal, job, nanoTime, true);
  }

  /** Shows nothing. */
  static Progress none() {
    return new Progress(System.err, "", () -> 0, false);
  }

  /** A row is done. Cheap: the clock is read once in some thousand rows. */
  void row(Engine<FileEvent> engine) {
    rows++;
    if (on && rows % ROWS_BETWEEN_LOOKS == 0) {
      look(engine);
    }
  }

  private void look(Engine<FileEvent> engine) {
    long nowNs = nanoTime.getAsLong();
    if (nowNs - nextNs < 0) {
      return;
    }
    nextNs = nowNs + EVERY_NS;
    shown = true;
    long late = 0;
    for (WindowCounters window : engine.counters().windows()) {
      late += window.tooLate.value();
    }
    double rowsPerSecond = rows * 1e9 / Math.max(1, nowNs - startNs);
    terminal.printf(
        Locale.ROOT,
        "%s%s: %d rows, %.0f rows/s, watermark %s, %d late",
        ERASE_LINE,
        job,
        rows,
        rowsPerSecond,
        engine.watermark() == Long.MIN_VALUE ? "none" : Long.toString(engine.watermark()),
        late);
    terminal.flush();
  }

  /** Takes the line away, so that what is told next starts on a clean one. */
  void end() {
    if (shown) {
      terminal.print(ERASE_LINE);
      terminal.flush();
      shown = false;
    }
  }
}
