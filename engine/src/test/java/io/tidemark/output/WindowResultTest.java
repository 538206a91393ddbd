package io.tidemark.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.ColumnType;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowResultTest {
  private static final int VALUES = 10_000;
  private static final long[] EDGES = {
    0,
    1,
    -1,
    (1L << 53) - 1,
    1L << 53,
    (1L << 53) + 1,
    -(1L << 53) - 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private final long[] values = new long[1];

  @Test
  void shouldGiveTheNearestDoubleOfADecimal() {
    SplittableRandom random = new SplittableRandom(1);
    for (int scale = 0; scale <= Column.MAX_SCALE; scale++) {
      WindowResult result = result(new Column("x", ColumnType.DECIMAL, scale));
      for (long edge : EDGES) {
        compare(result, edge, scale);
      }
      for (int i = 0; i < VALUES; i++) {
        compare(result, random.nextLong() >> random.nextInt(64), scale);
      }
    }
  }

  @Test
  void shouldGiveLongsAndDoublesAsDoubles() {
    values[0] = (1L << 53) + 1;
    assertThat(result(Column.ofLong("x")).doubleValue(0)).isEqualTo(0x1p53);
    values[0] = Double.doubleToRawLongBits(-0.1);
    assertThat(result(Column.ofDouble("x")).doubleValue(0)).isEqualTo(-0.1);
  }

  @Test
  void shouldSayWhichEndBelongsToTheWindow() {
    values[0] = 5;
    assertThat(result(Column.ofLong("x")).wrap(7, 0, 10, FiringKind.LATE, 1))
        .hasToString("w 7 [0,10) late 1 x=5");
    assertThat(
            new WindowResult("w", 0, true, List.of(Column.ofLong("x")), values)
                .wrap(7, 0, 10, FiringKind.ON_TIME, 0)
                .markRetraction())
        .hasToString("w 7 (0,10] on-time 0 retraction x=5");
  }

  private WindowResult result(Column column) {
    return new WindowResult("w", 0, false, List.of(column), values);
  }

  private void compare(WindowResult result, long unscaled, int scale) {
    values[0] = unscaled;
    assertThat(result.doubleValue(0))
        .as("%d, scale %d", unscaled, scale)
        .isEqualTo(Double.parseDouble(BigDecimal.valueOf(unscaled, scale).toString()));
  }
}
