package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import io.tidemark.oracle.Oracle;
import io.tidemark.oracle.Outcome;
import io.tidemark.oracle.RandomScripts;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Settings;
import io.tidemark.oracle.Step;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Watermarks and what events are judged by, step by step, as the oracle says. */
class TimeStageOracleTest {
  private static final int SCRIPTS = 1_000;

  @Test
  void shouldDoAsTheOracleDoes() {
    for (long seed = 0; seed < SCRIPTS; seed++) {
      Script script = RandomScripts.all(seed);
      compare(script, Oracle.run(script), "seed " + seed);
    }
  }

  private static void compare(Script script, Outcome expected, String seed) {
    TimeStage stage = stage(script.settings());
    SlotBatch batch = new SlotBatch(0);
    for (int i = 0; i < script.steps().size(); i++) {
      Step step = script.steps().get(i);
      String message = seed + ", step " + i;
      write(step, script.settings(), batch);
      stage.judge(batch, slot -> ((Step.Event) step).value());
      assertThat(stage.watermark()).as(message).isEqualTo(expected.watermarks().get(i));
      OptionalLong judgedBy = expected.judgedBy().get(i);
      if (judgedBy.isPresent()) {
        assertThat(batch.judgedBy[0]).as(message).isEqualTo(judgedBy.getAsLong());
      }
    }
  }

  private static TimeStage stage(Settings settings) {
    Settings.Strategy strategy = settings.strategy();
    WatermarkStrategy<Object> watermarks =
        switch (strategy.kind()) {
          case BOUNDED ->
              WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(strategy.bound()));
          case BY_KIND ->
              WatermarkStrategy.boundedByKind(
                  value -> strategy.kindOf((long) value),
                  strategy.bounds().stream().map(Duration::ofMillis).toArray(Duration[]::new));
          case MONOTONOUS -> WatermarkStrategy.monotonous();
          case STRICT -> WatermarkStrategy.monotonous().onDisorder(Disorder.REJECT);
          case NONE -> WatermarkStrategy.none();
        };
    watermarks = watermarks.whenAllIdle(AllIdle.valueOf(settings.allIdle().name()));
    if (settings.periodic()) {
      watermarks = watermarks.emitEvery(Duration.ofNanos(settings.tickNs()));
    }
    if (settings.idlenessNs().isPresent()) {
      watermarks = watermarks.idleness(Duration.ofNanos(settings.idlenessNs().getAsLong()));
    }
    return new TimeStage(
        watermarks,
        TimeUnit.MILLISECONDS,
        settings.declaredPartitions(),
        true,
        new Counters(1, List.of()));
  }

  private static void write(Step step, Settings settings, SlotBatch batch) {
    batch.size = 1;
    batch.partitions[0] = step instanceof Step.OfPartition item ? item.partition() : 0;
    batch.kinds[0] = kind(step, settings);
    if (step instanceof Step.Event event) {
      batch.timestamps[0] = event.timestamp();
      batch.arrivalsNs[0] = event.arrivalNs();
    } else if (step instanceof Step.Tick tick) {
      batch.arrivalsNs[0] = tick.nowNs();
    } else if (step instanceof Step.Given given) {
      batch.arrivalsNs[0] = given.watermark();
    } else {
      // At the largest arrival so far.
      batch.arrivalsNs[0] = Long.MIN_VALUE;
    }
  }

  private static byte kind(Step step, Settings settings) {
    if (step instanceof Step.Event event) {
      if (!settings.fits(event.timestamp())) {
        return SlotKind.REJECTED;
      }
      return event.filtered() ? SlotBatch.FILTERED : SlotKind.EVENT;
    }
    if (step instanceof Step.Tick) {
      return SlotKind.TICK;
    }
    if (step instanceof Step.Idle) {
      return SlotKind.IDLE;
    }
    if (step instanceof Step.Active) {
      return SlotKind.ACTIVE;
    }
    if (step instanceof Step.Leave) {
      return SlotKind.LEAVE;
    }
    if (step instanceof Step.End) {
      return SlotKind.END;
    }
    if (step instanceof Step.Given) {
      return SlotKind.WATERMARK;
    }
    return step instanceof Step.Rejected ? SlotKind.REJECTED : SlotKind.END_OF_INPUT;
  }
}
