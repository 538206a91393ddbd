package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against arithmetic without ends. */
class TumblingAssignerTest {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int ROUNDS = 100_000;

  @Test
  void shouldAssignAsArithmeticWithoutEndsDoes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROUNDS; i++) {
      long size = size(random);
      long offset = size == 1 ? 0 : random.nextLong(1 - size, size);
      TumblingAssigner assigner = new TumblingAssigner(size, offset);
      long timestamp = timestamp(random, assigner);
      String message = "size " + size + " offset " + offset + " timestamp " + timestamp;

      BigInteger start = start(size, offset, timestamp);
      assertThat(assigner.start(timestamp)).as(message).isEqualTo(start.longValueExact());
      assertThat(assigner.index(timestamp)).as(message).isEqualTo(index(size, offset, timestamp));
      long end = start.add(BigInteger.valueOf(size)).longValueExact();
      assertThat(end).as(message).isGreaterThan(timestamp);
    }
  }

  @Test
  void shouldTellWhichTimestampsFit() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < ROUNDS; i++) {
      long size = size(random);
      long offset = size == 1 ? 0 : random.nextLong(1 - size, size);
      TumblingAssigner assigner = new TumblingAssigner(size, offset);
      long smallest = assigner.smallestTimestamp();
      long largest = assigner.largestTimestamp();
      String message = "size " + size + " offset " + offset;

      assertThat(fits(size, offset, smallest)).as(message).isTrue();
      assertThat(smallest).as(message).isGreaterThan(Long.MIN_VALUE);
      assertThat(smallest == Long.MIN_VALUE + 1 || !fits(size, offset, smallest - 1))
          .as(message)
          .isTrue();
      assertThat(fits(size, offset, largest)).as(message).isTrue();
      assertThat(largest == Long.MAX_VALUE || !fits(size, offset, largest + 1))
          .as(message)
          .isTrue();
    }
  }

  @Test
  void shouldHaveNoWindowForTheLargestLong() {
    assertThat(new TumblingAssigner(1, 0).largestTimestamp()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(new TumblingAssigner(1, 0).smallestTimestamp()).isEqualTo(Long.MIN_VALUE + 1);
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

  private static BigInteger start(long size, long offset, long timestamp) {
    BigInteger into =
        BigInteger.valueOf(timestamp)
            .subtract(BigInteger.valueOf(offset))
            .mod(BigInteger.valueOf(size));
    return BigInteger.valueOf(timestamp).subtract(into);
  }

  /** Counted from the window that begins at the offset brought into 0 to size - 1. */
  private static long index(long size, long offset, long timestamp) {
    BigInteger origin = BigInteger.valueOf(offset).mod(BigInteger.valueOf(size));
    return start(size, offset, timestamp)
        .subtract(origin)
        .divide(BigInteger.valueOf(size))
        .longValueExact();
  }

  private static boolean fits(long size, long offset, long timestamp) {
    BigInteger start = start(size, offset, timestamp);
    BigInteger end = start.add(BigInteger.valueOf(size));
    return start.compareTo(MIN) >= 0 && end.compareTo(MAX) <= 0;
  }
}
