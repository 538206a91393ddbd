package io.tidemark.cli.demo;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.run.ExitStatus;
import io.tidemark.cli.run.JobRunner;
import io.tidemark.cli.run.RunReport;
import io.tidemark.cli.run.Terminal;
import io.tidemark.counters.Counters;
import io.tidemark.counters.WindowCounters;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the same bars twice and shows what a shared watermark costs: a feed that lags behind another
 * one is late by the other's time. Then replays the journal of what was late, and adds it up.
 */
public final class Demo {
  private static final List<String> FEEDS =
      List.of(
          "USD-M BTCUSDT",
          "USD-M ETHUSDT",
          "spot BTCUSDT",
          "spot ETHUSDT",
          "COIN-M BTCUSD_PERP",
          "COIN-M ETHUSD_PERP");

  private final Terminal terminal;
  private final PrintStream out;

  /** A demo that prints to standard output. */
  public Demo(Terminal terminal) {
    this.terminal = terminal;
    this.out = terminal.out();
  }

  /**
   * Runs the jobs and prints what they show; gives the exit status.
   *
   * @throws IOException when their results cannot be read
   */
  public int run() throws IOException {
    Path examples = terminal.home().resolve("examples");
    JobRunner runner = new JobRunner(terminal, true, Optional.empty());
    RunReport perFeed = runner.run(examples.resolve("bars-per-feed.yaml"));
    RunReport shared = runner.run(examples.resolve("bars-shared.yaml"));
    if (perFeed.status() != ExitStatus.OK || shared.status() != ExitStatus.OK) {
      return Math.max(perFeed.status(), shared.status());
    }
    RunReport late = runner.run(examples.resolve("bars-late.yaml"));
    if (late.status() != ExitStatus.OK) {
      return late.status();
    }
    printBars(bars(perFeed), bars(shared));
    printAccount(perFeed.counters().orElseThrow(), shared.counters().orElseThrow());
    out.println();
    new Repair(bars(perFeed), bars(shared), bars(late)).print(FEEDS, out);
    out.println();
    out.println("Its files lie in " + shown(folder(shared)) + ", its jobs in " + shown(examples));
    out.flush();
    return ExitStatus.OK;
  }

  /** As short as it can be said from here. */
  private static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path there = path.toAbsolutePath().normalize();
    return there.startsWith(here) && !there.equals(here) ? here.relativize(there) : there;
  }

  private static Path results(RunReport report) {
    JobFile job = report.job().orElseThrow();
    return job.resolve(job.output().results().orElseThrow()).normalize();
  }

  private static Path folder(RunReport report) {
    return results(report).getParent();
  }

  private static List<Bar> bars(RunReport report) throws IOException {
    return Bar.read(results(report));
  }

  /** Prints the bars of the second in which the shared watermark loses most. */
  private void printBars(List<Bar> perFeed, List<Bar> shared) {
    Map<List<Long>, Long> sharedTrades = new HashMap<>();
    shared.forEach(bar -> sharedTrades.put(bar.id(), bar.trades()));
    Map<Long, Long> lost = new HashMap<>();
    for (Bar bar : perFeed) {
      long missing = bar.trades() - sharedTrades.getOrDefault(bar.id(), 0L);
      lost.merge(bar.startMs(), missing, Long::sum);
    }
    long worst = lost.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of("feed"));
    head.addAll(Bar.COLUMNS);
    head.addAll(List.of("trades", "if shared"));
    table.row(head);
    perFeed.stream()
        .filter(bar -> bar.startMs() == worst)
        .sorted(Comparator.comparingInt(Bar::feed))
        .forEach(bar -> table.row(cells(bar, sharedTrades.getOrDefault(bar.id(), 0L))));
    out.println(
        "One-second bars of six Binance feeds. Those of " + Instant.ofEpochMilli(worst) + ",");
    out.println("and how many of their trades are left when all feeds share one watermark:");
    out.println();
    table.lines().forEach(out::println);
    out.println();
  }

  private static List<String> cells(Bar bar, long sharedTrades) {
    List<String> cells = new ArrayList<>(List.of(FEEDS.get(bar.feed())));
    cells.addAll(bar.columns());
    cells.add(Long.toString(bar.trades()));
    cells.add(Long.toString(sharedTrades));
    return cells;
  }

  private void printAccount(Counters perFeed, Counters shared) {
    TextTable table = new TextTable();
    table.row("", "a watermark per feed", "one shared watermark");
    table.row("events", perFeed.published.toString(), shared.published.toString());
    WindowCounters left = perFeed.windows().get(0);
    WindowCounters right = shared.windows().get(0);
    table.row("windows", left.onTimeFirings.toString(), right.onTimeFirings.toString());
    table.row("counted", left.counted.toString(), right.counted.toString());
    table.row("late", left.tooLate.toString(), right.tooLate.toString());
    table.lines().forEach(out::println);
  }
}
