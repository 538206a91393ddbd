package io.tidemark.bench.late;

import io.tidemark.bench.workload.Cpu;
import io.tidemark.bench.workload.Expected;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
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
 * What late events cost: whole jobs on the engine, layout inline, with count, sum, min and max a
 * key, over the stream of {@link Workload}, in which one event in a thousand comes 251 to 5,000 ms
 * behind, or a hundred do. These go to a handler where their windows have fired or, with an allowed
 * lateness of 5 s, make each of those fire again: at once, or at the next tick of 200 ms.
 *
 * <p>The outcome after each iteration, and after the end of the stream, must be that of the {@link
 * LateOracle}, or the benchmark fails. The score is ns an event; generating an event is part of it,
 * and so are the results.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(LateBenchmark.EVENTS)
@Warmup(iterations = 4)
@Measurement(iterations = 5)
@Fork(3)
@State(Scope.Benchmark)
public class LateBenchmark {
  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 3_000_000;

  @Param LateCase setting;

  @Param("" + EVENTS)
  int events;

  private Expected expected;
  private LateJob job;
  private long end;

  @Setup(Level.Trial)
  public void prepare(BenchmarkParams params) {
    Operations.require(params, "events", events);
    Workload workload = new Workload(Workload.SEED, setting.keys());
    LateOracle oracle = LateOracle.of(workload, setting);
    expected = new Expected(params, events, oracle::advanceTo, oracle::finish);
    job = new LateJob(workload, setting);
  }

  @Setup(Level.Invocation)
  public void next() {
    end = expected.next();
  }

  @TearDown(Level.Trial)
  public void finish() {
    expected.checkEnd(job.finish());
  }

  /** Publishes the next events. */
  @Benchmark
  public Outcome publish(Cpu cpu) {
    cpu.start();
    Outcome outcome = job.advanceTo(end);
    cpu.stop(events);
    return expected.check(outcome);
  }
}
