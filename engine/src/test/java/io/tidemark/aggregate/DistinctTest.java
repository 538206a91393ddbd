package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.Streams.Observation;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.junit.jupiter.api.Test;

/** Distinct counts beside sets where they are exact, and beside Apache DataSketches' beyond. */
class DistinctTest {
  private static final Value<Object> LONG = Value.ofLong(event -> 0);

  @Test
  void shouldBeExactWhileThereAreFew() {
    Streams.check(
        Aggregates.distinct(LONG, 9).aggregate(),
        numbers -> new Observation(few(numbers), 0, 0),
        (stream, results, stage) ->
            assertThat(results[0])
                .as(stage)
                .isEqualTo(stream.stream().map(Observation::one).distinct().count()));
  }

  @Test
  void shouldBeExactUpToTheLimit() {
    for (int precision = 4; precision <= 16; precision++) {
      RowState state = new RowState(Aggregates.distinct(LONG, precision).aggregate());
      int limit = 1 << (precision - 4);
      for (int i = 0; i < 2 * limit; i++) {
        state.add(i % limit);
      }
      assertThat(state.result()).isEqualTo(limit);
    }
  }

  /** Small precisions, so that streams go beyond what is counted exactly. */
  @Test
  void shouldMergeInAnyOrderExactOrNot() {
    for (int precision = 4; precision <= 7; precision++) {
      Streams.checkAnyOrder(
          Aggregates.distinct(LONG, precision).aggregate(),
          numbers -> new Observation(few(numbers), 0, 0));
    }
  }

  /** The root of the mean of the squares of the errors is the stated one, here and there. */
  @Test
  void shouldEstimateWithTheStatedErrorAsDataSketchesDoes() {
    for (int precision : new int[] {6, 8, 10, 12}) {
      double stated = 1.04 / Math.sqrt(1 << precision);
      for (int count : new int[] {2 << (precision - 4), 1 << precision, 20 << precision}) {
        int rounds = 200_000 / count + 60;
        double own = 0;
        double peer = 0;
        double worst = 0;
        for (long seed = 0; seed < rounds; seed++) {
          RandomNumbers numbers = new RandomNumbers(seed);
          RowState state = new RowState(Aggregates.distinct(LONG, precision).aggregate());
          HllSketch sketch = new HllSketch(precision, TgtHllType.HLL_8);
          long start = numbers.nextLong();
          for (int i = 0; i < count; i++) {
            state.add(start + i);
            sketch.update(start + i);
          }
          double error = (double) state.result() / count - 1;
          own += error * error / rounds;
          worst = Math.max(worst, Math.abs(error));
          double peersError = sketch.getCompositeEstimate() / count - 1;
          peer += peersError * peersError / rounds;
        }
        String name = "precision " + precision + ", " + count + " values, seeds from 0";
        // A mean of 60 squares is off by a fifth of itself once in six; by three of those, never.
        assertThat(Math.sqrt(own)).as(name).isLessThan(1.3 * stated);
        assertThat(Math.sqrt(peer)).as(name + ", DataSketches").isLessThan(1.3 * stated);
        assertThat(worst).as(name).isLessThan(5 * stated);
      }
    }
  }

  @Test
  void shouldTakeAllNaNForOneValueAndBothZerosForTwo() {
    Value<Object> doubles = Value.ofDouble(event -> 0);
    RowState state = new RowState(Aggregates.distinct(doubles).aggregate());
    state.add(Double.NaN).add(0x7ff8000000000001L).add(0xfff8000000000000L).add(0.0).add(-0.0);
    assertThat(state.result()).isEqualTo(3);
  }

  @Test
  void shouldRefuseAPrecisionOutOfRange() {
    for (int precision : new int[] {3, 17}) {
      assertThatThrownBy(() -> Aggregates.distinct(LONG, precision))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("distinct.precision: " + precision + "; expected 4 to 16");
    }
    for (int n : new int[] {0, 101}) {
      assertThatThrownBy(() -> Aggregates.topN(LONG, n))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("topN.n: " + n + "; expected 1 to 100");
    }
  }

  private static long few(RandomNumbers numbers) {
    return numbers.below(3) == 0 ? numbers.nextLong() : numbers.below(8);
  }
}
