package io.tidemark.bench.stall;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A window of many keys fires while events come at a steady pace: how long they wait, with the
 * firing in slices and in one go. The score is the time of the whole; what counts stands beside it.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 8)
@Measurement(iterations = 10)
@Fork(2)
public class StallBenchmark {
  private static final int WHOLE = Integer.MAX_VALUE;

  @Benchmark
  public long[] stall(Input input, Waits waits) {
    long[] sorted = input.job.run();
    waits.note(sorted);
    return sorted;
  }

  /** The engine and how its firings are cut. */
  @State(Scope.Benchmark)
  public static class Input {
    @Param Windows windows;

    @Param({"1024", "" + WHOLE})
    int slice;

    @Param("1000000")
    int keys;

    // At 1 us each: several times as long as a firing, and no longer, as the machine has its
    // pauses.
    @Param("50000")
    int paced;

    @Param("1000")
    int paceNs;

    private StallJob job;

    @Setup(Level.Trial)
    public void start() {
      job = new StallJob(windows, slice, keys, paced, paceNs);
      job.run();
    }

    @TearDown(Level.Trial)
    public void close() {
      job.close();
    }
  }

  /** How long events waited. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Waits {
    public double medianUs;
    public double p99Us;
    public double p999Us;
    public double maxUs;

    private void note(long[] sorted) {
      medianUs = at(sorted, 0.5);
      p99Us = at(sorted, 0.99);
      p999Us = at(sorted, 0.999);
      maxUs = at(sorted, 1.0);
    }

    private static double at(long[] sorted, double share) {
      int place = (int) Math.ceil(share * sorted.length) - 1;
      return sorted[Math.max(place, 0)] / 1_000.0;
    }
  }
}
