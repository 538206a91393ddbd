package io.tidemark.bench.timer;

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
import org.openjdk.jmh.annotations.Warmup;

/** ns an event that registers a timer and takes another one back, with what fires. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TimerBenchmark.EVENTS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TimerBenchmark {
  static final int EVENTS = 1 << 18;

  @Param TimerKind kind;

  @Param({"1000", "30000", "1000000"})
  int keys;

  @Param({"true", "false"})
  boolean renews;

  private TimeOuts stream;

  @Setup(Level.Trial)
  public void prepare() {
    stream = new TimeOuts(kind.create(), keys, renews, Workload.SEED);
  }

  @Benchmark
  public long events() {
    stream.take(EVENTS);
    return stream.digest();
  }
}
