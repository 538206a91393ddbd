package io.tidemark.bench.sliding;

import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.window.PaneSharing;
import java.util.ArrayList;
import java.util.List;
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
 * Whole jobs on the engine, layout inline, with one or two definitions of sliding windows over the
 * stream of {@link Workload} with 1,000 keys: windows of 10 s and of a minute, both by 1 s, alone,
 * with panes that they share, and with panes of their own. The score is ns an event. The outcome of
 * each definition after each iteration, and after the end of the stream, must be that of the {@link
 * PaneOracle}, or the benchmark fails.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SharingBenchmark.EVENTS)
@Warmup(iterations = 7)
@Measurement(iterations = 5)
@Fork(3)
public class SharingBenchmark {
  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 3_000_000;

  @Benchmark
  public List<Outcome> run(Variant variant) {
    return variant.advance();
  }

  /** Which definitions a job has. */
  public enum Definitions {
    TEN_SECONDS(false, Shape.BY_1_S),
    MINUTE(false, Shape.MINUTE_BY_1_S),
    SHARED(false, Shape.BY_1_S, Shape.MINUTE_BY_1_S),
    APART(true, Shape.BY_1_S, Shape.MINUTE_BY_1_S);

    private final boolean isApart;
    final List<Shape> shapes;

    Definitions(boolean isApart, Shape... shapes) {
      this.isApart = isApart;
      this.shapes = List.of(shapes);
    }

    /** Starts a job with these definitions. */
    SlidingJob start(Workload workload, boolean extremes) {
      System.setProperty(PaneSharing.APART_PROPERTY, String.valueOf(isApart));
      try {
        return new SlidingJob(workload, shapes, extremes);
      } finally {
        System.clearProperty(PaneSharing.APART_PROPERTY);
      }
    }
  }

  /** A job over the stream: how far it has come, and the outcomes it must have. */
  @State(Scope.Benchmark)
  public static class Variant {
    private static final String EXTREMES = "count+sum+min+max";

    @Param Definitions definitions;

    @Param("1000")
    int keys;

    @Param({"count+sum", EXTREMES})
    String aggregates;

    @Param("" + EVENTS)
    int events;

    /** By iteration, then by definition; the last ones are those of the end. */
    private final List<List<Outcome>> expected = new ArrayList<>();

    private SlidingJob job;
    private int invocations;

    @Setup(Level.Trial)
    public void prepare(BenchmarkParams params) {
      Operations.require(params, "events", events);
      Workload workload = new Workload(Workload.SEED, keys);
      boolean extremes = aggregates.equals(EXTREMES);
      List<PaneOracle> oracles =
          definitions.shapes.stream()
              .map(shape -> new PaneOracle(workload, shape, extremes))
              .toList();
      int iterations = params.getWarmup().getCount() + params.getMeasurement().getCount();
      for (int i = 1; i <= iterations; i++) {
        long end = (long) i * events;
        expected.add(oracles.stream().map(oracle -> oracle.advanceTo(end)).toList());
      }
      expected.add(oracles.stream().map(PaneOracle::finish).toList());
      job = definitions.start(workload, extremes);
    }

    @TearDown(Level.Trial)
    public void finish() {
      if (invocations == expected.size() - 1) {
        job.finish();
        check();
      }
    }

    private List<Outcome> advance() {
      job.advanceTo((invocations + 1L) * events);
      return check();
    }

    private List<Outcome> check() {
      List<Outcome> outcomes = expected.get(invocations++);
      for (int n = 0; n < outcomes.size(); n++) {
        job.outcome(n).requireEqual(definitions.shapes.get(n).name(), outcomes.get(n));
      }
      return outcomes;
    }
  }
}
