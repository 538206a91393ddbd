package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import io.tidemark.flink.TimeScript.Control;
import io.tidemark.flink.TimeScript.Event;
import io.tidemark.flink.TimeScript.Kind;
import io.tidemark.flink.TimeScript.Settings;
import io.tidemark.flink.TimeScript.Tick;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimeStage;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import org.apache.flink.api.common.eventtime.WatermarksWithIdleness;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.Test;

/** Where the engine chose not to do as Flink does: what each of them does. */
class NamedChoicesTest {
  private static final long NONE = Long.MIN_VALUE;

  private final Downstream flink = new Downstream();
  private final WatermarkOutputMultiplexer multiplexer = new WatermarkOutputMultiplexer(flink);

  /**
   * Flink counts from its first quiet tick on and beyond the timeout; the engine from the last
   * arrival on. T timeout, I interval, d from the event to the next tick.
   */
  @Test
  void shouldBeIdleAtTheFirstTickAtWhichTheTimeoutIsOver() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      long interval = 1L + random.nextInt(50);
      long timeout = 1L + random.nextInt(200);
      long event = random.nextInt((int) interval);
      long d = interval - event;
      long flinkIdle = event + d + interval * (timeout / interval + 2);
      long firstTickAfterTimeout = (event + timeout + interval - 1) / interval * interval;

