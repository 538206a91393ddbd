package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
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

/**
 * ns an update: one window of 1,048,576 updates to a table that is empty before it and has had its
 * capacity since earlier windows. Firing checks each window and is not timed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TableUpdateBenchmark.UPDATES)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TableUpdateBenchmark {

  static final int UPDATES = 1 << 20;

  private static final int INITIAL_KEYS = 1024;

  @Param TableKind kind;

  @Param({"1000", "10000", "100000", "1000000"})
  int keys;

  @Param Distribution distribution;

  private final Digest digest = new Digest();
  private Updates updates;
  private Table table;

  @Setup(Level.Trial)
  public void prepare() {
    SplittableRandom random = new SplittableRandom(Workload.SEED);
    updates = new Updates(distribution.draw(keys, UPDATES, random), keys);
    table = kind.create(INITIAL_KEYS);
    updates.applyTo(table);
    updates.fireAndCheck(table, digest, kind.name());
  }

  @TearDown(Level.Invocation)
  public void fire() {
    updates.fireAndCheck(table, digest, kind.name());
  }

  @Benchmark
  public Table update() {
    updates.applyTo(table);
    return table;
  }
}
