package io.tidemark.bench.session;

import io.tidemark.EngineOptions;
import io.tidemark.bench.workload.Cpu;
import io.tidemark.bench.workload.Expected;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.runtime.Waiting;
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
 * Whole jobs: sessions with a gap of 20 ms with count, sum, min and max a key, over the stream of
 * {@link Workload}, from generating the events to the results in the sink.
 *
 * <p>With 10,000 keys a key has 100 events a second, out of order by up to 200 ms: so events open,
 * extend and bridge some four open sessions of their key, and every seventh brings a result. All
 * else is as in {@link io.tidemark.bench.tumbling.TumblingBenchmark}.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SessionBenchmark.EVENTS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
public class SessionBenchmark {

  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 4_000_000;

  /** Events claimed and published at a time. */
  private static final int CLAIM = 64;

  @Benchmark
  public Outcome naive(Input input, Naive naive, Cpu cpu) {
    return naive.advance(input, cpu);
  }

  @Benchmark
  public Outcome inline(Input input, Inline variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome fused(Input input, Fused variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  /** State of {@link #naive}. */
  @State(Scope.Benchmark)
  public static class Naive extends Variant {
    @Override
    SessionJob start(Workload workload) {
      return new NaiveSessions(workload);
    }
  }

  /** State of {@link #inline}. */
  @State(Scope.Benchmark)
  public static class Inline extends Variant {
    @Override
    SessionJob start(Workload workload) {
      return new EngineSessions(workload, EngineOptions.inline(), CLAIM);
    }
  }

  /** State of {@link #fused}. */
  @State(Scope.Benchmark)
  public static class Fused extends Variant {
    @Override
    SessionJob start(Workload workload) {
      return new EngineSessions(
          workload, EngineOptions.<EngineSessions.Reading>fused().waiting(Waiting.YIELD), CLAIM);
    }
  }

  /** What the states of all variants have in common. */
  public abstract static class Variant {
    private SessionJob job;

    abstract SessionJob start(Workload workload);

    @Setup(Level.Trial)
    public void prepare(Input input) {
      job = start(input.workload);
    }

    @TearDown(Level.Trial)
    public void finish(Input input) {
      input.expected.checkEnd(job.finish());
    }

    Outcome advance(Input input, Cpu cpu) {
      cpu.start();
      Outcome outcome = job.advanceTo(input.end);
      cpu.stop(input.events);
      return input.expected.check(outcome);
    }
  }

  /** The stream, how far it has come, and the outcomes it must have. */
  @State(Scope.Benchmark)
  public static class Input {
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
      SessionOracle oracle = new SessionOracle(workload);
      expected = new Expected(params, events, oracle::advanceTo, oracle::finish);
    }

    @Setup(Level.Invocation)
    public void next() {
      end = expected.next();
    }
  }
}
