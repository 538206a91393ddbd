package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.time.PartitionProfile;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delay, disorder and the time between arrivals, measured of each partition. */
class ProfileTest extends MeasuringTest {
  private static final long DAY_MS = 24L * 3_600 * 1_000;

  private final SplittableRandom random = new SplittableRandom(113);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s113ShouldReportTheDelaysPercentilesWithinOnePerCent(boolean fused) {
    Engine<Sample> engine = measuring(fused);
    long[] delaysMs = new long[100_000];
    for (int i = 0; i < delaysMs.length; i++) {
      delaysMs[i] = quantileMs((i + 1) / (double) delaysMs.length);
    }
    shuffle(delaysMs);
    long nowMs = 1_700_000_000_000L;
    for (long delayMs : delaysMs) {
      nowMs += 3;
      publish(engine, 0, nowMs - delayMs, nowMs);
    }
    engine.close();

    Histogram delayNs = profile(engine, 0).delayNs();
    assertThat(delayNs.getTotalCount()).isEqualTo(100_000);
    near(delayNs, 50, 1_000 * MS);
    near(delayNs, 95, 15_000 * MS);
    near(delayNs, 99, 45_000 * MS);
  }

  /** P50 1 s, P95 15 s, P99 45 s, at most 2 min; linear in between. */
  private static long quantileMs(double share) {
    if (share <= 0.5) {
      return between(share, 0, 0.5, 0, 1_000);
    }
    if (share <= 0.95) {
      return between(share, 0.5, 0.95, 1_000, 15_000);
    }
    return share <= 0.99
        ? between(share, 0.95, 0.99, 15_000, 45_000)
        : between(share, 0.99, 1, 45_000, 120_000);
  }

  private static long between(double share, double from, double to, long low, long high) {
    return Math.round(low + (share - from) / (to - from) * (high - low));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s114ShouldTellDelayFromDisorder(boolean fused) {
    Engine<Sample> engine = measuring(fused);
    for (long ms = 0; ms < 10_000; ms++) {
      publish(engine, 0, ms, ms + 45_000);
    }
    engine.close();

    PartitionProfile profile = profile(engine, 0);
    near(profile.delayNs(), 99, 45_000 * MS);
    assertThat(profile.disorder().getValueAtPercentile(99)).isZero();
    assertThat(profile.disorder().getMaxValue()).isZero();
    assertThat(profile.events()).isEqualTo(10_000);
  }

  @Test
  void shouldMeasureDisorderFromThePartitionsOwnLargestTimestamp() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 0, 100, 0);
    publish(engine, 1, 5_000, 0);
    publish(engine, 0, 60, 0);
    publish(engine, 0, 130, 0);
    publish(engine, 0, 120, 0);
    publish(engine, 1, 4_999, 0);

    assertThat(values(profile(engine, 0).disorder())).isEqualTo("{0=2, 10=1, 40=1}");
    assertThat(values(profile(engine, 1).disorder())).isEqualTo("{0=1, 1=1}");
  }

  @Test
  void shouldCountTimestampsAfterTheirArrivalApart() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 0, 1_000, 1_000);
    publish(engine, 0, 1_400, 1_000);
    publish(engine, 0, 1_001, 1_000);

    PartitionProfile profile = profile(engine, 0);
    assertThat(profile.delayNs().getTotalCount()).isEqualTo(1);
    assertThat(profile.delayNs().getMinValue()).isZero();
    assertThat(profile.negativeDelays()).isEqualTo(2);
    assertThat(profile.largestLeadNs()).isEqualTo(400 * MS);
    assertThat(profile.events()).isEqualTo(3);
  }

  @Test
  void s058ShouldMeasureTheTimeBetweenArrivals() {
    Engine<Sample> engine = measuring(false);
    for (int i = 0; i < 1_000; i++) {
      publish(engine, 0, i, i * 20L);
    }
    publish(engine, 0, 1_000, 999 * 20L + 5_000);
    publish(engine, 0, 1_001, 0);

    Histogram gapsNs = profile(engine, 0).interArrivalNs();
    assertThat(gapsNs.getTotalCount()).isEqualTo(1_001);
    near(gapsNs, 50, 20 * MS);
    near(gapsNs, 100, 5_000 * MS);
    assertThat(gapsNs.getMinValue()).as("of the arrival that went back").isZero();
  }

  @Test
  void shouldCountFilteredEventsButNoRejectedOnes() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 0, 10, 20);
    publish(engine, 0, Long.MIN_VALUE, 20);
    Sample filtered = engine.publisher().claim();
    filtered.time = 10;
    filtered.value = -1;
    engine.publisher().publish(0, 20 * MS);

    assertThat(profile(engine, 0).events()).isEqualTo(2);
  }

  @Test
  void shouldForgetAPartitionThatLeft() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 3, 10, 20);
    publish(engine, 3, 11, 20);
    engine.publisher().leave(3);
    assertThat(engine.profile(3)).isEmpty();
    publish(engine, 3, 5, 20);

    PartitionProfile profile = profile(engine, 3);
    assertThat(profile.events()).isEqualTo(1);
    assertThat(profile.disorder().getMaxValue()).as("it joined from nothing").isZero();
  }

  @Test
  void shouldKeepTheProfileOfAPartitionThatEnded() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 0, 10, 20);
    engine.publisher().end(0);

    assertThat(profile(engine, 0).events()).isEqualTo(1);
  }

  @Test
  void shouldMeasureNothingUnlessAskedTo() {
    Engine<Sample> engine = tumbling(10).engine(EngineOptions.inline());
    publish(engine, 0, 10, 20);

    assertThat(engine.profile(0)).isEmpty();
  }

  @Test
  void shouldKnowNothingOfPartitionsThatHadNoEvent() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 1, 10, 20);

    assertThat(engine.profile(-1)).isEmpty();
    assertThat(engine.profile(0)).isEmpty();
    assertThat(engine.profile(2)).isEmpty();
    assertThat(engine.profile(1 << 20)).isEmpty();
  }

  @Test
  void shouldBearTheEndsOfTime() {
    Engine<Sample> engine = measuring(false);
    long[] ends = {-(1L << 62), 0, 1L << 62};
    for (long timestamp : ends) {
      for (long arrivalNs : new long[] {Long.MIN_VALUE + 1, 0, Long.MAX_VALUE}) {
        Sample sample = engine.publisher().claim();
        sample.time = timestamp;
        engine.publisher().publish(0, arrivalNs);
      }
    }

    PartitionProfile profile = profile(engine, 0);
    assertThat(profile.events()).isEqualTo(9);
    assertThat(profile.delayNs().getTotalCount() + profile.negativeDelays()).isEqualTo(9);
    assertThat(profile.disorder().getMaxValue()).as("all counted").isZero();
    publish(engine, 0, 0, 0);
    near(profile(engine, 0).disorder(), 100, DAY_MS);
  }

  private static String values(Histogram histogram) {
    TreeMap<Long, Long> counts = new TreeMap<>();
    histogram
        .recordedValues()
        .forEach(
            value -> counts.put(value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
    return counts.toString();
  }

  private void shuffle(long[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }
}
