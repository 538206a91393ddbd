package io.tidemark.bench.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * JMH profiler: how long a value takes from a thread to another and back, right before or right
 * after an iteration, whichever is longer.
 *
 * <p>It tells where a virtual machine's CPUs are just then: its host moves them, for seconds at a
 * time, between cores that share a cache and cores that do not, and what is handed from thread to
 * thread costs several times as much there. Nothing inside the machine shows it but this.
 */
public final class RoundTripProfiler implements InternalProfiler {

  /** The name of its metric, and what all figures of it are in. */
  static final String METRIC = "roundTripNs";

  private static final int TRIPS = 1_000;
  private static final int ROUNDS = 9;
  private static final int WARM_UP_ROUNDS = 100;

  /** Two cache lines apart from each other and from all else. */
  private static final int PING = 32;

  private static final int PONG = 64;
  private static final long END = -1;

  private boolean warm;
  private double before;

  static boolean available() {
    return Runtime.getRuntime().availableProcessors() > 1;
  }

  @Override
  public String getDescription() {
    return "Round trip of a value between two threads";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (!warm) {
      measure(WARM_UP_ROUNDS);
      warm = true;
    }
    before = measure(ROUNDS);
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double longer = Math.max(before, measure(ROUNDS));
    return List.of(new ScalarResult(METRIC, longer, "ns", AggregationPolicy.AVG));
  }

  /** The median of so many rounds, ns a trip. */
  static double measure(int rounds) {
    AtomicLongArray lines = new AtomicLongArray(96);
    Thread echo = new Thread(() -> echo(lines), "round-trip");
    echo.setDaemon(true);
    echo.start();
    double[] ns = new double[rounds];
    long value = 0;
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      for (int trip = 0; trip < TRIPS; trip++) {
        lines.set(PING, ++value);
        await(lines, PONG, value);
      }
      ns[round] = (double) (System.nanoTime() - start) / TRIPS;
    }
    lines.set(PING, END);
    join(echo);
    Arrays.sort(ns);
    return ns[rounds / 2];
  }

  private static void echo(AtomicLongArray lines) {
    for (long last = 0; last != END; ) {
      long value = lines.get(PING);
      if (value == last) {
        Thread.onSpinWait();
      } else {
        lines.set(PONG, value);
        last = value;
      }
    }
  }

  private static void await(AtomicLongArray lines, int line, long value) {
    while (lines.get(line) != value) {
      Thread.onSpinWait();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
