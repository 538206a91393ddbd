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
 * time that a single insert held its caller up.
 *
 * <p>The clock is read once for {@value #INSERTS_A_STAMP} inserts, which keeps its own cost near 2
 * ns an insert and adds well under a microsecond to the longest pause. What the collector or a
 * neighbour of the process stops is in it too: read the minimum and the median over the iterations,
 * not the maximum.
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
  private static final int INSERTS_A_STAMP = 16;
  private static final double NS_IN_US = 1e3;

  @Param TableKind kind;

  @Param("" + KEYS)
  int keys;

  private Updates inserts;
  private Table table;

  /** The longest pause, reported beside the score. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Pause {
    public double longestPauseUs;
  }

  @Setup(Level.Trial)
  public void prepare(BenchmarkParams params) {
    Operations.require(params, "keys", keys);
    inserts = new Updates(Permutation.of(keys, new SplittableRandom(Workload.SEED)), keys);
  }

  @Setup(Level.Iteration)
  public void create() {
    table = kind.create(INITIAL_KEYS);
  }

  @TearDown(Level.Iteration)
  public void check() {
    inserts.fireAndCheck(table, new Digest(), kind.name());
  }

  @Benchmark
  public Table grow(Pause pause) {
    pause.longestPauseUs = inserts.applyTimed(table, INSERTS_A_STAMP) / NS_IN_US;
    return table;
  }
}
