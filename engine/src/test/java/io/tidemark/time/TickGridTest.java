package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against arithmetic without ends. */
class TickGridTest {
  private static final int ROUNDS = 100_000;

  @Test
  void shouldTickOnTheGridUpToTheEndOfTime() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROUNDS; i++) {
      long start = any(random);
      compare(any(random), start, random.nextLong(start, Long.MAX_VALUE), i);
    }
  }

  @Test
  void shouldTickOnAGridThatBeganBefore1970() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < ROUNDS; i++) {
      long start = ~any(random);
      compare(any(random), start, random.nextLong(start, Long.MAX_VALUE), i);
      compare(any(random), start, Durations.saturatedAdd(start, any(random)), i);
    }
  }

  @Test
  void shouldTickOnAGridThatBeganWithTheFirstLong() {
    TickGrid grid = new TickGrid(1_000);
    grid.start(Long.MIN_VALUE);
    assertThat(grid.atOrAfter(1)).isEqualTo(192);
    assertThat(grid.after(Long.MAX_VALUE - 1)).isEqualTo(TickGrid.NEVER);
  }

  @Test
  void shouldNotTickAtTheStart() {
    TickGrid grid = new TickGrid(200);
    grid.start(1_000);
    assertThat(grid.atOrAfter(1_000)).isEqualTo(1_200);
    assertThat(grid.after(1_199)).isEqualTo(1_200);
    assertThat(grid.after(1_200)).isEqualTo(1_400);
    assertThat(grid.after(TickGrid.NEVER)).isEqualTo(TickGrid.NEVER);
  }

  private static void compare(long interval, long start, long time, int round) {
    TickGrid grid = new TickGrid(interval);
    grid.start(start);
    String message =
        "round %d: interval %d start %d time %d".formatted(round, interval, start, time);
    assertThat(grid.atOrAfter(time)).as(message).isEqualTo(expected(interval, start, time));
    if (time < Long.MAX_VALUE) {
      assertThat(grid.after(time)).as(message).isEqualTo(expected(interval, start, time + 1));
    }
  }

  private static long expected(long interval, long start, long time) {
    BigInteger step = BigInteger.valueOf(interval);
    BigInteger elapsed = BigInteger.valueOf(time).subtract(BigInteger.valueOf(start));
    BigInteger ticks = elapsed.add(step).subtract(BigInteger.ONE).divide(step).max(BigInteger.ONE);
    BigInteger tick = BigInteger.valueOf(start).add(ticks.multiply(step));
    return tick.bitLength() > 63 ? TickGrid.NEVER : tick.longValueExact();
  }

  /** A positive number of any size. */
  private static long any(SplittableRandom random) {
    return Math.max(1, random.nextLong() >>> 1 >>> random.nextInt(62));
  }
}
