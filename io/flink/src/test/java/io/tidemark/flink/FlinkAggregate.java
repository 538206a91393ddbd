package io.tidemark.flink;

import io.tidemark.flink.FlinkWindows.Arrival;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * Count, sum, min, max, first and last of values, for Flink. First and last go by timestamp, then
 * by the order of arrival, which Flink does not keep where sessions are merged; so the state has
 * it.
 */
final class FlinkAggregate implements AggregateFunction<Arrival, long[], long[]> {
  private static final long serialVersionUID = 1;

  private static final int COUNT = 0;
  private static final int SUM = 1;
  private static final int MIN = 2;
  private static final int MAX = 3;
  private static final int FIRST = 4;
  private static final int LAST = 5;
  private static final int FIRST_TIME = 6;
  private static final int FIRST_STEP = 7;
  private static final int LAST_TIME = 8;
  private static final int LAST_STEP = 9;
  private static final int WIDTH = 10;

  /** The six results of a state. */
  static List<Long> values(long[] state) {
    return List.of(state[COUNT], state[SUM], state[MIN], state[MAX], state[FIRST], state[LAST]);
  }

  @Override
  public long[] createAccumulator() {
    return new long[WIDTH];
  }

  @Override
  public long[] add(Arrival arrival, long[] state) {
    long value = arrival.event().value();
    long timestamp = arrival.event().timestamp();
    long step = arrival.step();
    return merge(
        state, new long[] {1, value, value, value, value, value, timestamp, step, timestamp, step});
  }

  @Override
  public long[] merge(long[] one, long[] other) {
    if (one[COUNT] == 0) {
      return other;
    }
    if (other[COUNT] == 0) {
      return one;
    }
    long[] merged = one.clone();
    merged[COUNT] += other[COUNT];
    merged[SUM] += other[SUM];
    merged[MIN] = Math.min(one[MIN], other[MIN]);
    merged[MAX] = Math.max(one[MAX], other[MAX]);
    if (isBefore(other, one, FIRST_TIME, FIRST_STEP)) {
      merged[FIRST] = other[FIRST];
      merged[FIRST_TIME] = other[FIRST_TIME];
      merged[FIRST_STEP] = other[FIRST_STEP];
    }
    if (isBefore(one, other, LAST_TIME, LAST_STEP)) {
      merged[LAST] = other[LAST];
      merged[LAST_TIME] = other[LAST_TIME];
      merged[LAST_STEP] = other[LAST_STEP];
    }
    return merged;
  }

  @Override
  public long[] getResult(long[] state) {
    return state;
  }

  private static boolean isBefore(long[] one, long[] other, int time, int step) {
    return one[time] == other[time] ? one[step] < other[step] : one[time] < other[time];
  }
}
