package io.tidemark.bench.tumbling;

import io.tidemark.bench.workload.Expected;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Oracle;
import io.tidemark.bench.workload.Workload;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/** The stream of {@link TumblingBenchmark}, how far it has come, and the outcomes it must have. */
@State(Scope.Benchmark)
public class TumblingInput {
  @Param({"10000", "1000000"})
  int keys;

  @Param("" + TumblingBenchmark.EVENTS)
  int events;

  Workload workload;
  Expected expected;
  long end;

  @Setup(Level.Trial)
  public void prepare(BenchmarkParams params) {
    Operations.require(params, "events", events);
    workload = new Workload(Workload.SEED, keys);
    Oracle oracle = new Oracle(workload);
    expected = new Expected(params, events, oracle::advanceTo, oracle::finish);
  }

  @Setup(Level.Invocation)
  public void next() {
    end = expected.next();
  }
}
