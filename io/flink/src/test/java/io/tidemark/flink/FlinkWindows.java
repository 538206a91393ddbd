package io.tidemark.flink;

import io.tidemark.flink.WindowScript.Clock;
import io.tidemark.flink.WindowScript.Event;
import io.tidemark.flink.WindowScript.Mark;
import io.tidemark.flink.WindowScript.Step;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.operators.windowing.WindowOperator;
import org.apache.flink.streaming.runtime.operators.windowing.WindowOperatorBuilder;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Flink's window operator, in the harness that Flink's own tests put it in. One run each. */
final class FlinkWindows {
  /** An event, with its step as its place in the order of arrivals. */
  record Arrival(int step, Event event) {}

  /** What the window function hands out. */
  record Fired(long key, TimeWindow window, long[] state) {}

  private static final OutputTag<Arrival> LATE =
      new OutputTag<>("late", TypeInformation.of(Arrival.class));

  /** One for all runs, as making its directories and threads costs more than a run. */
  private static final MockEnvironment ENVIRONMENT =
      new MockEnvironmentBuilder()
          .setTaskName("windows")
          .setMaxParallelism(1)
          .setParallelism(1)
          .setSubtaskIndex(0)
          .build();

  private final KeyedOneInputStreamOperatorTestHarness<Long, Arrival, Fired> harness;
  private final WindowOutcome outcome;
  private final Map<List<Long>, Integer> revisions = new HashMap<>();
  private long watermark = Long.MIN_VALUE;
  private int step;
  private boolean atEvent;

  private FlinkWindows(
      WindowAssigner<Object, TimeWindow> assigner, WindowSpec spec, boolean sideOutput, int steps)
      throws Exception {
    outcome = new WindowOutcome(steps);
    KeySelector<Arrival, Long> key = arrival -> arrival.event().key();
    WindowOperatorBuilder<Arrival, Long, TimeWindow> builder =
        new WindowOperatorBuilder<>(
            assigner,
            spec.triggering().flink(),
            new ExecutionConfig(),
            TypeInformation.of(Arrival.class),
            key,
            BasicTypeInfo.LONG_TYPE_INFO);
    builder.allowedLateness(Duration.ofMillis(spec.lateness()));
    if (sideOutput) {
      builder.sideOutputLateData(LATE);
    }
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            builder.aggregate(
                new FlinkAggregate(),
                FlinkWindows::fire,
                PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO),
            key,
            BasicTypeInfo.LONG_TYPE_INFO,
            ENVIRONMENT);
    harness.setOutputCreator(serializer -> new Downstream());
    harness.open();
  }

  static WindowOutcome run(WindowScript script, WindowSpec spec) {
    return run(script, spec, spec.assigner());
  }

  /** Runs the script with an assigner that does what the spec's does. */
  static WindowOutcome run(
      WindowScript script, WindowSpec spec, WindowAssigner<Object, TimeWindow> assigner) {
    return run(script, spec, assigner, true);
  }

  /** Runs the script with watermarks that go back where the script's do. */
  static WindowOutcome runWithWatermarksThatGoBack(WindowScript script, WindowSpec spec) {
    return run(script, spec, spec.assigner(), false);
  }

  private static WindowOutcome run(
      WindowScript script,
      WindowSpec spec,
      WindowAssigner<Object, TimeWindow> assigner,
      boolean guarded) {
    try {
      FlinkWindows run =
          new FlinkWindows(assigner, spec, script.sideOutput(), script.steps().size());
      try {
        return run.run(script.steps(), guarded);
      } finally {
        run.harness.close();
      }
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Exception thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  private WindowOutcome run(List<Step> steps, boolean guarded) throws Exception {
    for (int i = 0; i < steps.size(); i++) {
      take(i, steps.get(i), guarded);
    }
    outcome.dropped = dropped();
    outcome.held = harness.numKeyedStateEntries();
    return outcome;
  }

  /**
   * Takes a step.
   *
   * @param guarded whether only larger watermarks get through, as what stands before an operator
   *     sees to
   */
  private void take(int i, Step next, boolean guarded) throws Exception {
    step = i;
    atEvent = next instanceof Event;
    if (next instanceof Event event) {
      harness.processElement(new Arrival(i, event), event.timestamp());
    } else if (next instanceof Clock clock) {
      harness.setProcessingTime(clock.ms());
    } else if (next instanceof Mark mark && (mark.watermark() > watermark || !guarded)) {
      watermark = mark.watermark();
      harness.processWatermark(watermark);
    }
  }

  /** What Flink's metric of that name says. */
  private long dropped() throws ReflectiveOperationException {
    var field = WindowOperator.class.getDeclaredField("numLateRecordsDropped");
    field.setAccessible(true);
    return ((Counter) field.get(harness.getOperator())).getCount();
  }

  private static void fire(
      Long key, TimeWindow window, Iterable<long[]> states, Collector<Fired> output) {
    for (long[] state : states) {
      output.collect(new Fired(key, window, state));
    }
  }

  private final class Downstream implements Output<StreamRecord<Fired>> {
    @Override
    public void collect(StreamRecord<Fired> record) {
      Fired fired = record.getValue();
      TimeWindow window = fired.window();
      if (record.getTimestamp() != window.maxTimestamp()) {
        throw new AssertionError(window + " fires with timestamp " + record.getTimestamp());
      }
      List<Long> name = List.of(fired.key(), window.getStart(), window.getEnd());
      outcome
          .firings
          .get(step)
          .add(
              new Firing(
                  fired.key(),
                  window.getStart(),
                  window.getEnd(),
                  atEvent,
                  revisions.merge(name, 1, Integer::sum) - 1,
                  FlinkAggregate.values(fired.state())));
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
      Arrival arrival = (Arrival) record.getValue();
      if (record.getTimestamp() != arrival.event().timestamp()) {
        throw new AssertionError(arrival + " is late with timestamp " + record.getTimestamp());
      }
      outcome.late.add(arrival.step());
    }

    @Override
    public void emitWatermark(Watermark mark) {
      // The results are what is compared.
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      // The script has none.
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
      // The script has none.
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
      // The script has none.
    }

    @Override
    public void emitWatermark(WatermarkEvent mark) {
      // The script has none.
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
