package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against arithmetic without ends. {@code -Dtidemark.cases=10000000} tries more. */
class SlidingAssignerTest {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int ROUNDS = Integer.getInteger("tidemark.cases", 100_000);

  /** More windows are not listed one by one. */
  private static final long MANY = 50;

  @Test
  void c16ShouldAssignWhereTheSlideDoesNotDivideTheSize() {
    SlidingAssigner assigner = new SlidingAssigner(1_600, 700, 0, 0);
    assertThat(starts(assigner, 1_709_315_512_577L))
        .containsExactly(1_709_315_511_400L, 1_709_315_512_100L);
    assertThat(starts(assigner, 1_400)).containsExactly(0L, 700L, 1_400L);
    assertThat(starts(assigner, 1_399)).containsExactly(0L, 700L);
    assertThat(starts(assigner, 200)).containsExactly(-700L, 0L);
    assertThat(starts(assigner, 199)).containsExactly(-1_400L, -700L, 0L);
  }

  @Test
  void v105V106ShouldAssignWithOffsets() {
    checkFirstOfFive(0, 0, -4_000);
    checkFirstOfFive(0, 4_999, 0);
    checkFirstOfFive(0, 5_000, 1_000);
    checkFirstOfFive(100, 100, -3_900);
    checkFirstOfFive(100, 5_099, 100);
    checkFirstOfFive(100, 5_100, 1_100);
    checkFirstOfFive(-100, 0, -4_100);
    checkFirstOfFive(-100, 4_899, -100);
    checkFirstOfFive(-100, 4_900, 900);
    checkFirstOfFive(500, 100, -4_500);
    checkFirstOfFive(500, 5_499, 500);
    checkFirstOfFive(500, 5_100, 500);
  }

  /** Of 5 s each second. */
  private static void checkFirstOfFive(long offset, long timestamp, long first) {
    assertThat(starts(new SlidingAssigner(5_000, 1_000, offset, 0), timestamp))
        .containsExactly(first, first + 1_000, first + 2_000, first + 3_000, first + 4_000);
  }

  @Test
  void v108ShouldAssignToOneWindowOrTwo() {
    SlidingAssigner assigner = new SlidingAssigner(5, 3, 0, 0);
    assertThat(starts(assigner, -1)).containsExactly(-3L);
    assertThat(starts(assigner, 0)).containsExactly(-3L, 0L);
    assertThat(starts(assigner, 2)).containsExactly(0L);
    assertThat(starts(assigner, 3)).containsExactly(0L, 3L);
  }

  @Test
  void v109ShouldLeaveGapsWhereTheSlideIsLarger() {
    SlidingAssigner assigner = new SlidingAssigner(3, 10, 0, 0);
    assertThat(starts(assigner, 2)).containsExactly(0L);
    assertThat(starts(assigner, 3)).isEmpty();
    assertThat(starts(assigner, 9)).isEmpty();
    assertThat(assigner.isGap(assigner.pane(3))).isTrue();
    assertThat(assigner.isGap(assigner.pane(2))).isFalse();
  }

