package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Worked by hand: the slopes of all pairs, their median, and how many agree. */
class TrendLineTest {
  @Test
  void shouldLayTheLineThroughPointsOnIt() {
    TrendLine line = new TrendLine(4);
    line.fit(new long[] {0, 10, 20, 50}, new long[] {3, 8, 13, 28});
    assertThat(line.slope()).isEqualTo(0.5);
    assertThat(line.deviation()).isZero();
    assertThat(line.agreement()).isEqualTo(1);
  }

  /** Slopes: 1, 1, 1 between the good points and 33, 50, 99 to the bad one: the median is 17. */
  @Test
  void shouldTakeTheMedianOfThePairsSlopes() {
    TrendLine line = new TrendLine(4);
    line.fit(new long[] {0, 1, 2, 3}, new long[] {0, 1, 2, 101});
    assertThat(line.slope()).isCloseTo((1 + 101.0 / 3) / 2, within(1e-12));
    assertThat(line.agreement()).isEqualTo(1);
  }

  /** Of ten pairs of five points, four are with the outlier: the others' slope stays. */
  @Test
  void shouldNotFollowAnOutlier() {
    TrendLine line = new TrendLine(5);
    line.fit(new long[] {0, 1, 2, 3, 4}, new long[] {0, -2, 1_000, -6, -8});
    assertThat(line.slope()).isEqualTo(-2);
    assertThat(line.deviation()).isZero();
    // 3 + 1 ... : of the pairs 8 fall and 2 rise.
    assertThat(line.agreement()).isEqualTo(0.6);
  }

  @Test
  void shouldSeeNoTrendInEqualValues() {
    TrendLine line = new TrendLine(3);
    line.fit(new long[] {5, 6, 7}, new long[] {9, 9, 9});
    assertThat(line.slope()).isZero();
    assertThat(line.agreement()).isZero();
  }

  /** Points whose slopes come in runs, for which a merging sort would make room. */
  @Test
  void shouldAllocateNothing() {
    TrendLine line = new TrendLine(16);
    long[] x = new long[16];
    long[] y = new long[16];
    for (int i = 0; i < x.length; i++) {
      x[i] = 10L * i;
      y[i] = i / 4;
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    line.fit(x, y);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1_000; i++) {
      line.fit(x, y);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    assertThat(line.slope()).isCloseTo(0.025, within(0.005));
  }
}
