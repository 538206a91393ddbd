package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * R13: no sum or difference of times wraps, wherever in 64 bits they lie; beside whole numbers
 * without an end. {@code -Dtidemark.cases=10000000} tries more than the default build does.
 */
class ArithmeticTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 200_000);
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  @Test
  void shouldNeverWrapAWatermark() {
    SplittableRandom random = new SplittableRandom(13);
    for (int i = 0; i < CASES; i++) {
      long bound = Math.max(anywhere(random), 0) / (random.nextBoolean() ? 1 : 1_000);
      BoundedWatermark watermark =
          new BoundedWatermark(Duration.ofNanos(bound), TimeUnit.NANOSECONDS);
      long timestamp = anywhere(random);
      check(
          watermark.after(timestamp),
          big(timestamp).subtract(big(bound)).subtract(BigInteger.ONE),
          "timestamp %d, bound %d".formatted(timestamp, bound));
    }
  }

  @Test
  void shouldNeverWrapATick() {
    SplittableRandom random = new SplittableRandom(14);
    for (int i = 0; i < CASES; i++) {
      long interval = Math.max(anywhere(random), 1);
      long start = anywhere(random);
      long time = anywhere(random);
      TickGrid grid = new TickGrid(interval);
      grid.start(start);
      String as = "start %d, interval %d, time %d".formatted(start, interval, time);
      check(grid.atOrAfter(time), tickAtOrAfter(start, interval, big(time)), as);
      if (time != TickGrid.NEVER) {
        check(grid.after(time), tickAtOrAfter(start, interval, big(time).add(BigInteger.ONE)), as);
      }
    }
  }

  @Test
  void shouldNeverWrapASum() {
    SplittableRandom random = new SplittableRandom(15);
    for (int i = 0; i < CASES; i++) {
      long a = anywhere(random);
      long b = Math.max(anywhere(random), 0);
      check(Durations.saturatedAdd(a, b), big(a).add(big(b)), a + " + " + b);
    }
  }

  /** Whatever comes, the stage's watermark is that of the largest timestamp, or none. */
  @Test
  void shouldNeverWrapTheStagesWatermark() {
    SplittableRandom random = new SplittableRandom(16);
    SlotBatch batch = new SlotBatch(0);
    for (int i = 0; i < CASES / 10; i++) {
      long bound = Math.max(anywhere(random), 0);
      TimeStage stage =
          new TimeStage(
              WatermarkStrategy.boundedOutOfOrderness(Duration.ofNanos(bound)),
              TimeUnit.NANOSECONDS,
              0,
              true,
              new Counters(1, List.of()));
      BigInteger largest = LEAST;
      StringBuilder as = new StringBuilder("bound " + bound + ", timestamps");
      for (int n = 0; n < 5; n++) {
        // The smallest long is no timestamp.
        long timestamp = Math.max(anywhere(random), Long.MIN_VALUE + 1);
        as.append(' ').append(timestamp);
        largest = largest.max(big(timestamp));
        batch.size = 1;
        batch.kinds[0] = SlotKind.EVENT;
        batch.timestamps[0] = timestamp;
        batch.arrivalsNs[0] = anywhere(random);
        stage.judge(batch, null);
        check(
            stage.watermark(),
            largest.subtract(big(bound)).subtract(BigInteger.ONE),
            as.toString());
      }
    }
  }

  private static BigInteger tickAtOrAfter(long start, long interval, BigInteger time) {
    BigInteger past = time.subtract(big(start)).max(BigInteger.ONE);
    BigInteger step = big(interval);
    BigInteger ticks = past.add(step).subtract(BigInteger.ONE).divide(step);
    return big(start).add(ticks.multiply(step));
  }

  private static void check(long actual, BigInteger exact, String as) {
    long expected = exact.max(LEAST).min(MOST).longValueExact();
    if (actual != expected) {
      assertThat(actual).as(as).isEqualTo(expected);
    }
  }

  /** Mostly an end of long, zero, or beside one; now and then anything. */
  private static long anywhere(SplittableRandom random) {
    long near = random.nextInt(5) - 2L;
    return switch (random.nextInt(6)) {
      case 0 -> Long.MAX_VALUE - Math.abs(near);
      case 1 -> Long.MIN_VALUE + Math.abs(near);
      case 2 -> near;
      case 3 -> 1_700_000_000_000_000_000L + near;
      case 4 -> random.nextLong() >> random.nextInt(64);
      default -> random.nextLong();
    };
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
