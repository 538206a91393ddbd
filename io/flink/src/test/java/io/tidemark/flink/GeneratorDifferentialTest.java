package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimeStage;
import io.tidemark.time.WatermarkStrategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;
import org.junit.jupiter.api.Test;

/**
 * A user's generator does in the engine what it does behind Flink's multiplexer: what it says of an
 * event counts at once, what it says at a tick once all partitions have been asked.
 *
 * <p>The generator is one class for both sides, behind an adapter each. It may emit at an event, at
 * a tick, or both, watermarks that fall among them, and call its partition idle or active.
 */
class GeneratorDifferentialTest {
  private static final int SCRIPTS = 5_000;
  private static final long INTERVAL_NS = WatermarkStrategy.DEFAULT_TICK_INTERVAL.toNanos();

  private final WatermarkOutputMultiplexer multiplexer =
      new WatermarkOutputMultiplexer(new Downstream());
  private final Map<Integer, FlinkGenerator> splits = new HashMap<>();
  private final SlotBatch batch = new SlotBatch(0);
  private long flinkWatermark = Long.MIN_VALUE;

  @Test
  void shouldMoveTheWatermarkAsFlinkDoes() {
    long moves = 0;
    for (long seed = 0; seed < SCRIPTS; seed++) {
      moves += new GeneratorDifferentialTest().compare(seed);
    }
    // Scripts in which nothing happens would agree as well.
    assertThat(moves).isGreaterThan(5L * SCRIPTS);
  }

  /** Returns how often the watermark moved. */
  private int compare(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    int partitions = 1 + random.nextInt(5);
    TimeStage engine =
        new TimeStage(
            WatermarkStrategy.forGenerator(context -> new EngineGenerator()),
            TimeUnit.MILLISECONDS,
            partitions,
            true,
            new Counters(1, List.of()));
    for (int p = 0; p < partitions; p++) {
      register(p);
    }
    judge(engine, SlotKind.TICK, 0, 0, 0);
    long tick = 0;
    long eventTime = 100;
    int moves = 0;
    for (int step = 0; step < 80; step++) {
      long before = flinkWatermark;
      if (random.nextInt(4) == 0) {
        tick++;
        splits.forEach(
            (p, split) -> split.onPeriodicEmit(multiplexer.getDeferredOutput(Integer.toString(p))));
        multiplexer.onPeriodicEmit();
        judge(engine, SlotKind.TICK, 0, 0, tick * INTERVAL_NS);
      } else {
        int partition = random.nextInt(partitions);
        eventTime += random.nextInt(5);
        long timestamp = eventTime - random.nextInt(20);
        long judgedBy = flinkWatermark;
        WatermarkOutput output = multiplexer.getImmediateOutput(Integer.toString(partition));
        // The engine's choice: a partition that has an event is not idle.
        output.markActive();
        splits.get(partition).onEvent("event", timestamp, output);
        judge(engine, SlotKind.EVENT, partition, timestamp, tick * INTERVAL_NS);
        assertThat(batch.judgedBy[0]).as("seed %d, step %d", seed, step).isEqualTo(judgedBy);
      }
      assertThat(engine.watermark()).as("seed %d, step %d", seed, step).isEqualTo(flinkWatermark);
      moves += flinkWatermark > before ? 1 : 0;
    }
    return moves;
  }

  private void register(int partition) {
    multiplexer.registerNewOutput(Integer.toString(partition));
    splits.put(partition, new FlinkGenerator());
  }

  private void judge(TimeStage engine, byte kind, int partition, long timestamp, long arrivalNs) {
    batch.size = 1;
    batch.kinds[0] = kind;
    batch.partitions[0] = partition;
    batch.timestamps[0] = timestamp;
    batch.arrivalsNs[0] = arrivalNs;
    assertThat(engine.judge(batch, i -> "event")).isNull();
  }

  /** What the generator says in either world. */
  private interface Says {
    void emit(long watermark);

    void idle();

    void active();
  }

  /** A rule that has no sense but many cases; the same events, the same sayings. */
  private static final class Rule {
    private long largest = Long.MIN_VALUE;
    private int calls;

    private void onEvent(long timestamp, Says output) {
      largest = Math.max(largest, timestamp);
      switch ((int) Math.floorMod(timestamp + calls++, 8L)) {
        case 0, 1, 2 -> output.emit(timestamp);
        case 3 -> output.emit(largest - 5);
        case 4 -> output.idle();
        case 5 -> {
          output.emit(largest);
          output.idle();
        }
        default -> {
          // It says nothing.
        }
      }
    }

    private void onPeriodicEmit(Says output) {
      switch (calls++ % 6) {
        case 0, 1 -> output.emit(largest - 1);
        case 2 -> output.idle();
        case 3 -> output.active();
        default -> {
          // It says nothing.
        }
      }
    }
  }

  private static final class FlinkGenerator implements WatermarkGenerator<String> {
    private final Rule rule = new Rule();

    @Override
    public void onEvent(String event, long timestamp, WatermarkOutput output) {
      rule.onEvent(timestamp, says(output));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      rule.onPeriodicEmit(says(output));
    }

    private static Says says(WatermarkOutput output) {
      return new Says() {
        @Override
        public void emit(long watermark) {
          output.emitWatermark(new Watermark(watermark));
        }

        @Override
        public void idle() {
          output.markIdle();
        }

        @Override
        public void active() {
          output.markActive();
        }
      };
    }
  }

  private static final class EngineGenerator
      implements io.tidemark.time.WatermarkGenerator<Object> {
    private final Rule rule = new Rule();

    @Override
    public void onEvent(Object event, long timestamp, io.tidemark.time.WatermarkOutput output) {
      rule.onEvent(timestamp, says(output));
    }

    @Override
    public void onPeriodicEmit(io.tidemark.time.WatermarkOutput output) {
      rule.onPeriodicEmit(says(output));
    }

    private static Says says(io.tidemark.time.WatermarkOutput output) {
      return new Says() {
        @Override
        public void emit(long watermark) {
          output.emitWatermark(watermark);
        }

        @Override
        public void idle() {
          output.markIdle();
        }

        @Override
        public void active() {
          output.markActive();
        }
      };
    }
  }

  private final class Downstream implements WatermarkOutput {
    @Override
    public void emitWatermark(Watermark emitted) {
      flinkWatermark = Math.max(flinkWatermark, emitted.getTimestamp());
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
