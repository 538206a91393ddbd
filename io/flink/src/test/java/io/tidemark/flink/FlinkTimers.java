package io.tidemark.flink;

import io.tidemark.flink.TimerScript.Actions;
import io.tidemark.flink.TimerScript.Clock;
import io.tidemark.flink.TimerScript.Event;
import io.tidemark.flink.TimerScript.Mark;
import io.tidemark.flink.TimerScript.Step;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;

/** A script on Flink's KeyedProcessOperator, in the harness of Flink's own tests. One run each. */
final class FlinkTimers {
  private static final MockEnvironment ENVIRONMENT =
      new MockEnvironmentBuilder()
          .setTaskName("timers")
          .setMaxParallelism(1)
          .setParallelism(1)
          .setSubtaskIndex(0)
          .build();

  private final TimerScript script;
  private final TimerOutcome outcome = new TimerOutcome();

  private FlinkTimers(TimerScript script) {
    this.script = script;
  }

  /**
   * Runs the script.
   *
   * @param prompt whether processing-time timers of the past fire right after the step, as they do
   *     outside the harness
   */
  static TimerOutcome run(TimerScript script, boolean prompt) {
    try {
      return new FlinkTimers(script).run(prompt);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Exception thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  private TimerOutcome run(boolean prompt) throws Exception {
    KeyedOneInputStreamOperatorTestHarness<Long, Event, String> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new Function()),
            Event::key,
            BasicTypeInfo.LONG_TYPE_INFO,
            ENVIRONMENT);
    try {
      harness.open();
      harness.setProcessingTime(0);
      for (Step step : script.steps()) {
        take(harness, step);
        if (prompt) {
          harness.setProcessingTime(harness.getProcessingTime());
        }
      }
      outcome.eventTimers = harness.numEventTimeTimers();
      outcome.processingTimers = harness.numProcessingTimeTimers();
    } finally {
      harness.close();
    }
    return outcome;
  }

  private void take(KeyedOneInputStreamOperatorTestHarness<Long, Event, String> harness, Step step)
      throws Exception {
    outcome.nextStep();
    if (step instanceof Event event) {
      harness.processElement(event, event.timestamp());
    } else if (step instanceof Mark mark) {
      harness.processWatermark(mark.watermark());
    } else if (step instanceof Clock clock) {
      harness.setStateTtlProcessingTime(clock.ms());
      harness.setProcessingTime(clock.ms());
    }
  }

  /** What the script says, by the means of Flink. */
  private final class Function extends KeyedProcessFunction<Long, Event, String> {
    private static final long serialVersionUID = 1L;

    private transient ValueState<Long> state;

    @Override
    public void open(OpenContext context) {
      ValueStateDescriptor<Long> descriptor = new ValueStateDescriptor<>("state", Long.class);
      if (script.ttl() > 0) {
        descriptor.enableTimeToLive(
            StateTtlConfig.newBuilder(Duration.ofMillis(script.ttl()))
                .setUpdateType(
                    script.readsCount()
                        ? StateTtlConfig.UpdateType.OnReadAndWrite
                        : StateTtlConfig.UpdateType.OnCreateAndWrite)
                .setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
                .build());
      }
      state = getRuntimeContext().getState(descriptor);
    }

    @Override
    public void processElement(Event event, Context context, Collector<String> out) {
      TimerScript.onEvent(
          event.seed(),
          new ByFlink(context.getCurrentKey(), context.timestamp(), context.timerService(), state));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
      long key = context.getCurrentKey();
      TimerScript.onTimer(
          context.timeDomain() == TimeDomain.EVENT_TIME,
          outcome.call(key),
          new ByFlink(key, timestamp, context.timerService(), state));
    }
  }

  private final class ByFlink implements Actions {
    private final long key;
    private final long timestamp;
    private final TimerService timers;
    private final ValueState<Long> state;

    ByFlink(long key, long timestamp, TimerService timers, ValueState<Long> state) {
      this.key = key;
      this.timestamp = timestamp;
      this.timers = timers;
      this.state = state;
    }

    @Override
    public Long state() {
      try {
        return state.value();
      } catch (java.io.IOException thrown) {
        throw new java.io.UncheckedIOException(thrown);
      }
    }

    @Override
    public void setState(long value) {
      try {
        state.update(value);
      } catch (java.io.IOException thrown) {
        throw new java.io.UncheckedIOException(thrown);
      }
    }

    @Override
    public void clearState() {
      state.clear();
    }

    @Override
    public void registerEvent(long time) {
      timers.registerEventTimeTimer(time);
    }

    @Override
    public void deleteEvent(long time) {
      timers.deleteEventTimeTimer(time);
    }

    @Override
    public void registerProcessing(long ms) {
      timers.registerProcessingTimeTimer(ms);
    }

    @Override
    public void deleteProcessing(long ms) {
      timers.deleteProcessingTimeTimer(ms);
    }

    @Override
    public long watermark() {
      return timers.currentWatermark();
    }

    @Override
    public long nowMs() {
      return timers.currentProcessingTime();
    }

    @Override
    public long timestamp() {
      return timestamp;
    }

    @Override
    public void emit(long why, long at, long watermark, long nowMs, long value) {
      outcome.row(key, List.of(why, at, watermark, nowMs, value));
    }
  }
}