      assertThat(flinkIdleAt(event, timeout, interval)).as("seed " + seed).isEqualTo(flinkIdle);
      assertThat(engineIdleAt(event, timeout, interval))
          .as("seed " + seed)
          .isEqualTo(firstTickAfterTimeout)
          .isBetween(event + timeout, event + timeout + interval)
          .isLessThan(flinkIdle);
    }
  }

  /** Flink's bounded generator waits for the tick even where other generators need not. */
  @Test
  void shouldMoveTheWatermarkWithEachEventUnlessPeriodic() {
    BoundedOutOfOrdernessWatermarks<String> generator =
        new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(10));
    WatermarkOutput output = register("a");
    generator.onEvent("event", 100, output);
    assertThat(flink.watermark).isEqualTo(NONE);

    assertThat(engine(false).watermarkAfter(new Event(0, 100, 0))).isEqualTo(89);
    assertThat(engine(true).watermarkAfter(new Event(0, 100, 0))).isEqualTo(NONE);
  }

  /** Flink's multiplexer forgets an output but combines anew at the next update only: V040. */
  @Test
  void shouldCountALeaveAtOnce() {
    register("a").emitWatermark(new Watermark(99));
    register("b").emitWatermark(new Watermark(49));
    multiplexer.unregisterOutput("b");
    assertThat(flink.watermark).isEqualTo(99);

    register("c").emitWatermark(new Watermark(120));
    register("d").emitWatermark(new Watermark(110));
    assertThat(flink.watermark).isEqualTo(99);
    multiplexer.unregisterOutput("a");
    assertThat(flink.watermark).as("not yet").isEqualTo(99);
    multiplexer.onPeriodicEmit();
    assertThat(flink.watermark).isEqualTo(110);

    for (Kind stop : List.of(Kind.LEAVE, Kind.END)) {
      KernelTime engine = engine(false);
      assertThat(engine.watermarkAfter(new Event(0, 110, 0))).isEqualTo(99);
      engine.watermarkAfter(new Event(1, 121, 0));
      assertThat(engine.watermarkAfter(new Control(stop, 0))).isEqualTo(110);
    }
  }

  /**
   * What a partition's events had reached when it said, between two ticks, that it is idle: Flink's
   * generator is not asked any more, the engine counts it.
   */
  @Test
  void shouldCountWhatAPartitionHadReachedWhenItSaidThatItIsIdle() {
    BoundedOutOfOrdernessWatermarks<String> generator =
        new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(10));
    register("a");
    WatermarkOutput deferred = multiplexer.getDeferredOutput("a");
    generator.onEvent("event", 100, deferred);
    deferred.markIdle();
    multiplexer.onPeriodicEmit();
    assertThat(flink.watermark).isEqualTo(NONE);

    KernelTime engine = engine(true);
    engine.watermarkAfter(new Event(0, 100, 0));
    engine.watermarkAfter(new Control(Kind.IDLE, 0));
    assertThat(engine.watermarkAfter(new Tick(10))).isEqualTo(89);
  }

  /** Flink's sources end time themselves; its multiplexer without outputs says nothing: V035. */
  @Test
  void shouldEndTimeWhenAllDeclaredPartitionsHaveEndedAndNoOthersJoin() {
    register("a").emitWatermark(new Watermark(5));
    multiplexer.unregisterOutput("a");
    multiplexer.onPeriodicEmit();
    assertThat(flink.watermark).isEqualTo(5);

    TimeStage closed =
        new TimeStage(
            WatermarkStrategy.monotonous(),
            TimeUnit.MILLISECONDS,
            1,
            false,
            new Counters(1, List.of()));
    SlotBatch end = new SlotBatch(0);
    end.size = 1;
    end.kinds[0] = SlotKind.END;
    closed.judge(end, null);
    assertThat(closed.watermark()).isEqualTo(TimeStage.END_OF_TIME);

    KernelTime open = engine(false);
    open.watermarkAfter(new Event(0, 16, 0));
    assertThat(open.watermarkAfter(new Control(Kind.END, 0))).as("others may join").isEqualTo(5);
  }

  /** In Flink a finished split's id may come again; the engine's partition has ended for ever. */
  @Test
  void shouldTakeNothingMoreOfAPartitionThatHasEnded() {
    register("a").emitWatermark(new Watermark(5));
    multiplexer.unregisterOutput("a");
    register("a").emitWatermark(new Watermark(7));
    assertThat(flink.watermark).isEqualTo(7);

    KernelTime engine = engine(false);
    engine.watermarkAfter(new Event(0, 16, 0));
    engine.watermarkAfter(new Control(Kind.END, 0));
    assertThat(engine.watermarkAfter(new Event(0, 18, 0))).isEqualTo(5);

    KernelTime left = engine(false);
    left.watermarkAfter(new Event(0, 16, 0));
    left.watermarkAfter(new Control(Kind.LEAVE, 0));
    assertThat(left.watermarkAfter(new Event(0, 18, 0))).isEqualTo(7);
  }

  private WatermarkOutput register(String id) {
    multiplexer.registerNewOutput(id);
    return multiplexer.getImmediateOutput(id);
  }

  private static KernelTime engine(boolean periodic) {
    long interval = periodic ? 10 : KernelTime.DEFAULT_TICK_INTERVAL;
    return new KernelTime(new Settings(0, 10, periodic, interval, 0));
  }

  /** The tick at which Flink marks a partition idle whose only event came then. */
  private static long flinkIdleAt(long event, long timeout, long interval) {
    ManualClock clock = new ManualClock(1);
    List<Long> idleAt = new ArrayList<>();
    WatermarksWithIdleness<String> generator =
        new WatermarksWithIdleness<>(
            new BoundedOutOfOrdernessWatermarks<>(Duration.ZERO),
            Duration.ofMillis(timeout),
            clock);
    Downstream output = new Downstream();
    for (long now = 0; idleAt.isEmpty(); now++) {
      if (now > 0 && now % interval == 0) {
        generator.onPeriodicEmit(output);
      }
      if (now == event) {
        generator.onEvent("event", now, output);
      }
      if (output.idle) {
        idleAt.add(now);
      }
      clock.advanceTime(1, TimeUnit.MILLISECONDS);
    }
    return idleAt.get(0);
  }

  private static long engineIdleAt(long event, long timeout, long interval) {
    KernelTime engine = new KernelTime(new Settings(0, 0, true, interval, timeout));
    engine.watermarkAfter(new Tick(0));
    for (long now = 0; ; now++) {
      engine.watermarkAfter(new Tick(now));
      if (now == event) {
        engine.watermarkAfter(new Event(0, now, now));
      }
      if (engine.isIdle(0)) {
        return now;
      }
    }
  }

  private static final class Downstream implements WatermarkOutput {
    private long watermark = NONE;
    private boolean idle;

    @Override
    public void emitWatermark(Watermark emitted) {
      assertThat(emitted.getTimestamp()).isGreaterThanOrEqualTo(watermark);
      watermark = emitted.getTimestamp();
    }

    @Override
    public void markIdle() {
      idle = true;
    }

    @Override
    public void markActive() {
      idle = false;
    }
  }
}
