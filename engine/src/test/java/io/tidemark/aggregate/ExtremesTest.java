package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Smallest and largest, first and last. */
class ExtremesTest {
  private static final int ROUNDS = 2_000;

  @Test
  void shouldFindTheSmallestAndLargestLong() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState min = new RowState(new Minimum(ColumnType.LONG, 0));
      RowState max = new RowState(new Maximum(ColumnType.DECIMAL, 3));
      List<Long> all = new ArrayList<>();
      for (int i = numbers.below(10); i >= 0; i--) {
        long value = numbers.nextLong();
        all.add(value);
        min.add(value);
        max.add(value);
      }
      assertThat(min.result()).as("seed " + seed).isEqualTo(Collections.min(all));
      assertThat(max.result()).as("seed " + seed).isEqualTo(Collections.max(all));
    }
  }

  /** As Double.compare: -0.0 before 0.0, NaN last; compared by bits. */
  @Test
  void shouldFindTheSmallestAndLargestDouble() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState min = new RowState(new Minimum(ColumnType.DOUBLE, 0));
      RowState max = new RowState(new Maximum(ColumnType.DOUBLE, 0));
      List<Double> all = new ArrayList<>();
      for (int i = numbers.below(10); i >= 0; i--) {
        double value = numbers.nextDouble();
        all.add(value);
        min.add(value);
        max.add(value);
      }
      assertThat(min.result()).as("seed " + seed).isEqualTo(bits(Collections.min(all)));
      assertThat(max.result()).as("seed " + seed).isEqualTo(bits(Collections.max(all)));
    }
  }

  @Test
  void shouldOrderZerosInfinitiesAndNaN() {
    RowState min = new RowState(new Minimum(ColumnType.DOUBLE, 0)).add(0.0).add(-0.0);
    assertThat(min.result()).isEqualTo(bits(-0.0));
    RowState max = new RowState(new Maximum(ColumnType.DOUBLE, 0)).add(-0.0).add(0.0);
    assertThat(max.result()).isEqualTo(bits(0.0));
    assertThat(max.add(Double.POSITIVE_INFINITY).result()).isEqualTo(bits(1 / 0.0));
    assertThat(max.add(Double.NaN).result()).isEqualTo(bits(Double.NaN));
    assertThat(min.add(Double.NaN).result()).isEqualTo(bits(-0.0));
    assertThat(min.add(Double.NEGATIVE_INFINITY).result()).isEqualTo(bits(-1 / 0.0));
  }

  /** Few timestamps, so that most are tied; a value is the number of its arrival. */
  @Test
  void shouldTakeTheFirstAndLastByTimestampThenByArrival() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState first = new RowState(new First(ColumnType.LONG, 0));
      RowState last = new RowState(new Last(ColumnType.LONG, 0));
      long earliest = Long.MAX_VALUE;
      long latest = Long.MIN_VALUE;
      int firstArrival = -1;
      int lastArrival = -1;
      int count = 1 + numbers.below(20);
      for (int arrival = 0; arrival < count; arrival++) {
        long timestamp = numbers.below(4) - 2L;
        first.add(arrival, timestamp);
        last.add(arrival, timestamp);
        if (timestamp < earliest) {
          earliest = timestamp;
          firstArrival = arrival;
        }
        if (timestamp >= latest) {
          latest = timestamp;
          lastArrival = arrival;
        }
      }
      assertThat(first.result()).as("seed " + seed).isEqualTo(firstArrival);
      assertThat(last.result()).as("seed " + seed).isEqualTo(lastArrival);
    }
  }

  /**
   * The smallest long is no event's timestamp, the largest may be one of a window without times.
   */
  @Test
  void shouldTakeTimestampsAtTheEndsOfLong() {
    long smallest = Long.MIN_VALUE + 1;
    long largest = Long.MAX_VALUE;
    RowState first = new RowState(new First(ColumnType.LONG, 0)).add(7, largest);
    assertThat(first.result()).isEqualTo(7);
    assertThat(first.add(8, smallest).result()).isEqualTo(8);
    RowState merged = new RowState(new First(ColumnType.LONG, 0));
    merged.merge(new RowState(new First(ColumnType.LONG, 0)).add(9, largest));
    assertThat(merged.add(10, largest).result()).isEqualTo(9);
    RowState last = new RowState(new Last(ColumnType.LONG, 0)).add(7, smallest);
    assertThat(last.result()).isEqualTo(7);
    assertThat(last.add(8, largest).result()).isEqualTo(8);
  }

  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }
}
