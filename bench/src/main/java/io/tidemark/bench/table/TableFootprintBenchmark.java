package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Bytes of heap a key, of a table grown from room for 1,024 keys: used heap after a collection,
 * with and without it; and bytes of heap more than before it when it has been emptied and some
 * small windows have followed. The score of this benchmark means nothing; the counter beside it is
 * the figure.
 *
 * <p>Needs the serial collector, as others round large arrays up to whole regions; one that
 * compacts each time, as it leaves some of the dead in place otherwise; and threads without buffers
 * for their allocations, as those count whole, megabytes that hold nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1", "-XX:-UseTLAB"})
public class TableFootprintBenchmark {

  private static final int INITIAL_KEYS = 1024;
  private static final int FEW = 100;
  private static final int SMALL_WINDOWS = 16;

  @Param TableKind kind;

  @Param({"1000", "10000", "100000", "1000000"})
  int keys;

  private Updates inserts;
  private double bytesPerKey;
  private double bytesAfterPurge;

  /** The footprint, reported beside the meaningless score. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Footprint {
    public double bytesPerKey;
    public double bytesAfterPurge;
  }

  private final Digest digest = new Digest();
  private Updates few;

  /** The one before it may be in use: it must not be collected yet. */
  private Table table;

  @Setup(Level.Trial)
  public void prepare() {
    few = new Updates(Permutation.of(FEW, new SplittableRandom(Workload.SEED)), FEW);
    inserts = new Updates(Permutation.of(keys, new SplittableRandom(Workload.SEED)), keys);
  }

  @Setup(Level.Iteration)
  public void measure() {
    long before = usedBytes();
    table = kind.create(INITIAL_KEYS);
    inserts.applyTo(table);
    bytesPerKey = (double) (usedBytes() - before) / keys;
    if (table.size() != keys) {
      throw new IllegalStateException(kind + ": " + table.size() + " keys, expected " + keys);
    }
    inserts.fireAndCheck(table, digest, kind.name());
    for (int window = 0; window < SMALL_WINDOWS; window++) {
      few.applyTo(table);
      few.fireAndCheck(table, digest, kind.name());
    }
    bytesAfterPurge = usedBytes() - before;
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Benchmark
  public void footprint(Footprint footprint) {
    footprint.bytesPerKey = bytesPerKey;
    footprint.bytesAfterPurge = bytesAfterPurge;
  }
}
