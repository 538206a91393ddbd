package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Workload;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * ns an insert while a new table grows from room for 1,024 keys to all of them, and the longest
 * time that a batch of inserts held its caller up.
 *
 * <p>The clock is read once a batch. What the collector or a neighbour of the process stops is in
 * it too; so a loop that does nothing but read the clock, for as long as the growing before took,
 * stands beside it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TableGrowthBenchmark.KEYS)
@Warmup(iterations = 5)
@Measurement(iterations = 7)
@Fork(3)
public class TableGrowthBenchmark {

  static final int KEYS = 1_000_000;

  private static final int INITIAL_KEYS = 1024;
  private static final double NS_IN_US = 1e3;
  private static final int[] NO_TIMES = {};

  @Param TableKind kind;

  @Param("" + KEYS)
  int keys;

  private Updates inserts;
  private Table table;
  private long tookNs;
  private long controlNs;

  /** The longest pause, reported beside the score. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Pause {
    public double longestPauseUs;
    public double controlPauseUs;
  }

  @Setup(Level.Trial)
  public void prepare(BenchmarkParams params) {
    Operations.require(params, "keys", keys);
    inserts = new Updates(Permutation.of(keys, new SplittableRandom(Workload.SEED)), keys);
  }

  @Setup(Level.Iteration)
  public void create() {
    controlNs = longestPause(tookNs);
    table = kind.create(INITIAL_KEYS);
  }

  @TearDown(Level.Iteration)
  public void check() {
    inserts.fireAndCheck(table, new Digest(), kind.name());
  }

  @Benchmark
  public Table grow(Pause pause) {
    long start = System.nanoTime();
    pause.longestPauseUs = inserts.applyTimed(table, NO_TIMES) / NS_IN_US;
    tookNs = System.nanoTime() - start;
    pause.controlPauseUs = controlNs / NS_IN_US;
    return table;
  }

  /** The longest pause of a loop that does nothing for so long. */
  private static long longestPause(long ns) {
    long longest = 0;
    long end = System.nanoTime() + ns;
    for (long before = System.nanoTime(), now; before < end; before = now) {
      now = System.nanoTime();
      longest = Math.max(longest, now - before);
    }
    return longest;
  }
}
