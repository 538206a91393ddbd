package io.tidemark.flink;

import io.tidemark.flink.TimeScript.Control;
import io.tidemark.flink.TimeScript.Event;
import io.tidemark.flink.TimeScript.Given;
import io.tidemark.flink.TimeScript.Settings;
import io.tidemark.flink.TimeScript.Step;
import io.tidemark.flink.TimeScript.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;

/**
 * Flink's classes on a script: a generator a partition, all behind one multiplexer, called as a
 * source calls them. Ticks fall at start + k x interval; all up to an event's arrival come before
 * it.
 */
final class FlinkTime {
  private final Settings settings;
  private final WatermarkOutputMultiplexer multiplexer;
  private final Map<Integer, Split> splits = new TreeMap<>();
  private final Set<Integer> ended = new HashSet<>();
  private long watermark = Long.MIN_VALUE;
  private Long now;
  private long nextTick;

  FlinkTime(Settings settings) {
    this.settings = settings;
    this.multiplexer = new WatermarkOutputMultiplexer(new Downstream());
    for (int partition = 0; partition < settings.declared(); partition++) {
      splits.put(partition, new Split(partition));
    }
  }

  static Outcome run(TimeScript script) {
    FlinkTime time = new FlinkTime(script.settings());
    List<Long> watermarks = new ArrayList<>();
    List<Long> judgedBy = new ArrayList<>();
    for (Step step : script.steps()) {
      judgedBy.add(time.take(step));
      watermarks.add(time.watermark);
    }
    return new Outcome(watermarks, judgedBy);
  }

  private Long take(Step step) {
    if (step instanceof Event event) {
      return ended.contains(event.partition()) ? Outcome.NOT_JUDGED : event(event);
    }
    if (step instanceof Tick tick) {
      passTime(tick.now());
    } else if (step instanceof Given given && !ended.contains(given.partition())) {
      splits.computeIfAbsent(given.partition(), Split::new).given(given.watermark());
    } else if (step instanceof Control control) {
      control(control);
    }
    return Outcome.NOT_JUDGED;
  }

  private Long event(Event event) {
    passTime(event.arrival());
    long judgedBy = watermark;
    Split split = splits.computeIfAbsent(event.partition(), Split::new);
    split.generator.onEvent("event", event.timestamp(), split.immediate);
    return judgedBy;
  }

  private void control(Control control) {
    Split split = splits.get(control.partition());
    switch (control.kind()) {
      case IDLE -> {
        if (split != null) {
          split.idle();
        }
      }
      case ACTIVE -> {
        if (split != null) {
          split.active();
        }
      }
      case LEAVE -> remove(control.partition());
      case END -> {
        remove(control.partition());
        ended.add(control.partition());
      }
    }
  }

  private void remove(int partition) {
    splits.remove(partition);
    multiplexer.unregisterOutput("" + partition);
    if (!settings.periodic()) {
      // The multiplexer itself would wait for the next update; see NamedChoicesTest.
      multiplexer.onPeriodicEmit();
    }
  }

  private void passTime(long time) {
    if (now == null) {
      now = time;
      nextTick = time + settings.tickInterval();
      splits.values().forEach(split -> split.generator.startClock());
    }
    for (; nextTick <= time; nextTick += settings.tickInterval()) {
      now = nextTick;
      splits.values().forEach(split -> split.generator.onPeriodicEmit(split.deferred));
      multiplexer.onPeriodicEmit();
    }
    now = Math.max(now, time);
  }

  /** What Flink keeps for a partition. */
  private final class Split {
    private final PromptIdleness generator;
    private final WatermarkOutput immediate;
    private final WatermarkOutput deferred;

    Split(int partition) {
      multiplexer.registerNewOutput("" + partition);
      immediate = multiplexer.getImmediateOutput("" + partition);
      deferred = multiplexer.getDeferredOutput("" + partition);
      generator =
          new PromptIdleness(
              settings.periodic()
                  ? new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(settings.bound()))
                  : new PerEvent(Duration.ofMillis(settings.bound())),
              settings.idleness(),
              () -> now == null ? 0 : now);
    }

    private void given(long given) {
      generator.active();
      (settings.periodic() ? deferred : immediate).emitWatermark(new Watermark(given));
    }

    private void idle() {
      generator.idle();
      if (!settings.periodic()) {
        immediate.markIdle();
      }
    }

    private void active() {
      generator.active();
      if (!settings.periodic()) {
        immediate.markActive();
      }
    }
  }

  /** Flink's bounded generator, made to emit after each event. */
  static final class PerEvent extends BoundedOutOfOrdernessWatermarks<String> {
    PerEvent(Duration bound) {
      super(bound);
    }

    @Override
    public void onEvent(String event, long timestamp, WatermarkOutput output) {
      super.onEvent(event, timestamp, output);
      onPeriodicEmit(output);
    }
  }

  private final class Downstream implements WatermarkOutput {
    @Override
    public void emitWatermark(Watermark emitted) {
      watermark = Math.max(watermark, emitted.getTimestamp());
    }

    @Override
    public void markIdle() {
      // The watermark is what is compared.
    }

    @Override
    public void markActive() {
      // The watermark is what is compared.
    }
  }
}
