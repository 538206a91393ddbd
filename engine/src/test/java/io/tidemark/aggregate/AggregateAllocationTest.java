package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Adding, merging, subtracting and results: none of it allocates. */
class AggregateAllocationTest {
  private static final int ROUNDS = 5_000;
  private static final int EVENTS = 20;

  static Stream<Aggregate> aggregates() {
    Value<Object> whole = Value.ofLong(event -> 0);
    Value<Object> real = Value.ofDouble(event -> 0);
    return Stream.concat(
            Stream.of(whole, real)
                .flatMap(
                    value ->
                        Stream.of(
                            Aggregates.ohlc(value),
                            Aggregates.vwap(value, value),
                            Aggregates.twap(value),
                            Aggregates.increase(value),
                            Aggregates.rate(value),
                            Aggregates.stddevPop(value),
                            Aggregates.covarSamp(value, value),
                            Aggregates.regression(value, value),
                            Aggregates.topN(value, 5),
                            Aggregates.distinct(value, 4),
                            Aggregates.distinct(value, 8))),
            Stream.of(Aggregates.percentiles(whole, 1, 1_000, 50, 99)))
        .map(Aggregation::aggregate);
  }

  @ParameterizedTest
  @MethodSource("aggregates")
  void shouldAllocateNothing(Aggregate aggregate) {
    long[] rows = new long[2 * aggregate.width()];
    long[] values = new long[2];
    long[] out = new long[aggregate.columns().size()];
    run(aggregate, rows, values, out);

    long allocated = Allocation.bytes(() -> run(aggregate, rows, values, out));

    assertThat(allocated).isLessThan(Allocation.NOISE_BYTES);
  }

  private static void run(Aggregate aggregate, long[] rows, long[] values, long[] out) {
    int width = aggregate.width();
    for (int round = 0; round < ROUNDS; round++) {
      aggregate.create(rows, 0);
      aggregate.create(rows, width);
      for (int i = 0; i < EVENTS; i++) {
        values[0] = (i * 7919L) % 1_000;
        values[1] = i + 1L;
        aggregate.add(rows, (i & 1) * width, values, 0, (i * 31L) % 17);
      }
      aggregate.merge(rows, 0, rows, width);
      if (aggregate instanceof Invertible invertible) {
        invertible.subtract(rows, 0, rows, width);
      }
      aggregate.result(rows, 0, 0, 100, out, 0);
    }
  }
}