  @Test
  void shouldAssignAsArithmeticWithoutEndsDoes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROUNDS; i++) {
      Shape shape = Shape.random(random);
      long timestamp = shape.timestamp(random);
      if (!shape.fits(timestamp)) {
        continue;
      }
      List<BigInteger> expected = shape.ends(timestamp);
      SlidingAssigner assigner = shape.assigner();
      long pane = assigner.pane(timestamp);
      String message = shape + " timestamp " + timestamp;
      assertThat(assigner.isGap(pane)).as(message).isEqualTo(expected.isEmpty());
      if (!expected.isEmpty()) {
        long oldest = assigner.oldestWindow(pane);
        long newest = assigner.newestWindow(pane);
        BigInteger last = BigInteger.valueOf(assigner.last(newest)).add(BigInteger.ONE);
        BigInteger first = BigInteger.valueOf(assigner.last(oldest)).add(BigInteger.ONE);
        assertThat(first).as(message).isEqualTo(expected.get(0));
        assertThat(last).as(message).isEqualTo(expected.get(1));
        assertThat(BigInteger.valueOf(assigner.start(oldest)))
            .as(message)
            .isEqualTo(first.subtract(BigInteger.valueOf(shape.size)));
        for (long window : new long[] {oldest, newest, oldest + (newest - oldest) / 2}) {
          assertThat(pane)
              .as(message)
              .isBetween(assigner.firstPane(window), assigner.lastPane(window));
        }
      }
    }
  }

  @Test
  void shouldCutPanesAtTheEdgesOfWindowsOnly() {
    for (int size = 1; size <= 12; size++) {
      for (int slide = 1; slide <= 12; slide++) {
        for (int offset = 1 - slide; offset < slide; offset++) {
          checkEdges(new SlidingAssigner(size, slide, offset, 0), size, slide, offset);
        }
      }
    }
  }

  private static void checkEdges(SlidingAssigner assigner, int size, int slide, int offset) {
    for (long timestamp = -30; timestamp < 30; timestamp++) {
      boolean starts = Math.floorMod(timestamp - offset, slide) == 0;
      boolean ends = Math.floorMod(timestamp - offset - size, slide) == 0;
      assertThat(assigner.pane(timestamp) - assigner.pane(timestamp - 1))
          .as("size %d slide %d offset %d timestamp %d", size, slide, offset, timestamp)
          .isEqualTo(starts || ends ? 1 : 0);
    }
  }

  @Test
  void shouldTellWhichTimestampsFit() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < ROUNDS; i++) {
      Shape shape = Shape.random(random);
      long smallest = shape.assigner().smallestTimestamp();
      long largest = shape.assigner().largestTimestamp();
      String message = shape.toString();
      if (smallest > largest) {
        // No window of such a size fits anywhere but where none begins.
        assertThat(shape.fits(0) || shape.fits(-1) || shape.fits(1)).as(message).isFalse();
        continue;
      }
      assertThat(shape.fits(smallest)).as(message).isTrue();
      assertThat(smallest).as(message).isGreaterThan(Long.MIN_VALUE);
      assertThat(smallest == Long.MIN_VALUE + 1 || !shape.fits(smallest - 1)).as(message).isTrue();
      assertThat(shape.fits(largest)).as(message).isTrue();
      assertThat(largest == Long.MAX_VALUE || !shape.fits(largest + 1)).as(message).isTrue();
    }
  }

  private static List<Long> starts(SlidingAssigner assigner, long timestamp) {
    List<Long> starts = new ArrayList<>();
    long pane = assigner.pane(timestamp);
    for (long w = assigner.oldestWindow(pane); w <= assigner.newestWindow(pane); w++) {
      assertThat(starts.size()).isLessThan((int) MANY);
      starts.add(assigner.start(w));
    }
    return starts;
  }

  private record Shape(long size, long slide, long offset, long shift) {
    static Shape random(SplittableRandom random) {
      long size = length(random);
      long slide = random.nextBoolean() ? length(random) : Math.max(1, size / length(random));
      long offset = slide == 1 ? 0 : random.nextLong(1 - slide, slide);
      return new Shape(size, slide, offset, random.nextInt(2));
    }

    private static long length(SplittableRandom random) {
      return Math.max(1, random.nextLong() >>> 1 >>> random.nextInt(63));
    }

    SlidingAssigner assigner() {
      return new SlidingAssigner(size, slide, offset, shift);
    }

    /** Near either end of long, near 0, or anywhere between. */
    long timestamp(SplittableRandom random) {
      long near = random.nextLong() >>> 1 >>> random.nextInt(63);
      return switch (random.nextInt(4)) {
        case 0 -> Long.MIN_VALUE + 1 + near;
        case 1 -> Long.MAX_VALUE - near;
        case 2 -> random.nextBoolean() ? near : -near;
        default -> Math.max(random.nextLong(), Long.MIN_VALUE + 1);
      };
    }

    /** Where the first and the last window end that have the timestamp, one behind; or nothing. */
    List<BigInteger> ends(long timestamp) {
      BigInteger at = BigInteger.valueOf(timestamp);
      BigInteger step = BigInteger.valueOf(slide);
      BigInteger length = BigInteger.valueOf(size);
      BigInteger origin = BigInteger.valueOf(offset).add(BigInteger.valueOf(shift));
      BigInteger last = at.subtract(at.subtract(origin).mod(step)).add(length);
      if (last.compareTo(at) <= 0) {
        return List.of();
      }
      BigInteger beyond = last.subtract(at).subtract(BigInteger.ONE);
      return List.of(last.subtract(beyond.divide(step).multiply(step)), last);
    }

    boolean fits(long timestamp) {
      List<BigInteger> ends = ends(timestamp);
      return ends.isEmpty()
          || (ends.get(0).subtract(BigInteger.valueOf(size + shift)).compareTo(MIN) >= 0
              && ends.get(1).compareTo(MAX) <= 0);
    }
  }
}
