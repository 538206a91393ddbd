package io.tidemark.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs a suite in rounds: in each, every variant gets one JVM of its own, one after the other. JMH
 * alone would launch all JVMs of a variant in a row, so that what the machine did meanwhile would
 * look like a difference between variants.
 */
final class Launcher {

  private static final TimeValue BRIEF = TimeValue.milliseconds(200);

  private final Suite suite;
  private final CommandLineOptions commandLine;
  private final Map<String, List<BenchmarkResult>> results = new TreeMap<>();

  Launcher(Suite suite, CommandLineOptions commandLine) {
    this.suite = suite;
    this.commandLine = commandLine;
  }

  /** How many rounds this run has: {@code -f}, or what the suite says. */
  int rounds() {
    return commandLine.getForkCount().orElse(suite.rounds());
  }

  /** Runs one round and adds its results to those of the rounds before. */
  void runRound() throws RunnerException {
    for (Step step : suite.steps()) {
      for (String count : step.operationCounts(commandLine)) {
        for (RunResult result : new Runner(options(step, count)).run()) {
          results
              .computeIfAbsent(identity(result), key -> new ArrayList<>())
              .addAll(result.getBenchmarkResults());
        }
      }
    }
  }

  /** The results so far, a benchmark and its parameters once, with the data of all its JVMs. */
  Collection<RunResult> results() {
    return results.values().stream()
        .map(data -> new RunResult(data.get(0).getParams(), data))
        .collect(Collectors.toList());
  }

  private static String identity(RunResult result) {
    return result.getParams().id();
  }

  private Options options(Step step, String count) {
    ChainedOptionsBuilder options =
        new OptionsBuilder().parent(commandLine).forks(1).shouldFailOnError(true);
    step.configure(options, commandLine, count);
    // Without it a job pays for the garbage of the one before.
    options.shouldDoGC(commandLine.shouldDoGC().orElse(true));
    if (OthersProfiler.available()) {
      options.addProfiler(OthersProfiler.class);
    }
    if (RoundTripProfiler.available()) {
      options.addProfiler(RoundTripProfiler.class);
    }
    options.jvmArgs(jvmArgs(step));
    if (suite.smoke()) {
      options
          .warmupIterations(commandLine.getWarmupIterations().orElse(1))
          .measurementIterations(commandLine.getMeasurementIterations().orElse(2))
          .warmupTime(commandLine.getWarmupTime().orElse(BRIEF))
          .measurementTime(commandLine.getMeasurementTime().orElse(BRIEF));
    }
    return options.build();
  }

  private String[] jvmArgs(Step step) {
    Collection<String> args = commandLine.getJvmArgs().orElse(step.jvmArgs());
    return Stream.concat(args.stream(), Provenance.jvmArgs().stream()).toArray(String[]::new);
  }
}
