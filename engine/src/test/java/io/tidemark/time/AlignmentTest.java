package io.tidemark.time;

import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Who is held back: the partitions more than the drift ahead of the smallest watermark of their
 * group. With the strategy monotonous a watermark is the timestamp less one.
 */
class AlignmentTest extends AlignmentStages {
  private static final int NONE = 0;
  private static final int IDLE = 1;
  private static final int ACTIVE = 2;
  private static final int ENDED = 3;

  /** Flink's split alignment (V087), with the limit that its coordinator would announce. */
  @Test
  void shouldHoldBackTheSplitThatIsAheadV087() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ofMillis(1)));
    event(stage, 0, 6);
    assertThat(held(stage, 2)).isEmpty();
    event(stage, 1, 4);
    assertThat(held(stage, 2)).containsExactly(0);
    event(stage, 1, 5);
    assertThat(held(stage, 2)).isEmpty();
    event(stage, 0, 12);
    assertThat(held(stage, 2)).containsExactly(0);
    event(stage, 1, 13);
    assertThat(held(stage, 2)).isEmpty();
    event(stage, 1, 14);
    assertThat(held(stage, 2)).containsExactly(1);
    event(stage, 0, 14);
    assertThat(held(stage, 2)).isEmpty();
  }

  /** The group's smallest goes up while a member is idle, and down when it is back (V092). */
  @Test
  void shouldNotWaitForAnIdlePartitionV092() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ofSeconds(1)));
    event(stage, 0, 43);
    event(stage, 1, 45);
    event(stage, 1, 1_044);
    assertThat(held(stage, 2)).as("1,043 is just 1,001 ahead of 42").containsExactly(1);
    control(stage, SlotKind.IDLE, 0, 0);
    assertThat(held(stage, 2)).isEmpty();
    event(stage, 0, 43);
    assertThat(held(stage, 2)).containsExactly(1);
    control(stage, SlotKind.IDLE, 0, 0);
    control(stage, SlotKind.IDLE, 1, 0);
    assertThat(held(stage, 2)).isEmpty();
  }

  /** V093: what happens in one group is nothing to the other. */
  @Test
  void shouldKeepGroupsApartV093() {
    TimeStage stage =
        stage(
            WatermarkAlignment.group("one", Duration.ofMillis(10), 3, 0),
            WatermarkAlignment.group("two", Duration.ofMillis(20), 1, 5));
    event(stage, 0, 1);
    event(stage, 3, 12);
    event(stage, 1, 1_001);
    event(stage, 5, 1_021);
    event(stage, 2, 5_000);
    assertThat(held(stage, 6)).containsExactly(3);
    event(stage, 5, 1_022);
    assertThat(held(stage, 6)).containsExactly(3, 5);
    control(stage, SlotKind.END, 1, 0);
    assertThat(held(stage, 6)).containsExactly(3);
  }

  /** V096 and V089: who has ended, left, or has no watermark yet, holds nobody. */
  @Test
  void shouldNotWaitForWhoHasNoWatermarkOrIsGone() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ZERO));
    event(stage, 0, 1_000);
    assertThat(held(stage, 4)).isEmpty();
    event(stage, 1, 10);
    assertThat(held(stage, 4)).containsExactly(0);
    control(stage, SlotKind.LEAVE, 1, 0);
    assertThat(held(stage, 4)).isEmpty();
    event(stage, 1, 10);
    control(stage, SlotKind.WATERMARK, 1, TimeStage.END_OF_TIME);
    assertThat(held(stage, 4)).isEmpty();
    event(stage, 2, 10);
    assertThat(held(stage, 4)).containsExactly(0);
    control(stage, SlotKind.END, 0, 0);
    assertThat(held(stage, 4)).isEmpty();
  }

  @Test
  void shouldNotWrapAtTheEndsOfTime() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ofMillis(Long.MAX_VALUE)));
    event(stage, 0, Long.MIN_VALUE + 2);
    event(stage, 1, 1);
    assertThat(held(stage, 2)).as("the drift just reaches it").isEmpty();
    event(stage, 1, 2);
    assertThat(held(stage, 2)).containsExactly(1);
    event(stage, 0, 1);
    event(stage, 1, Long.MAX_VALUE - 1);
    assertThat(held(stage, 2)).isEmpty();
  }

  /** Silence stands still while held back, and counts on from where it was (V095). */
  @Test
  void shouldCallNothingIdleThatIsHeldBackV095() {
    TimeStage stage =
        new TimeStage(
            monotonous().idleness(Duration.ofNanos(10)).emitEvery(Duration.ofNanos(1)),
            MILLISECONDS,
            2,
            true,
            new Counters(1, List.of()));
    stage.alignBy(List.of(WatermarkAlignment.ofAll(Duration.ZERO)), MILLISECONDS);
    slot(stage, SlotKind.EVENT, 0, 6, 100);
    for (int i = 0; i < 100; i++) {
      slot(stage, SlotKind.EVENT, 1, 3, 104 + i * 9L);
    }
    assertThat(stage.isIdle(0)).isFalse();
    assertThat(stage.watermark()).isEqualTo(2);
    slot(stage, SlotKind.EVENT, 1, 6, 1_000);
    slot(stage, SlotKind.TICK, 0, 0, 1_005);
    assertThat(stage.isIdle(0)).as("silent for 4 + 5 ns").isFalse();
    slot(stage, SlotKind.TICK, 0, 0, 1_006);
    assertThat(stage.isIdle(0)).isTrue();
  }

  @Test
  void shouldDoAsALookAtAllPartitionsDoes() {
    for (long seed = 0; seed < 500; seed++) {
      compare(seed);
    }
  }

  private static void compare(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int partitions = 1 + random.nextInt(20);
    int drift = random.nextInt(30);
    boolean all = random.nextBoolean();
    int[] members = Arrays.copyOf(shuffled(partitions, random), (partitions + 1) / 2);
    TimeStage stage =
        stage(
            all
                ? WatermarkAlignment.ofAll(Duration.ofMillis(drift))
                : WatermarkAlignment.group("g", Duration.ofMillis(drift), members));
    long[] watermarks = new long[partitions];
    int[] states = new int[partitions];
    Arrays.fill(watermarks, Long.MIN_VALUE);
    for (int i = 0; i < 300; i++) {
      int p = random.nextInt(partitions);
      int time = i / 4 + random.nextInt(40);
      switch (random.nextInt(12)) {
        case 0 -> {
          control(stage, SlotKind.IDLE, p, 0);
          states[p] = states[p] == ACTIVE ? IDLE : states[p];
        }
        case 1 -> {
          control(stage, SlotKind.LEAVE, p, 0);
          if (states[p] != ENDED) {
            states[p] = NONE;
            watermarks[p] = Long.MIN_VALUE;
          }
        }
        case 2 -> {
          if (random.nextInt(10) == 0) {
            control(stage, SlotKind.END, p, 0);
            states[p] = ENDED;
          }
        }
        default -> {
          event(stage, p, time);
          if (states[p] != ENDED) {
            states[p] = ACTIVE;
            watermarks[p] = Math.max(watermarks[p], time - 1);
          }
        }
      }
      long smallest = Long.MAX_VALUE;
      for (int q = 0; q < partitions; q++) {
        if (states[q] == ACTIVE && (all || isIn(members, q))) {
          smallest = Math.min(smallest, watermarks[q]);
        }
      }
      List<Integer> expected = new ArrayList<>();
      for (int q = 0; q < partitions; q++) {
        if ((all || isIn(members, q)) && states[q] == ACTIVE && watermarks[q] - drift > smallest) {
          expected.add(q);
        }
      }
      assertThat(held(stage, partitions)).as("seed %d step %d", seed, i).isEqualTo(expected);
      assertThat(stage.alignment().orElseThrow().areSomeHeldBack()).isEqualTo(!expected.isEmpty());
    }
  }

  private static boolean isIn(int[] members, int partition) {
    return Arrays.stream(members).anyMatch(member -> member == partition);
  }

  private static int[] shuffled(int partitions, SplittableRandom random) {
    int[] numbers = new int[partitions];
    for (int p = 0; p < partitions; p++) {
      int place = random.nextInt(p + 1);
      numbers[p] = numbers[place];
      numbers[place] = p;
    }
    return numbers;
  }
}
