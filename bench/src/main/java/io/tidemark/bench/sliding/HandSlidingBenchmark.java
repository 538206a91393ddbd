package io.tidemark.bench.sliding;

import io.tidemark.bench.workload.Expected;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
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
 * The ways of {@link HandSliding} over the stream of {@link SlidingBenchmark}: what they cost an
 * event, and the longest time that one window took.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SlidingBenchmark.EVENTS)
@Warmup(iterations = 5)
@Measurement(iterations = 5)
@Fork(3)
public class HandSlidingBenchmark {
  @Benchmark
  public Outcome hand(Input input, Longest longest) {
    return input.advance(longest);
  }

  /** One way over the stream: how far it has come, and the outcomes it must have. */
  @State(Scope.Benchmark)
  public static class Input {
    @Param Way way;

    @Param({"BY_10_MS", "BY_100_MS"})
    Shape shape;

    @Param("1000")
    int keys;

    @Param("" + SlidingBenchmark.EVENTS)
    int events;

    private Expected expected;
    private HandSliding job;

    @Setup(Level.Trial)
    public void prepare(BenchmarkParams params) {
      Operations.require(params, "events", events);
      Workload workload = new Workload(Workload.SEED, keys);
      PaneOracle oracle = new PaneOracle(workload, shape, way != Way.SUBTRACT);
      expected = new Expected(params, events, oracle::advanceTo, oracle::finish);
      job = new HandSliding(workload, shape, way);
    }

    @TearDown(Level.Trial)
    public void finish() {
      expected.checkEnd(job.finish());
    }

    private Outcome advance(Longest longest) {
      Outcome outcome = job.advanceTo(expected.next());
      longest.windowUs = job.longestFireNs() / 1_000.0;
      return expected.check(outcome);
    }
  }

  /** The longest time that one window took. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Longest {
    public double windowUs;
  }
}
