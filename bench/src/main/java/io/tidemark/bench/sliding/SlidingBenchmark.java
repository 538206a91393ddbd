package io.tidemark.bench.sliding;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
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
 * Whole jobs on the engine, layout inline: windows of 10 s by several slides, beside tumbling ones
 * of 1 s, over the stream of {@link Workload} with 1,000 keys, from generating the events to the
 * results in the sink. How many windows an event falls into is to make little difference.
 *
 * <p>The warm-up takes the stream past the first whole windows. The outcome after each iteration,
 * and after the end of the stream, must be that of the {@link PaneOracle}, or the benchmark fails.
 *
 * <p>The score is ns an event; generating an event is part of it, and so are the results, of which
 * a slide of 10 ms has 0.1 an event. Beside it stand the CPU time of the process an event and the
 * longest time that publishing 64 events took, with all that fired meanwhile.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SlidingBenchmark.EVENTS)
@Warmup(iterations = 5)
@Measurement(iterations = 5)
@Fork(3)
public class SlidingBenchmark {
  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 3_000_000;

  @Benchmark
  public Outcome tumbling(Tumbling variant, Clock clock) {
    return variant.advance(clock);
  }

  @Benchmark
  public Outcome by10ms(By10 variant, Clock clock) {
    return variant.advance(clock);
  }

  @Benchmark
  public Outcome by100ms(By100 variant, Clock clock) {
    return variant.advance(clock);
  }

  @Benchmark
  public Outcome by250ms(By250 variant, Clock clock) {
    return variant.advance(clock);
  }

  @Benchmark
  public Outcome by333ms(By333 variant, Clock clock) {
    return variant.advance(clock);
  }

  /** State of {@link #tumbling}. */
  @State(Scope.Benchmark)
  public static class Tumbling extends Variant {
    @Override
    Shape shape() {
      return Shape.TUMBLING;
    }
  }

  /** State of {@link #by10ms}. */
  @State(Scope.Benchmark)
  public static class By10 extends Variant {
    @Override
    Shape shape() {
      return Shape.BY_10_MS;
    }
  }

  /** State of {@link #by100ms}. */
  @State(Scope.Benchmark)
  public static class By100 extends Variant {
    @Override
    Shape shape() {
      return Shape.BY_100_MS;
    }
  }

  /** State of {@link #by250ms}. */
  @State(Scope.Benchmark)
  public static class By250 extends Variant {
    @Override
    Shape shape() {
      return Shape.BY_250_MS;
    }
  }

  /** State of {@link #by333ms}. */
  @State(Scope.Benchmark)
  public static class By333 extends Variant {
    @Override
    Shape shape() {
      return Shape.BY_333_MS;
    }
  }

  /** One shape over the stream: how far it has come, and the outcomes it must have. */
  @State(Scope.Benchmark)
  public abstract static class Variant {
    private static final String EXTREMES = "count+sum+min+max";

    @Param("1000")
    int keys;

    @Param({"count+sum", EXTREMES})
    String aggregates;

    @Param("" + EVENTS)
    int events;

    private final List<Outcome> expected = new ArrayList<>();
    private Outcome expectedEnd;
    private SlidingJob job;
    private int invocations;

    abstract Shape shape();

    @Setup(Level.Trial)
    public void prepare(BenchmarkParams params) {
      Operations.require(params, "events", events);
      Workload workload = new Workload(Workload.SEED, keys);
      boolean extremes = aggregates.equals(EXTREMES);
      PaneOracle oracle = new PaneOracle(workload, shape(), extremes);
      int iterations = params.getWarmup().getCount() + params.getMeasurement().getCount();
      for (long i = 1; i <= iterations; i++) {
        expected.add(oracle.advanceTo(i * events));
      }
      expectedEnd = oracle.finish();
      job = new SlidingJob(workload, shape(), extremes);
    }

    @TearDown(Level.Trial)
    public void finish() {
      if (invocations == expected.size()) {
        job.finish().requireEqual(shape().name(), expectedEnd);
      }
    }

    Outcome advance(Clock clock) {
      clock.start();
      Outcome outcome = job.advanceTo((invocations + 1L) * events);
      clock.stop(events, job.longestPublishNs());
      outcome.requireEqual(shape().name(), expected.get(invocations++));
      return outcome;
    }
  }

  /** CPU time of the process and the longest pause, reported beside the score. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Clock {
    public double cpuNsPerEvent;
    public double longestPublishUs;

    private final OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long startNs;

    private void start() {
      startNs = process.getProcessCpuTime();
    }

    private void stop(int events, long longestPublishNs) {
      cpuNsPerEvent = (double) (process.getProcessCpuTime() - startNs) / events;
      longestPublishUs = longestPublishNs / 1000.0;
    }
  }
}
