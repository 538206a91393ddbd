package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ExactSumTest {
  private static final int ROUNDS = 1_000;

  @Test
  void shouldAddAsBigIntegersDo() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState state = new RowState(new ExactSum(ColumnType.LONG, 0));
      BigInteger sum = BigInteger.ZERO;
      int count = numbers.below(50);
      for (int i = 0; i < count; i++) {
        long value = numbers.nextLong();
        state.add(value);
        sum = sum.add(BigInteger.valueOf(value));
      }
      check(state, sum, seed);
    }
  }

  @Test
  void shouldMergeAsBigIntegersDo() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState[] states = new RowState[5];
      BigInteger[] sums = new BigInteger[states.length];
      for (int i = 0; i < states.length; i++) {
        long value = numbers.nextLong();
        states[i] = new RowState(new ExactSum(ColumnType.DECIMAL, 4)).add(value);
        sums[i] = BigInteger.valueOf(value);
      }
      for (int i = 0; i < 40; i++) {
        int to = numbers.below(states.length);
        int from = numbers.below(states.length);
        states[to].merge(states[from].copy());
        sums[to] = sums[to].add(sums[from]);
        check(states[to], sums[to], seed);
      }
    }
  }

  @Test
  void shouldBeRightAfterLeavingTheRangeAndComingBack() {
    RowState state = new RowState(new ExactSum(ColumnType.LONG, 0));
    for (int i = 0; i < 100; i++) {
      state.add(Long.MAX_VALUE);
    }
    for (int i = 0; i < 100; i++) {
      state.add(Long.MIN_VALUE);
    }
    assertThat(state.result()).isEqualTo(-100);
  }

  @Test
  void shouldTellOfASumJustBeyondTheRange() {
    RowState above = new RowState(new ExactSum(ColumnType.LONG, 0)).add(Long.MAX_VALUE);
    assertThat(above.result()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(above.add(1)::result).isInstanceOf(ArithmeticException.class);

    RowState below = new RowState(new ExactSum(ColumnType.LONG, 0)).add(Long.MIN_VALUE);
    assertThat(below.result()).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(below.add(-1)::result).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldCountEvents() {
    RowState state = new RowState(new Count());
    for (int i = 0; i < 1_000; i++) {
      assertThat(state.result()).isEqualTo(i);
      state.add(i);
    }
    assertThat(state.copy().merge(state).result()).isEqualTo(2_000);
  }

  private static void check(RowState state, BigInteger sum, long seed) {
    if (sum.bitLength() <= 63) {
      assertThat(state.result()).as("seed " + seed).isEqualTo(sum.longValueExact());
    } else {
      assertThatThrownBy(state::result).as("seed " + seed).isInstanceOf(ArithmeticException.class);
    }
  }
}
