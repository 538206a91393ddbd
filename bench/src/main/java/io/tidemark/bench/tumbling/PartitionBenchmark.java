package io.tidemark.bench.tumbling;

import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.bench.workload.Cpu;
import io.tidemark.bench.workload.Expected;
import io.tidemark.bench.workload.Feeds;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Oracle;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
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
 * What partitions cost: the whole job of {@link TumblingBenchmark} in layout inline, with idleness,
 * from few partitions, from ten thousand of which nearly all are silent, and from few that are
 * aligned but never held back.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PartitionBenchmark.EVENTS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
public class PartitionBenchmark {

  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 4_000_000;

  private static final int CLAIM = 64;

  /** What the partitions are like. */
  public enum Shape {
    /** 16 partitions, all of them busy. */
    FEW(new Feeds(16, 0), false),
    /** The same, in a group with more drift than they ever have. */
    FEW_ALIGNED(new Feeds(16, 0), true),
    /** 10,000 partitions, of which 9,900 never say anything. */
    MANY_SILENT(new Feeds(100, 9_900), false);

    private final Feeds feeds;
    private final boolean aligned;

    Shape(Feeds feeds, boolean aligned) {
      this.feeds = feeds;
      this.aligned = aligned;
    }

    private EngineJob start(Workload workload) {
      WatermarkStrategy<Object> watermarks =
          EngineJob.WATERMARKS.idleness(Duration.ofMillis(Feeds.IDLENESS_MS));
      JobBuilder<EngineJob.Reading> job = EngineJob.job(feeds, watermarks);
      if (aligned) {
        job.alignment(Duration.ofMillis(Workload.MAX_DELAY_MS));
      }
      return new EngineJob(workload, feeds, job, EngineOptions.inline(), CLAIM);
    }
  }

  @Benchmark
  public Outcome inline(Input input, Variant variant, Cpu cpu) {
    cpu.start();
    Outcome outcome = variant.job.advanceTo(input.end);
    cpu.stop(input.events);
    return input.expected.check(outcome);
  }

  /** The job. */
  @State(Scope.Benchmark)
  public static class Variant {
    private EngineJob job;

    @Setup(Level.Trial)
    public void prepare(Input input) {
      job = input.shape.start(input.workload);
    }

    @TearDown(Level.Trial)
    public void finish(Input input) {
      input.expected.checkEnd(job.finish());
    }
  }

  /** The stream, how far it has come, and the outcomes it must have. */
  @State(Scope.Benchmark)
  public static class Input {
    @Param Shape shape;

    @Param("10000")
    int keys;

    @Param("" + EVENTS)
    int events;

    private Workload workload;
    private Expected expected;
    private long end;

    @Setup(Level.Trial)
    public void prepare(BenchmarkParams params) {
      Operations.require(params, "events", events);
      workload = new Workload(Workload.SEED, keys);
      Oracle oracle = new Oracle(workload, shape.feeds);
      expected = new Expected(params, events, oracle::advanceTo, oracle::finish);
    }

    @Setup(Level.Invocation)
    public void next() {
      end = expected.next();
    }
  }
}
