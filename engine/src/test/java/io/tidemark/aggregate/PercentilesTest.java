package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.Streams.Observation;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Percentiles beside HdrHistogram's, and beside those of the sorted values. */
class PercentilesTest {
  private static final Value<Object> LONG = Value.ofLong(event -> 0);
  private static final double[] ALL = {50, 90, 99, 99.9, 100, 0, 7};
  private static final long HIGHEST = 50_000;

  @Test
  void shouldBeThoseOfHdrHistogram() {
    for (int digits = 1; digits <= 2; digits++) {
      Histogram histogram = new Histogram(HIGHEST, digits);
      Streams.check(
          Aggregates.percentiles(LONG, digits, HIGHEST, ALL).aggregate(),
          numbers -> new Observation(within(numbers), 0, 0),
          (stream, results, stage) -> {
            histogram.reset();
            stream.forEach(event -> histogram.recordValue(event.one()));
            for (int i = 0; i < ALL.length; i++) {
              assertThat(results[i]).as(stage).isEqualTo(histogram.getValueAtPercentile(ALL[i]));
            }
            assertThat(results[ALL.length]).as(stage).isZero();
          });
    }
  }

  @Test
  void shouldBeOffByLessThanTheStatedShare() {
    Streams.check(
        Aggregates.percentiles(LONG, 2, HIGHEST, 50, 100).aggregate(),
        numbers -> new Observation(within(numbers), 0, 0),
        (stream, results, stage) -> {
          long[] sorted = stream.stream().mapToLong(Observation::one).sorted().toArray();
          checkAbove(results[0], sorted[(sorted.length + 1) / 2 - 1], stage);
          checkAbove(results[1], sorted[sorted.length - 1], stage);
        });
  }

  private static void checkAbove(long result, long exact, String stage) {
    assertThat(result).as(stage).isBetween(exact, exact + exact / 100);
  }

  @Test
  void shouldHaveTheBucketsOfHdrHistogram() {
    for (int digits = 1; digits <= 5; digits++) {
      for (long highest : new long[] {2, 20, 21, 1_000, 2_047, 2_048, HIGHEST, 1L << 32}) {
        Histogram histogram = new Histogram(highest, digits);
        if (digits == 5 && highest > HIGHEST) {
          continue;
        }
        BucketLayout layout = BucketLayout.of(digits, highest);
        RandomNumbers numbers = new RandomNumbers(digits);
        for (int i = 0; i < 1_000; i++) {
          long value = Math.abs(numbers.nextLong() % (highest + 1));
          int bucket = layout.bucket(value);
          assertThat(bucket).isBetween(0, layout.buckets() - 1);
          assertThat(layout.lowest(bucket)).isEqualTo(histogram.lowestEquivalentValue(value));
          assertThat(layout.highest(bucket)).isEqualTo(histogram.highestEquivalentValue(value));
        }
        assertThat(layout.bucket(highest)).isLessThan(layout.buckets());
      }
    }
  }

  @Test
  void shouldTakeAndCountWhatIsOutside() {
    RowState state = new RowState(Aggregates.percentiles(LONG, 3, 1000, 1, 100).aggregate());
    state.add(-5).add(500).add(1001).add(Long.MAX_VALUE).add(Long.MIN_VALUE);
    assertThat(state.results()).containsExactly(0, 1000, 4);
  }

  @Test
  void shouldMergeInAnyOrder() {
    Streams.checkAnyOrder(
        Aggregates.percentiles(LONG, 1, HIGHEST, 50).aggregate(),
        numbers -> new Observation(numbers.nextLong(), 0, 0));
  }

  @Test
  void shouldNameColumnsByTheirPercentages() {
    Value<Object> cents = Value.ofDecimal(2, event -> 0);
    assertThat(Aggregates.percentiles(cents, 2, 1000, 50, 99.9, 100).aggregate().columns())
        .containsExactly(
            new Column("_p50", ColumnType.DECIMAL, 2),
            new Column("_p99.9", ColumnType.DECIMAL, 2),
            new Column("_p100", ColumnType.DECIMAL, 2),
            Column.ofLong("_outside"));
  }

  @Test
  void shouldRefuseWhatItCannotKeep() {
    Value<Object> doubles = Value.ofDouble(event -> 0);
    for (List<Object> refused :
        List.<List<Object>>of(
            List.of(0, 1000L, 50.0, "percentiles.digits: 0; expected 1 to 5"),
            List.of(6, 1000L, 50.0, "percentiles.digits: 6; expected 1 to 5"),
            List.of(3, 1L, 50.0, "percentiles.highest: 1; expected 2 or more"),
            List.of(5, Long.MAX_VALUE, 50.0, "percentiles: 5 digits up to " + Long.MAX_VALUE),
            List.of(3, 1000L, -1.0, "percentiles: -1.0; expected different numbers from 0 to 100"),
            List.of(3, 1000L, 100.1, "percentiles: 100.1; expected"),
            List.of(3, 1000L, Double.NaN, "percentiles: NaN; expected"))) {
      assertThatThrownBy(
              () ->
                  Aggregates.percentiles(
                      LONG,
                      (Integer) refused.get(0),
                      (Long) refused.get(1),
                      (Double) refused.get(2)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining((String) refused.get(3));
    }
    assertThatThrownBy(() -> Aggregates.percentiles(LONG, 3, 1000))
        .hasMessage("percentiles: none; expected at least one");
    assertThatThrownBy(() -> Aggregates.percentiles(LONG, 3, 1000, 50, 50))
        .hasMessageContaining("expected different numbers");
    assertThatThrownBy(() -> Aggregates.percentiles(doubles, 3, 1000, 50))
        .hasMessage("percentiles.value: a double; expected a long or a decimal");
  }

  private static long within(RandomNumbers numbers) {
    return Math.abs(numbers.nextLong() % (HIGHEST + 1)) >> numbers.below(16);
  }
}
