package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;
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

/**
 * ns an update to a table that is empty and has had its capacity since earlier windows, of keys as
 * good as random and of keys chosen to collide; and beside the score what the slowest batches of 64
 * took an update in the window before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TableUpdateBenchmark.UPDATES)
@Warmup(iterations = 10)
@Measurement(iterations = 15)
@Fork(3)
public class TableTailBenchmark {

  private static final int INITIAL_KEYS = 1024;

  @Param({"DENSE"})
  TableKind kind;

  @Param({"10000", "1000000"})
  int keys;

  @Param({"RANDOM", "ADVERSARIAL"})
  Keys pattern;

  private final Digest digest = new Digest();
  private Updates updates;
  private int[] batchNs;
  private Table table;
  private double medianNs;
  private double p99Ns;

  /** The slowest batches, reported beside the score. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Tail {
    public double medianNs;
    public double p99Ns;
  }

  @Setup(Level.Trial)
  public void prepare() {
    SplittableRandom random = new SplittableRandom(Workload.SEED);
    int[] ordinals = random.ints(TableUpdateBenchmark.UPDATES, 0, keys).toArray();
    updates = new Updates(ordinals, keys, pattern);
    batchNs = new int[updates.batches()];
    table = kind.create(INITIAL_KEYS);
  }

  @TearDown(Level.Iteration)
  public void fire() {
    updates.fireAndCheck(table, digest, kind.name());
    Arrays.sort(batchNs);
    medianNs = nsAnUpdate(0.5);
    p99Ns = nsAnUpdate(0.99);
  }

  private double nsAnUpdate(double quantile) {
    return batchNs[(int) (quantile * batchNs.length)] / (double) Updates.BATCH;
  }

  @Benchmark
  public Table update(Tail tail) {
    updates.applyTimed(table, batchNs);
    tail.medianNs = medianNs;
    tail.p99Ns = p99Ns;
    return table;
  }
}
