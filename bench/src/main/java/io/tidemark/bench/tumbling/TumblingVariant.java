package io.tidemark.bench.tumbling;

import io.tidemark.bench.workload.Cpu;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** What the states of all variants of {@link TumblingBenchmark} have in common. */
public abstract class TumblingVariant {
  private TumblingJob job;

  abstract TumblingJob start(Workload workload);

  @Setup(Level.Trial)
  public void prepare(TumblingInput input) {
    job = start(input.workload);
  }

  @TearDown(Level.Trial)
  public void finish(TumblingInput input) {
    input.expected.checkEnd(job.finish());
  }

  Outcome advance(TumblingInput input, Cpu cpu) {
    cpu.start();
    Outcome outcome = job.advanceTo(input.end);
    cpu.stop(input.events);
    return input.expected.check(outcome);
  }
}
