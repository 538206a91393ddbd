package io.tidemark.flink;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.tidemark.counters.Counters;
import io.tidemark.flink.TimeScript.Control;
import io.tidemark.flink.TimeScript.Event;
import io.tidemark.flink.TimeScript.Given;
import io.tidemark.flink.TimeScript.Settings;
import io.tidemark.flink.TimeScript.Step;
import io.tidemark.flink.TimeScript.Tick;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimeStage;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The engine's time stage on a script. */
final class KernelTime {
  static final long DEFAULT_TICK_INTERVAL = WatermarkStrategy.DEFAULT_TICK_INTERVAL.toMillis();

  private final TimeStage stage;
  private final SlotBatch batch = new SlotBatch(0);
  private final List<Long> watermarks = new ArrayList<>();
  private final List<Long> judgedBy = new ArrayList<>();

  KernelTime(Settings settings) {
    stage =
        new TimeStage(
            strategy(settings),
            MILLISECONDS,
            settings.declared(),
            true,
            new Counters(1, List.of()));
  }

  /**
   * Runs the script.
   *
   * @param batchSize how many steps the stage gets at a time; it tells the watermark of the last
   */
  static Outcome run(TimeScript script, int batchSize) {
    KernelTime time = new KernelTime(script.settings());
    for (int from = 0; from < script.steps().size(); from += batchSize) {
      int to = Math.min(from + batchSize, script.steps().size());
      time.take(script.steps().subList(from, to));
    }
    return new Outcome(time.watermarks, time.judgedBy);
  }

  /** Takes one step. */
  long watermarkAfter(Step step) {
    take(List.of(step));
    return stage.watermark();
  }

  boolean isIdle(int partition) {
    return stage.isIdle(partition);
  }

  private void take(List<Step> steps) {
    batch.size = 0;
    Arrays.fill(batch.judgedBy, 0);
    for (Step step : steps) {
      write(step, batch.size++);
    }
    stage.judge(batch, null);
    for (int i = 0; i < batch.size; i++) {
      boolean judged = SlotBatch.isAccepted(batch.kinds[i]);
      judgedBy.add(judged ? (Long) batch.judgedBy[i] : Outcome.NOT_JUDGED);
      watermarks.add(i == batch.size - 1 ? (Long) stage.watermark() : null);
    }
  }

  private void write(Step step, int i) {
    if (step instanceof Event event) {
      write(i, SlotKind.EVENT, event.partition(), event.arrival());
      batch.timestamps[i] = event.timestamp();
    } else if (step instanceof Tick tick) {
      write(i, SlotKind.TICK, 0, tick.now());
    } else if (step instanceof Given given) {
      write(i, SlotKind.WATERMARK, given.partition(), 0);
      batch.arrivalsNs[i] = given.watermark();
    } else if (step instanceof Control control) {
      // A sign of life moves the clock, too: not here, where the script gives it no time.
      write(i, kind(control.kind()), control.partition(), Long.MIN_VALUE);
    }
  }

  private void write(int i, byte kind, int partition, long arrival) {
    batch.kinds[i] = kind;
    batch.partitions[i] = partition;
    batch.arrivalsNs[i] = MILLISECONDS.toNanos(arrival);
  }

  private static byte kind(TimeScript.Kind kind) {
    return switch (kind) {
      case IDLE -> SlotKind.IDLE;
      case ACTIVE -> SlotKind.ACTIVE;
      case LEAVE -> SlotKind.LEAVE;
      case END -> SlotKind.END;
    };
  }

  private static WatermarkStrategy<Object> strategy(Settings settings) {
    WatermarkStrategy<Object> strategy =
        WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(settings.bound()));
    if (settings.periodic()) {
      strategy = strategy.emitEvery(Duration.ofMillis(settings.tickInterval()));
    }
    return settings.idleness() > 0
        ? strategy.idleness(Duration.ofMillis(settings.idleness()))
        : strategy;
  }
}
