package io.tidemark.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WorkloadTest {

  private static final int EVENTS = 1_000_000;
  private static final int KEYS = 1000;

  private final Workload workload = new Workload(Workload.SEED, KEYS);

  @Test
  void shouldDelayCommonEventsByUniform0To200Ms() {
    long[] delays = delays().filter(delay -> delay <= 200).toArray();

    assertThat(LongStream.of(delays).min()).hasValue(0);
    assertThat(LongStream.of(delays).max()).hasValue(200);
    assertThat(LongStream.of(delays).average().orElseThrow()).isCloseTo(100, within(0.3));
    assertThat(LongStream.of(delays).filter(delay -> delay == 0).count() / (double) delays.length)
        .isCloseTo(1 / 201.0, within(0.0004));
  }

  @Test
  void shouldDelayOneEventInAThousandBy251To5000Ms() {
    long[] delays = delays().filter(delay -> delay > 200).toArray();

    // A thousand expected: four standard deviations are 126, those of the mean 173 ms.
    assertThat(delays.length).isBetween(874, 1126);
    assertThat(LongStream.of(delays).min().orElseThrow()).isBetween(251L, 300L);
    assertThat(LongStream.of(delays).max().orElseThrow()).isBetween(4950L, 5000L);
    assertThat(LongStream.of(delays).average().orElseThrow()).isCloseTo(2625, within(173.0));
  }

  @Test
  void shouldDrawEveryKeyAboutAlikeWhateverTheDelay() {
    int[] all = new int[KEYS];
    int[] early = new int[KEYS];
    for (long i = 0; i < EVENTS; i++) {
      long draw = workload.draw(i);
      all[workload.keyOrdinal(draw)]++;
      if (Workload.baseTime(i) - Workload.timestamp(i, draw) < 50) {
        early[workload.keyOrdinal(draw)]++;
      }
    }

    // 1000 and 249 expected, five standard deviations 158 and 79.
    assertThat(IntStream.of(all).boxed()).allMatch(count -> count > 842 && count < 1158);
    assertThat(IntStream.of(early).boxed()).allMatch(count -> count > 170 && count < 328);
  }

  @Test
  void shouldDrawValuesOnBothSidesOf0() {
    long[] values =
        LongStream.range(0, EVENTS).map(i -> Workload.value(workload.draw(i))).toArray();

    assertThat(LongStream.of(values).min().orElseThrow()).isBetween(-524_288L, -524_000L);
    assertThat(LongStream.of(values).max().orElseThrow()).isBetween(524_000L, 524_287L);
    assertThat(LongStream.of(values).average().orElseThrow()).isCloseTo(0, within(1300.0));
  }

  @Test
  void shouldSpreadOrdinalsToDifferentKeys() {
    Set<Long> keys = new HashSet<>();
    for (int ordinal = 0; ordinal < EVENTS; ordinal++) {
      keys.add(Workload.keyOf(ordinal));
    }

    assertThat(keys).hasSize(EVENTS);
  }

  @Test
  void shouldHoldAMillionEventsASecondInFourPartitions() {
    assertThat(Workload.baseTime(0)).isEqualTo(Workload.T0);
    assertThat(Workload.baseTime(999_999)).isEqualTo(Workload.T0 + 999);
    assertThat(LongStream.range(4, 9).mapToInt(Workload::partition)).containsExactly(0, 1, 2, 3, 0);
  }

  @Test
  void shouldGiveAnotherStreamForAnotherSeed() {
    Workload other = new Workload(Workload.SEED + 1, KEYS);

    assertThat(LongStream.range(0, 1000).filter(i -> other.draw(i) == workload.draw(i))).isEmpty();
  }

  @Test
  void shouldRefuseNoKeys() {
    assertThatThrownBy(() -> new Workload(Workload.SEED, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("keys: 0, expected at least 1");
  }

  private LongStream delays() {
    return LongStream.range(0, EVENTS)
        .map(i -> Workload.baseTime(i) - Workload.timestamp(i, workload.draw(i)));
  }
}
