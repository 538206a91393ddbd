package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.flink.TimeScript.Step;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The engine's watermarks are Flink's: step by step on random scripts of up to 16 partitions that
 * are declared or join, fall silent, say so, come back, leave and end.
 *
 * <p>{@code -Dtidemark.scripts=1000000} runs more scripts than the default build does, {@code
 * -Dtidemark.seed=42} begins with this seed.
 */
class TimeDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.scripts", 20_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);
  private static final List<Integer> BATCHES = List.of(1, 7, 128);

  @Test
  void shouldMoveTheWatermarkAsFlinkDoes() {
    long moves = 0;
    long held = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      TimeScript script = RandomTime.script(seed);
      Outcome flink = FlinkTime.run(script);
      for (int batch : BATCHES) {
        compare(script, flink, KernelTime.run(script, batch), seed, batch);
      }
      moves += flink.watermarks().stream().distinct().count() - 1;
      held += heldEvents(flink);
    }
    // Scripts in which nothing happens would agree as well.
    assertThat(moves).as("moves of the watermark").isGreaterThan(5L * SCRIPTS);
    assertThat(held).as("events that moved nothing").isGreaterThan(5L * SCRIPTS);
  }

  private static void compare(
      TimeScript script, Outcome flink, Outcome kernel, long seed, int batch) {
    List<Step> steps = script.steps();
    for (int i = 0; i < steps.size(); i++) {
      Long watermark = kernel.watermarks().get(i);
      boolean same =
          Objects.equals(kernel.judgedBy().get(i), flink.judgedBy().get(i))
              && (watermark == null || watermark.equals(flink.watermarks().get(i)));
      if (!same) {
        throw new AssertionError(
            """
            seed %d (alone: -Dtidemark.seed=%d -Dtidemark.scripts=1), %d steps at a time, at step %d:
              Flink: judged by %s, watermark %s
              engine: judged by %s, watermark %s
            %s"""
                .formatted(
                    seed,
                    seed,
                    batch,
                    i,
                    flink.judgedBy().get(i),
                    flink.watermarks().get(i),
                    kernel.judgedBy().get(i),
                    watermark,
                    script.upTo(i)));
      }
    }
  }

  private static long heldEvents(Outcome flink) {
    long held = 0;
    for (int i = 0; i < flink.judgedBy().size(); i++) {
      if (Objects.equals(flink.judgedBy().get(i), flink.watermarks().get(i))) {
        held++;
      }
    }
    return held;
  }
}
