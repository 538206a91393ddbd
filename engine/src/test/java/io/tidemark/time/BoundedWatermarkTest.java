package io.tidemark.time;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against arithmetic without ends. {@code -Dtidemark.cases=10000000} tries more. */
class BoundedWatermarkTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 100_000);
  private static final long[] ENDS = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1, 0, 1, 2, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  @Test
  void shouldLieTheBoundAndOneBehindAndNeverWrap() {
    for (long bound : ENDS) {
      for (long timestamp : ENDS) {
        if (bound >= 0) {
          compare(bound, timestamp);
        }
      }
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < CASES; i++) {
      compare(random.nextLong() >>> 1 >>> random.nextInt(62), random.nextLong());
    }
  }

  @Test
  void shouldNotMoveWithoutAStrategyThatDoes() {
    BoundedWatermark none = new BoundedWatermark(WatermarkStrategy.none(), NANOSECONDS);
    for (long timestamp : ENDS) {
      assertThat(none.after(timestamp)).isEqualTo(TimeStage.NO_WATERMARK);
    }
  }

  private static void compare(long bound, long timestamp) {
    WatermarkStrategy<Object> strategy =
        WatermarkStrategy.boundedOutOfOrderness(Duration.ofNanos(bound));
    BigInteger exact =
        BigInteger.valueOf(timestamp).subtract(BigInteger.valueOf(bound)).subtract(BigInteger.ONE);
    assertThat(new BoundedWatermark(strategy, NANOSECONDS).after(timestamp))
        .as("bound %d, timestamp %d", bound, timestamp)
        .isEqualTo(exact.max(BigInteger.valueOf(Long.MIN_VALUE)).longValueExact());
  }
}
