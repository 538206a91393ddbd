package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Random streams through an aggregate in all the ways in which the engine may take them. */
final class Streams {
  static final int COUNT = 10_000;

  private static final int MOST_PARTS = 4;

  private Streams() {}

  /**
   * An event: two values as raw bits, and a timestamp.
   *
   * @param one the first value
   * @param other the second one, where there are two
   */
  record Observation(long one, long other, long time) {}

  /** What has to be in the columns. */
  interface Check {
    void check(List<Observation> stream, long[] results, String stage);
  }

  /**
   * Checks the results of 10,000 streams: added one by one, and merged from parts, from the left or
   * from the right.
   *
   * @param draw makes an event
   */
  static void check(Aggregate aggregate, Function<RandomNumbers, Observation> draw, Check check) {
    for (long seed = 0; seed < COUNT; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      List<Observation> stream = new ArrayList<>();
      List<RowState> parts = new ArrayList<>();
      RowState all = new RowState(aggregate);
      for (int part = 1 + numbers.below(MOST_PARTS); part > 0; part--) {
        RowState state = new RowState(aggregate);
        for (int n = 1 + numbers.below(5); n > 0; n--) {
          Observation event = draw.apply(numbers);
          stream.add(event);
          add(state, event);
          add(all, event);
        }
        parts.add(state);
      }
      String name = "seed " + seed;
      long[] results = all.results();
      check.check(stream, results, name + " one by one");
      // Sums of doubles may differ by their grouping, all else does not.
      long[] merged = (seed % 2 == 0 ? fromLeft(parts) : fromRight(parts)).results();
      if (!Arrays.equals(merged, results)) {
        check.check(stream, merged, name + " merged");
      }
      if (aggregate instanceof Invertible) {
        checkSubtract(all, parts, name);
      }
    }
  }

  /** That merging gives the very same, whatever the order of the parts. */
  static void checkAnyOrder(Aggregate aggregate, Function<RandomNumbers, Observation> draw) {
    for (long seed = 0; seed < COUNT; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState one = new RowState(aggregate);
      RowState other = new RowState(aggregate);
      RowState all = new RowState(aggregate);
      for (int n = numbers.below(20); n > 0; n--) {
        Observation event = draw.apply(numbers);
        add(numbers.below(2) == 0 ? one : other, event);
        add(all, event);
      }
      assertThat(one.copy().merge(other).longs()).as("seed " + seed).isEqualTo(all.longs());
      assertThat(other.copy().merge(one).longs()).as("seed " + seed).isEqualTo(all.longs());
    }
  }

  static RowState add(RowState state, Observation event) {
    return state.addPair(event.one, event.other, event.time);
  }

  static RowState fromLeft(List<RowState> parts) {
    RowState merged = parts.get(0).copy();
    for (RowState part : parts.subList(1, parts.size())) {
      merged.merge(part);
    }
    return merged;
  }

  static RowState fromRight(List<RowState> parts) {
    RowState merged = parts.get(parts.size() - 1).copy();
    for (int i = parts.size() - 2; i >= 0; i--) {
      merged = parts.get(i).copy().merge(merged);
    }
    return merged;
  }

  private static void checkSubtract(RowState all, List<RowState> parts, String name) {
    RowState left = all.copy();
    for (int i = 0; i < parts.size(); i++) {
      left.subtract(parts.get(i));
      RowState expected =
          i + 1 < parts.size()
              ? fromLeft(parts.subList(i + 1, parts.size()))
              : parts.get(0).copy().subtract(parts.get(0));
      assertThat(left.longs()).as(name + " subtracted").isEqualTo(expected.longs());
    }
  }
}
