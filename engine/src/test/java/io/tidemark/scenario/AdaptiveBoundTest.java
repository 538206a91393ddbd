package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.adaptive;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.Engine;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.BoundDecisions.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds that follow the disorder of their partitions. */
class AdaptiveBoundTest extends AdaptiveTest {
  /**
   * A hundred decisions at 0.1 % of 10,000 events each. The late events of one block are the sum of
   * a binomial's and the order statistic's variance, 10 each: of 100 blocks 1,000 with a standard
   * deviation of 45. Rounding the bound up by up to 1 % makes exponential disorder late up to 6 %
   * less often. So 15 % below and above are more than three deviations.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void f08ShouldComeToTheTargetedLateShare(long seed) {
    Engine<Sample> engine =
        engine(adaptive(AdaptiveBound.of(0.001, ofMillis(0), ofSeconds(100)).step(ofSeconds(100))));
    SplittableRandom random = new SplittableRandom(seed);
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      publish(engine, 0, now += 5, random);
    }
    long before = engine.counters().behindWatermark.value();
    int events = 1_000_000;
    for (int i = 0; i < events; i++) {
      publish(engine, 0, now += 5, random);
    }
    double share = (engine.counters().behindWatermark.value() - before) / (double) events;
    assertThat(share).as("seed " + seed).isCloseTo(0.001, within(0.000_15));
    // ln(1000) times the mean.
    assertThat(bound(engine, 0)).isBetween(5_000L, 10_000L);
  }

  /** Worked by hand: 100 events, of which fewer than one may exceed the bound: the largest. */
  @Test
  void f08ShouldMoveByOneStepAtATime() {
    Engine<Sample> engine =
        engine(adaptive(PER_CENT.startingAt(ofMillis(500)).step(ofMillis(200)).decideEvery(100)));
    block(engine, 0, 1_000, 150);
    block(engine, 100, 2_000, 150);
    block(engine, 200, 3_000, 150);
    block(engine, 300, 4_000, 9_000);
    block(engine, 400, 14_000, 9_000);
    engine.close();
    assertThat(decisions.all())
        .containsExactly(
            new Decision(0, 0, 500),
            new Decision(0, 100, 300),
            new Decision(0, 200, 150),
            new Decision(0, 300, 150),
            new Decision(0, 400, 350),
            new Decision(0, 500, 550));
  }

  /** A hundred events, all of one timestamp but for one that is this much behind. */
  private static void block(Engine<Sample> engine, long now, long timestamp, long behind) {
    for (int i = 0; i < 100; i++) {
      publish(engine, 0, i == 50 ? timestamp - behind : timestamp, now);
    }
  }

  @Test
  void f08ShouldStayWithinItsBounds() {
    Engine<Sample> engine =
        engine(
            adaptive(
                AdaptiveBound.of(0.01, ofMillis(40), ofMillis(60))
                    .step(ofSeconds(1))
                    .decideEvery(100)));
    block(engine, 0, 1_000, 5);
    block(engine, 0, 2_000, 900);
    engine.close();
    assertThat(decisions.all())
        .containsExactly(
            new Decision(0, 0, 60), new Decision(0, 100, 40), new Decision(0, 200, 60));
  }

  @Test
  void f08ShouldNeverTakeTheWatermarkBackWhenTheBoundGrows() {
    Engine<Sample> engine =
        engine(adaptive(PER_CENT.startingAt(ofMillis(0)).step(ofSeconds(5)).decideEvery(100)));
    block(engine, 0, 5_000, 3_000);
    assertThat(engine.watermark()).isEqualTo(4_999);
    publish(engine, 0, 7_000, 0);
    assertThat(engine.watermark()).as("7,000 - 3,000 - 1 is less").isEqualTo(4_999);
    publish(engine, 0, 8_100, 0);
    assertThat(engine.watermark()).isEqualTo(8_100 - bound(engine, 0) - 1).isGreaterThan(4_999);
    assertThat(engine.counters().watermarkRegressions.value()).isZero();
  }

  @Test
  void f08ShouldFollowEachPartitionBeforeTheMerge() {
    Engine<Sample> engine = engine(adaptive(PER_CENT.step(ofSeconds(10)).decideEvery(100)));
    for (int i = 0; i < 100; i++) {
      publish(engine, 0, 10_000 - (i == 50 ? 20 : 0), 0);
      publish(engine, 1, 10_000 - (i == 50 ? 200 : 0), 0);
    }
    publish(engine, 0, 10_000, 0);
    publish(engine, 1, 10_000, 0);
    assertThat(bound(engine, 0)).isEqualTo(20);
    assertThat(bound(engine, 1)).isEqualTo(200);
    assertThat(engine.partitions().watermark(0)).isEqualTo(9_979);
    assertThat(engine.partitions().watermark(1)).isEqualTo(9_799);
    assertThat(engine.watermark()).isEqualTo(9_799);
  }

  /** Against a model that keeps every value and sorts them; below 256 the histogram is exact. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void f08ShouldDecideAndJudgeAsTheModelDoes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double target = 0.005 + random.nextDouble() / 4;
    int every = (int) Math.ceil(1 / target) + random.nextInt(40);
    long max = 20L + random.nextInt(230);
    long min = random.nextInt(20);
    long step = 1L + random.nextInt(60);
    long start = min + random.nextInt((int) (max - min) + 1);
    Engine<Sample> engine =
        engine(
            adaptive(
                AdaptiveBound.of(target, ofMillis(min), ofMillis(max))
                    .decideEvery(every)
                    .step(ofMillis(step))
                    .startingAt(ofMillis(start))));
    BoundModel model = new BoundModel(target, every, min, max, step, start);
    long now = 1_000;
    for (int i = 0; i < 3_000; i++) {
      now += random.nextInt(4);
      long timestamp = now - random.nextInt(1 + random.nextInt(300));
      publish(engine, 0, timestamp, now);
      model.event(timestamp);
      assertThat(engine.watermark()).as("seed %s, event %s", seed, i).isEqualTo(model.watermark);
    }
    assertThat(decisions.all()).as("seed " + seed).isEqualTo(model.decisions).hasSizeGreaterThan(5);
  }

  /** The specification, with lists. */
  private static final class BoundModel {
    private final double target;
    private final int every;
    private final long min;
    private final long max;
    private final long step;
    private final List<Decision> decisions = new ArrayList<>();
    private final List<Long> disorders = new ArrayList<>();
    private long bound;
    private long largest = Long.MIN_VALUE;
    private long events;
    private long watermark = Long.MIN_VALUE;

    BoundModel(double target, int every, long min, long max, long step, long start) {
      this.target = target;
      this.every = every;
      this.min = min;
      this.max = max;
      this.step = step;
      this.bound = start;
      decisions.add(new Decision(0, 0, start));
    }

    void event(long timestamp) {
      largest = Math.max(largest, timestamp);
      watermark = Math.max(watermark, largest - bound - 1);
      disorders.add(largest - timestamp);
      events++;
      if (disorders.size() == every) {
        long wanted = 0;
        while (exceeding(wanted) > Math.max((long) Math.floor(target * every) - 1, 0)) {
          wanted++;
        }
        long moved =
            wanted > bound ? Math.min(wanted, bound + step) : Math.max(wanted, bound - step);
        bound = Math.max(min, Math.min(moved, max));
        decisions.add(new Decision(0, events, bound));
        disorders.clear();
      }
    }

    private long exceeding(long candidate) {
      return disorders.stream().filter(disorder -> disorder > candidate).count();
    }
  }
}
