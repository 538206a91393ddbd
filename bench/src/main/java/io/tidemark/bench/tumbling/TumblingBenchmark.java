package io.tidemark.bench.tumbling;

import io.tidemark.EngineOptions;
import io.tidemark.bench.workload.Cpu;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.runtime.Waiting;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole jobs: tumbling windows of one second with count, sum, min and max a key, over the stream of
 * {@link Workload}, from generating the events to the results in the sink; 10,000 keys (W1) and
 * 1,000,000 keys (W2, 0.63 results an event).
 *
 * <p>A variant is a benchmark method with a state of its own, so each runs alone in its JVM. The
 * stream goes on from iteration to iteration: an iteration takes the next {@code events} events
 * with all that falls due meanwhile, so that the warm-up has paid for compiling and for growing.
 * The outcome after each iteration, and after the end of the stream, must be that of the {@link
 * io.tidemark.bench.workload.Oracle}, or the benchmark fails.
 *
 * <p>The score is ns an event; generating an event is part of it. Beside it stands the CPU time of
 * the whole process an event, which a busy machine disturbs less, and in which each thread counts;
 * the JDK reads it in steps of 10 ms.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TumblingBenchmark.EVENTS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
public class TumblingBenchmark {

  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 4_000_000;

  /** Events claimed and published at a time, where it is not one. */
  private static final int CLAIM = 64;

  @Benchmark
  public Outcome hand(TumblingInput input, Hand hand, Cpu cpu) {
    return hand.advance(input, cpu);
  }

  @Benchmark
  public Outcome naive(TumblingInput input, Naive naive, Cpu cpu) {
    return naive.advance(input, cpu);
  }

  @Benchmark
  public Outcome inline(TumblingInput input, Inline variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome inlineFourInOne(TumblingInput input, InlineFourInOne variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome inlineAmongOthers(TumblingInput input, InlineAmongOthers variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome inlineSingle(TumblingInput input, InlineSingle variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome inlinePoisoned(TumblingInput input, InlinePoisoned variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome inlineMeasured(TumblingInput input, InlineMeasured variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome inlineAdaptive(TumblingInput input, InlineAdaptive variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome fused(TumblingInput input, Fused variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  @Benchmark
  public Outcome fusedSingle(TumblingInput input, FusedSingle variant, Cpu cpu) {
    return variant.advance(input, cpu);
  }

  /** State of {@link #hand}. */
  @State(Scope.Benchmark)
  public static class Hand extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new HandLoop(workload);
    }
  }

  /** State of {@link #naive}. */
  @State(Scope.Benchmark)
  public static class Naive extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new NaiveLoop(workload);
    }
  }

  /** State of {@link #inline}. */
  @State(Scope.Benchmark)
  public static class Inline extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new EngineJob(workload, EngineOptions.inline(), CLAIM);
    }
  }

  /** State of {@link #inlineFourInOne}. */
  @State(Scope.Benchmark)
  public static class InlineFourInOne extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new EngineJob(
          workload,
          EngineOptions.inline(),
          CLAIM,
          (definition, value) -> definition.aggregate("all", CountSumMinMax.of(value)));
    }
  }

  /** State of {@link #inlineAmongOthers}. */
  @State(Scope.Benchmark)
  public static class InlineAmongOthers extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      OtherJobs.run(workload);
      return new EngineJob(workload, EngineOptions.inline(), CLAIM);
    }
  }

  /** State of {@link #inlineSingle}. */
  @State(Scope.Benchmark)
  public static class InlineSingle extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new EngineJob(workload, EngineOptions.inline(), 1);
    }
  }

  /** State of {@link #inlinePoisoned}: one event in a thousand. */
  @State(Scope.Benchmark)
  public static class InlinePoisoned extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return EngineJob.poisoned(workload, EngineOptions.inline(), CLAIM, 1_000);
    }
  }

  /** State of {@link #inlineMeasured}. */
  @State(Scope.Benchmark)
  public static class InlineMeasured extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new EngineJob(
          workload, EngineOptions.<EngineJob.Reading>inline().measurePartitions(), CLAIM);
    }
  }

  /** State of {@link #inlineAdaptive}. */
  @State(Scope.Benchmark)
  public static class InlineAdaptive extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return EngineJob.adaptive(workload, EngineOptions.inline(), CLAIM);
    }
  }

  /** State of {@link #fused}. */
  @State(Scope.Benchmark)
  public static class Fused extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new EngineJob(
          workload, EngineOptions.<EngineJob.Reading>fused().waiting(Waiting.YIELD), CLAIM);
    }
  }

  /** State of {@link #fusedSingle}. */
  @State(Scope.Benchmark)
  public static class FusedSingle extends TumblingVariant {
    @Override
    TumblingJob start(Workload workload) {
      return new EngineJob(
          workload, EngineOptions.<EngineJob.Reading>fused().waiting(Waiting.YIELD), 1);
    }
  }
}
