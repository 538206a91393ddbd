package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Against arithmetic without ends. {@code -Dtidemark.cases=10000000} tries more. */
class TumblingAssignerTest {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int ROUNDS = Integer.getInteger("tidemark.cases", 100_000);

  @Test
  void v098ShouldRoundDownToTheStart() {
    assertThat(starts(7, 0, 1, 6, 7, 8)).containsExactly(0, 0, 7, 7);
    assertThat(starts(7, 3, 1, 2, 3, 9, 10)).containsExactly(-4, -4, 3, 3, 10);
    assertThat(starts(7, -2, 1, -2, 3, 4, 7, 12)).containsExactly(-2, -2, -2, -2, 5, 12);
  }

  /** A day of UTC+8. */
  @Test
  void v099ShouldRoundDownToALocalDay() {
    assertThat(starts(86_400_000, -28_800_000, 1_470_902_048_450L))
        .containsExactly(1_470_844_800_000L);
  }

  @Test
  void v100V101ShouldBeginAtTheOffset() {
    assertThat(starts(5_000, 0, 0, 4_999, 5_000)).containsExactly(0, 0, 5_000);
    assertThat(starts(5_000, 100, 100, 5_099, 5_100)).containsExactly(100, 100, 5_100);
    assertThat(starts(5_000, -100, 0, 4_899, 4_900)).containsExactly(-100, -100, 4_900);
    TumblingAssigner assigner = new TumblingAssigner(5_000, 100, 0);
    assigner.find(5_099);
    assertThat(assigner.end()).isEqualTo(5_100);
  }

  @Test
  void v102ShouldRoundDownBeforeTheEpoch() {
    assertThat(starts(10, 0, -1, -10, -11)).containsExactly(-10, -10, -20);
    assertThat(starts(10, 3, 2, -7, 3, -8)).containsExactly(-7, -7, 3, -17);
    assertThat(starts(10, -3, 6, 7, -4)).containsExactly(-3, 7, -13);
  }

  private static long[] starts(long size, long offset, long... timestamps) {
    TumblingAssigner assigner = new TumblingAssigner(size, offset, 0);
    return LongStream.of(timestamps)
        .map(
            timestamp -> {
              assertThat(assigner.find(timestamp)).isTrue();
              return assigner.start();
            })
        .toArray();
  }

  @Test
  void shouldAssignAsArithmeticWithoutEndsDoes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROUNDS; i++) {
      long size = size(random);
      long offset = size == 1 ? 0 : random.nextLong(1 - size, size);
      int shift = random.nextInt(2);
      TumblingAssigner assigner = new TumblingAssigner(size, offset, shift);
      long timestamp = timestamp(random, assigner);
      String message =
          "size %d offset %d shift %d timestamp %d".formatted(size, offset, shift, timestamp);

      BigInteger origin = origin(size, offset, shift);
      BigInteger start = start(size, origin, timestamp);
      assertThat(assigner.find(timestamp)).as(message).isTrue();
      assertThat(assigner.start()).as(message).isEqualTo(start.longValueExact());
      assertThat(assigner.index()).as(message).isEqualTo(index(size, origin, timestamp));
      long end = start.add(BigInteger.valueOf(size)).longValueExact();
      assertThat(assigner.end()).as(message).isEqualTo(end).isGreaterThan(timestamp);
    }
  }

  @Test
  void shouldTellWhichTimestampsFit() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < ROUNDS; i++) {
      long size = size(random);
      long offset = size == 1 ? 0 : random.nextLong(1 - size, size);
      int shift = random.nextInt(2);
      TumblingAssigner assigner = new TumblingAssigner(size, offset, shift);
      long smallest = assigner.smallestTimestamp();
      long largest = assigner.largestTimestamp();
      String message = "size %d offset %d shift %d".formatted(size, offset, shift);

      assertThat(fits(size, offset, shift, smallest)).as(message).isTrue();
      assertThat(smallest).as(message).isGreaterThan(Long.MIN_VALUE);
      assertThat(smallest == Long.MIN_VALUE + 1 || !fits(size, offset, shift, smallest - 1))
          .as(message)
          .isTrue();
      assertThat(fits(size, offset, shift, largest)).as(message).isTrue();
      assertThat(largest == Long.MAX_VALUE || !fits(size, offset, shift, largest + 1))
          .as(message)
          .isTrue();
    }
  }

  @Test
  void shouldHaveNoWindowForTheLargestLong() {
    assertThat(new TumblingAssigner(1, 0, 0).largestTimestamp()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(new TumblingAssigner(1, 0, 0).smallestTimestamp()).isEqualTo(Long.MIN_VALUE + 1);
  }

  private static long size(SplittableRandom random) {
    return Math.max(1, random.nextLong() >>> 1 >>> random.nextInt(63));
  }

  /** Near either end of what fits, near 0, or anywhere between. */
  private static long timestamp(SplittableRandom random, TumblingAssigner assigner) {
    long smallest = assigner.smallestTimestamp();
    long largest = assigner.largestTimestamp();
    long near = random.nextLong() >>> 1 >>> random.nextInt(63);
    long timestamp =
        switch (random.nextInt(4)) {
          case 0 -> smallest + near;
          case 1 -> largest - near;
          case 2 -> random.nextBoolean() ? near : -near;
          default -> random.nextLong();
        };
    return Math.min(Math.max(timestamp, smallest), largest);
  }

  /** The offset with the shift, brought into 0 to size - 1. */
  private static BigInteger origin(long size, long offset, int shift) {
    return BigInteger.valueOf(offset).add(BigInteger.valueOf(shift)).mod(BigInteger.valueOf(size));
  }

  private static BigInteger start(long size, BigInteger origin, long timestamp) {
    BigInteger into = BigInteger.valueOf(timestamp).subtract(origin).mod(BigInteger.valueOf(size));
    return BigInteger.valueOf(timestamp).subtract(into);
  }

  /** Counted from the window that begins at the origin. */
  private static long index(long size, BigInteger origin, long timestamp) {
    return start(size, origin, timestamp)
        .subtract(origin)
        .divide(BigInteger.valueOf(size))
        .longValueExact();
  }

  /** Whether the window's bounds fit, both as results tell them and as the operator does. */
  private static boolean fits(long size, long offset, int shift, long timestamp) {
    BigInteger start = start(size, origin(size, offset, shift), timestamp);
    BigInteger end = start.add(BigInteger.valueOf(size));
    return start.subtract(BigInteger.valueOf(shift)).compareTo(MIN) >= 0 && end.compareTo(MAX) <= 0;
  }
}
