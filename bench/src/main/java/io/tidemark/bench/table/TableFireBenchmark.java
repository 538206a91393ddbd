package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Workload;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * ns a result of a firing, clearing included, of a table in which every key has a row; before it
 * come at least 1,000,000 updates, as in a window of that many events, which also leave the caches
 * as they would be.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TableFireBenchmark.KEYS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TableFireBenchmark {

  static final int KEYS = 10_000;

  private static final int UPDATES = 1_000_000;
  private static final int INITIAL_KEYS = 1024;

  @Param TableKind kind;

  @Param("" + KEYS)
  int keys;

  private final Digest digest = new Digest();
  private Updates updates;
  private Table table;

  @Setup(Level.Trial)
  public void prepare(BenchmarkParams params) {
    Operations.require(params, "keys", keys);
    SplittableRandom random = new SplittableRandom(Workload.SEED);
    int[] ordinals = new int[Math.max(keys, UPDATES / keys * keys)];
    for (int from = 0; from < ordinals.length; from += keys) {
      System.arraycopy(Permutation.of(keys, random), 0, ordinals, from, keys);
    }
    updates = new Updates(ordinals, keys);
    table = kind.create(INITIAL_KEYS);
  }

  @Setup(Level.Invocation)
  public void fill() {
    updates.applyTo(table);
    digest.reset();
  }

  @TearDown(Level.Invocation)
  public void check() {
    updates.check(digest, kind.name());
  }

  @Benchmark
  public Table fire() {
    table.fire(Updates.START, Updates.END, digest);
    return table;
  }
}
