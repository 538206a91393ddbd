package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowCodeTest {
  private static final int ROUNDS = 20;
  private static final int VALUES = 4;
  private static final int AT = 2;
  private static final int EVENTS = 20;

  @Test
  void shouldBeSpecialisedAsAHiddenClass() {
    RowCode one = RowCode.of(List.of(new Count()), List.of("count"), new int[] {0}, 1);
    RowCode other = RowCode.of(List.of(new Count()), List.of("count"), new int[] {0}, 1);

    assertThat(one.getClass().isHidden()).isTrue();
    assertThat(other.getClass()).isNotSameAs(one.getClass());
    assertThat(
            RowCode.plain(List.of(new Count()), List.of("count"), new int[] {0}, 1)
                .getClass()
                .isHidden())
        .isFalse();
  }

  @Test
  void shouldBePlainWhereThePropertySaysSo() {
    System.setProperty(Specialiser.PLAIN_PROPERTY, "true");
    try {
      RowCode code = RowCode.of(List.of(new Count()), List.of("count"), new int[] {0}, 1);
      assertThat(code.getClass().isHidden()).isFalse();
    } finally {
      System.clearProperty(Specialiser.PLAIN_PROPERTY);
    }
  }

  @Test
  void shouldDoTheSameSpecialisedAndPlain() {
    for (int count = 1; count <= 12; count++) {
      for (long seed = 0; seed < ROUNDS; seed++) {
        compare(count, new RandomNumbers(100L * count + seed), "count " + count + " seed " + seed);
      }
    }
  }

  @Test
  void shouldNameTheFirstColumnThatIsAFault() {
    List<Aggregate> aggregates =
        List.of(new Count(), new ExactSum(ColumnType.LONG, 0), new ExactSum(ColumnType.LONG, 0));
    for (RowCode code : both(aggregates, new int[] {0, 0, 1}, 2)) {
      long[] rows = new long[code.width()];
      code.create(rows, 0);
      add(code, rows, 1, Long.MAX_VALUE);
      assertThat(code.faultyColumn(rows, 0, 0, 1)).isEqualTo(-1);

      add(code, rows, 1, 1);
      assertThat(code.faultyColumn(rows, 0, 0, 1)).isEqualTo(2);
      assertThatThrownBy(() -> code.result(rows, 0, 0, 1, new long[3]))
          .isInstanceOf(ArithmeticException.class);
    }
  }

  /** Of each that counts events, after two of them; the last ones do not, and get a count. */
  @Test
  void shouldSayWhereTheNumberOfEventsIs() {
    Value<Object> value = Value.ofLong(event -> 0);
    Spread spread = new Spread(1, true);
    List<Aggregate> aggregates =
        List.of(
            new Count(),
            new ExactAverage(2),
            new ExactVariance(spread, 1),
            new ExactCovariance(spread, 1),
            new ExactRegression(1, 1),
            Aggregates.percentiles(value, 2, 1_000, 50).aggregate(),
            new ExactSum(ColumnType.LONG, 0),
            new ExactWeightedAverage(1),
            new Minimum(ColumnType.LONG, 0),
            new DoubleSum());
    for (Aggregate aggregate : aggregates) {
      boolean counts = aggregates.indexOf(aggregate) < 6;
      for (RowCode code : both(List.of(new First(ColumnType.LONG, 0), aggregate), new int[2], 2)) {
        RowCode counted = code.counted();
        long[] rows = new long[counted.width()];
        counted.create(rows, 0);
        assertThat(rows[counted.countAt()]).as("%s", aggregate).isZero();
        add(counted, rows, 7, 5);
        add(counted, rows, 7, 5);
        assertThat(rows[counted.countAt()]).as("%s", aggregate).isEqualTo(2);
        assertThat(code.countAt() >= 0).as("%s", aggregate).isEqualTo(counts);
        assertThat(counted.width()).isEqualTo(code.width() + (counts ? 0 : 1));
        assertThat(counted.resultCount()).isEqualTo(code.resultCount());
        assertThat(counted.invertible().countAt() + counted.notInvertible().width())
            .as("%s", aggregate)
            .isEqualTo(counted.countAt());
        long[] results = new long[code.resultCount()];
        long[] sameResults = new long[code.resultCount()];
        code.result(rows, 0, 0, 1, results);
        counted.result(rows, 0, 0, 1, sameResults);
        assertThat(sameResults).as("%s", aggregate).isEqualTo(results);
      }
    }
  }

  /** What one definition has twice it has twice in the union, too: each is added to by itself. */
  @Test
  void shouldWorkOnRowsThatHaveTheAggregatesOfAll() {
    Aggregate sum = new ExactSum(ColumnType.LONG, 0);
    Aggregate max = new Maximum(ColumnType.LONG, 0);
    Aggregate min = new Minimum(ColumnType.LONG, 0);
    RowCode[] ones = both(List.of(new Count(), sum, max), new int[] {0, 1, 0}, 2);
    RowCode[] others = both(List.of(min, max, sum, sum, sum), new int[] {0, 0, 1, 1, 0}, 2);
    for (int i = 0; i < 2; i++) {
      RowCode union = RowCode.union(List.of(ones[i], others[i]));
      // Count, three sums of two longs each, two maxima in one, a minimum.
      assertThat(union.width()).isEqualTo(9);
      assertThat(RowCode.unionWidth(List.of(ones[i], others[i]))).isEqualTo(9);
      long[] rows = new long[2 * union.width()];
      union.create(rows, 0);
      union.create(rows, 9);
      add(union, rows, 7, 100);
      add(union, rows, 3, 200);
      for (RowCode code : List.of(ones[i].within(union), others[i].within(union))) {
        assertThat(code.width()).isEqualTo(9);
        code.merge(rows, 9, rows, 0);
      }
      long[] one = new long[3];
      ones[i].within(union).result(rows, 0, 0, 1, one);
      assertThat(one).containsExactly(2, 300, 7);
      long[] other = new long[5];
      others[i].within(union).result(rows, 9, 0, 1, other);
      assertThat(other).containsExactly(3, 7, 600, 300, 10);
      RowCode invertible = ones[i].within(union).invertible();
      assertThat(invertible.width()).isEqualTo(7);
      invertible.subtractEach(rows, new int[1], 2, rows.clone(), new int[1], 2, 1);
      ones[i].within(union).result(rows, 0, 0, 1, one);
      assertThat(one).containsExactly(0, 0, 7);
    }
  }

  @Test
  void shouldKnowWhichAggregatesMayThrow() {
    Value<Object> value = Value.ofLong(event -> 0);
    for (Aggregate builtIn :
        List.of(
            Aggregates.count().aggregate(),
            Aggregates.twap(value).aggregate(),
            Aggregates.distinct(value).aggregate())) {
      for (RowCode code : both(List.of(builtIn), new int[] {0}, 1)) {
        assertThat(code.mayThrow()).isFalse();
      }
      for (boolean mayThrow : new boolean[] {false, true}) {
        for (RowCode code : both(List.of(builtIn, foreign(mayThrow)), new int[] {0, 0}, 1)) {
          assertThat(code.mayThrow()).isEqualTo(mayThrow);
        }
      }
    }
  }

  @Test
  void shouldNameTheAggregateAndTheFunctionThatThrows() {
    for (int count = 1; count <= 12; count++) {
      for (int bad = 0; bad < count; bad++) {
        for (String function : List.of("create", "add", "merge", "subtract", "result")) {
          List<Aggregate> aggregates = new ArrayList<>(Collections.nCopies(count, new Count()));
          aggregates.set(bad, throwing(function));
          for (RowCode code : both(aggregates, new int[count], 1)) {
            assertThatThrownBy(() -> callAll(code))
                .as("%d of %d, %s", bad, count, code.getClass())
                .isInstanceOf(AggregateException.class)
                .hasMessage(
                    "the %s function of aggregate %d threw java.lang.ArithmeticException: out of range"
                        .formatted(function, bad))
                .hasCauseInstanceOf(ArithmeticException.class);
          }
        }
      }
    }
  }

  private static void callAll(RowCode code) {
    long[] rows = new long[2 * code.width()];
    int[] one = {0};
    int[] other = {code.width()};
    code.create(rows, 0);
    code.create(rows, other[0]);
    code.addAll(rows, one, 0, new long[1], new long[1], 0, 1);
    code.mergeEach(rows, one, 0, rows, other, 0, 1);
    code.subtractEach(rows, one, 0, rows, other, 0, 1);
    code.result(rows, 0, 0, 1, new long[code.resultCount()]);
  }

  /** An aggregate that is not of the engine's package. */
  private static Aggregate foreign(boolean mayThrow) {
    return foreign(mayThrow, "none");
  }

  private static Aggregate throwing(String function) {
    return foreign(true, function);
  }

  /**
   * The same.
   *
   * @param throwing the function that throws
   */
  private static Aggregate foreign(boolean mayThrow, String throwing) {
    return (Aggregate)
        Proxy.newProxyInstance(
            RowCodeTest.class.getClassLoader(),
            new Class<?>[] {Invertible.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "columns" -> List.of(Column.ofLong(""));
                  case "mayThrow" -> mayThrow;
                  default -> oneUnless(method.getName().equals(throwing));
                });
  }

  /** Not by a division: what compiled code throws by itself loses its message in time. */
  private static int oneUnless(boolean isThrown) {
    if (isThrown) {
      throw new ArithmeticException("out of range");
    }
    return 1;
  }

  private static void compare(int count, RandomNumbers numbers, String seed) {
    List<Aggregate> aggregates = new ArrayList<>();
    int[] firstValues = new int[count];
    for (int i = 0; i < count; i++) {
      aggregates.add(randomAggregate(numbers));
      firstValues[i] = numbers.below(VALUES);
    }
    RowCode[] codes = both(aggregates, firstValues, VALUES);
    int width = codes[0].width();
    assertThat(codes[1].width()).isEqualTo(width);
    long[][] rows = new long[2][AT + 2 * width];
    long[][] results = new long[2][codes[0].resultCount()];
    long[] values = new long[EVENTS * VALUES];
    long[] timestamps = new long[EVENTS];
    int[] rowOf = new int[EVENTS];
    for (int event = 0; event < EVENTS; event++) {
      for (int v = 0; v < VALUES; v++) {
        values[event * VALUES + v] = numbers.below(1_000_000) - 500_000L;
      }
      rowOf[event] = numbers.below(2) * width;
      timestamps[event] = numbers.below(5);
    }
    int split = numbers.below(EVENTS);
    int[] arrayOf = new int[EVENTS];
    Arrays.fill(arrayOf, 1);
    for (int i = 0; i < 2; i++) {
      codes[i].create(rows[i], AT);
      codes[i].create(rows[i], AT + width);
      codes[i].addAll(rows[i], rowOf, AT, values, timestamps, 0, split);
      long[][] arrays = {null, rows[i]};
      codes[i].addEach(arrays, arrayOf, rowOf, AT, values, timestamps, split, EVENTS);
    }
    for (int i = 0; i < 2; i++) {
      codes[i].merge(rows[i], AT, rows[i], AT + width);
      codes[i].result(rows[i], AT, 0, 1, results[i]);
    }
    assertThat(rows[0]).as(seed).isEqualTo(rows[1]);
    assertThat(results[0]).as(seed).isEqualTo(results[1]);
  }

  private static RowCode[] both(List<Aggregate> aggregates, int[] firstValues, int valuesPerEvent) {
    return new RowCode[] {
      RowCode.of(aggregates, names(aggregates), firstValues, valuesPerEvent),
      RowCode.plain(aggregates, names(aggregates), firstValues, valuesPerEvent)
    };
  }

  private static List<String> names(List<Aggregate> aggregates) {
    return IntStream.range(0, aggregates.size()).mapToObj(i -> "aggregate " + i).toList();
  }

  private static void add(RowCode code, long[] rows, long... values) {
    code.addAll(rows, new int[] {0}, 0, values, new long[] {0}, 0, 1);
  }

  private static Aggregate randomAggregate(RandomNumbers numbers) {
    return switch (numbers.below(9)) {
      case 0 -> new Count();
      case 1 -> new ExactSum(ColumnType.LONG, 0);
      case 2 -> new ExactAverage(2);
      case 3 -> new Minimum(ColumnType.LONG, 0);
      case 4 -> new Maximum(ColumnType.DECIMAL, 2);
      case 5 -> new First(ColumnType.LONG, 0);
      case 6 -> new Ohlc(ColumnType.LONG, 0);
      case 7 -> TimeWeightedAverage.of(Value.ofLong(event -> 0), 1);
      default -> new Last(ColumnType.LONG, 0);
    };
  }
}
