package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap of timers beside a sorted list. */
class TimersTest {
  private record Timer(long key, long time, long order) {}

  @Test
  void shouldTakeTimersByTimeThenByRegistration() {
    Timers timers = new Timers();
    timers.register(3, 20);
    timers.register(2, 10);
    timers.register(9, 20);
    timers.register(1, 20);
    timers.register(2, 10);

    assertThat(drain(timers)).containsExactly("2@10", "3@20", "9@20", "1@20");
  }

  @Test
  void shouldForgetTheOrderOfADeletedTimer() {
    Timers timers = new Timers();
    timers.register(1, 5);
    timers.register(2, 5);
    assertThat(timers.delete(1, 5)).isTrue();
    assertThat(timers.delete(1, 5)).isFalse();
    assertThat(timers.register(1, 5)).isTrue();

    assertThat(drain(timers)).containsExactly("2@5", "1@5");
  }

  @Test
  void shouldTakeAllLongsForTimesAndKeys() {
    Timers timers = new Timers();
    timers.register(Long.MIN_VALUE, Long.MAX_VALUE);
    timers.register(Long.MAX_VALUE, Long.MIN_VALUE);
    timers.register(0, 0);

    assertThat(timers.isDue(Long.MIN_VALUE)).isTrue();
    assertThat(drain(timers))
        .containsExactly(
            Long.MAX_VALUE + "@" + Long.MIN_VALUE, "0@0", Long.MIN_VALUE + "@" + Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 40, 2_000})
  void shouldDoAsASortedListDoes(int crowd) {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      Timers timers = new Timers();
      List<Timer> model = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        long key = random.nextInt(1 + crowd / 8);
        long time = (long) random.nextInt(crowd) - crowd / 2;
        boolean there = model.stream().anyMatch(t -> t.key == key && t.time == time);
        int what = random.nextInt(i / 1_000 % 2 == 0 ? 10 : 4);
        if (what > 3) {
          assertThat(timers.register(key, time)).as("seed " + seed).isEqualTo(!there);
          if (!there) {
            model.add(new Timer(key, time, i));
          }
        } else if (what > 1) {
          assertThat(timers.delete(key, time)).as("seed " + seed).isEqualTo(there);
          model.removeIf(t -> t.key == key && t.time == time);
        } else if (!model.isEmpty()) {
          Timer first =
              model.stream()
                  .min(Comparator.comparing(Timer::time).thenComparing(Timer::order))
                  .orElseThrow();
          model.remove(first);
          assertThat(timers.isDue(first.time)).isTrue();
          assertThat(timers.isDue(first.time - 1)).isFalse();
          assertThat(timers.firstKey()).as("seed " + seed).isEqualTo(first.key);
          assertThat(timers.firstTime()).as("seed " + seed).isEqualTo(first.time);
          timers.removeFirst();
        }
        assertThat(timers.size()).isEqualTo(model.size());
      }
    }
  }

  /** A crowd that has gone for good gives its memory back; one that comes and goes keeps it. */
  @Test
  void shouldShrinkOnceFewHaveBeenLiveForLong() {
    Timers timers = new Timers();
    for (int round = 0; round < 3; round++) {
      for (int key = 0; key < 10_000; key++) {
        timers.register(key, key);
      }
      assertThat(drain(timers)).hasSize(10_000);
    }
    assertThat(timers.capacity()).isEqualTo(16_384);

    for (int key = 0; key < 100_000; key++) {
      timers.register(key, key);
      timers.removeFirst();
    }
    assertThat(timers.capacity()).isEqualTo(16);
  }

  private static List<String> drain(Timers timers) {
    List<String> all = new ArrayList<>();
    while (timers.size() > 0) {
      all.add(timers.firstKey() + "@" + timers.firstTime());
      timers.removeFirst();
    }
    assertThat(timers.isDue(Long.MAX_VALUE)).isFalse();
    return all;
  }
}
