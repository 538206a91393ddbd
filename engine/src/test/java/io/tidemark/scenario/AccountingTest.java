package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.none;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.output.FiringKind;
import io.tidemark.output.WindowResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** That nothing is lost or counted twice, and that the watermark keeps its promises. */
class AccountingTest extends ScenarioTest {
  /** The demo shows the same; here the counts. */
  @Test
  void s001ShouldAccountForAnEventOfEachFate() {
    tumbling(10)
        .bound(2)
        .lateness(5)
        .at(5)
        .expectWatermark("2")
        .at(3)
        .expectCount(0, counters -> counters.behindWatermark)
        .at(12)
        .expectFirings("[0,10) k1 n=2 sum=2")
        .at(4)
        .expectFirings("[0,10) k1 n=2 sum=2", "[0,10) k1 n=3 sum=3 late r1")
        .at(17)
        .expectWatermark("14")
        .at(6)
        .expectLate("k1 6@14")
        .expectCount(6, counters -> counters.published)
        .expectCount(6, counters -> counters.accepted)
        .expectWindowCount(5, window -> window.counted)
        .expectWindowCount(1, window -> window.tooLate)
        .expectWindowCount(1, window -> window.lateFirings);
  }

  @Test
  void shouldAccountForRejectedAndFilteredEvents() {
    tumbling(10)
        .partitions(1)
        .with(builder -> builder.noOtherPartitions())
        .filteringNegativeValues()
        .at(5, Long.MIN_VALUE, Long.MAX_VALUE)
        .on(1, 6)
        .move(7)
        .expectRejected(
            "-9223372036854775808 bad-timestamp",
            "9223372036854775807 bad-timestamp",
            "6 partition")
        .expectCount(5, counters -> counters.published)
        .expectCount(3, counters -> counters.rejected())
        .expectCount(1, counters -> counters.filtered)
        .expectCount(1, counters -> counters.accepted);
  }

  @Test
  void s017ShouldTradeLateEventsForDelayByTheBound() {
    long seed = 17;
    List<Long> late = new ArrayList<>();
    List<Double> delay = new ArrayList<>();
    for (long bound : new long[] {1_000, 5_000, 30_000}) {
      RandomStream stream = new RandomStream(seed, 10_000);
      Delays delays = new Delays(stream);
      Engine<Sample> engine =
          tumbling(10_000)
              .bound(bound)
              .engine(EngineOptions.<Sample>inline().onResult(delays::add).onLate(l -> {}));
      stream.publishAll(engine);
      late.add(engine.counters().windows().get(0).tooLate.value());
      delay.add(delays.mean());
    }

    assertThat(late.get(0)).as("seed " + seed).isGreaterThan(late.get(1));
    assertThat(late.get(1)).as("seed " + seed).isGreaterThan(late.get(2));
    assertThat(delay).as("seed " + seed).isSorted();
    assertThat(delay.get(0)).isBetween(1_000.0, 2_000.0);
    assertThat(delay.get(2)).isBetween(30_000.0, 31_000.0);
  }

  /** A strategy whose watermarks fall is stood in for by partitions that wake up far behind. */
  @Test
  void s018ShouldNeverTakeTheWatermarkBack() {
    long seed = 18;
    RandomStream stream = new RandomStream(seed, 1_000_000).partitions(3).sleepy();
    Engine<Sample> engine = tumbling(10_000).engine(EngineOptions.<Sample>inline().onLate(l -> {}));
    long before = engine.watermark();
    while (stream.publishNext(engine)) {
      assertThatNotBack(before, engine.watermark(), seed);
      before = engine.watermark();
    }
    assertThat(engine.counters().watermarkRegressions.value()).as("seed " + seed).isPositive();
  }

  @Test
  void s019ShouldNotFireOnTimeWhatTheWatermarkHadPassed() {
    long seed = 19;
    RandomStream stream = new RandomStream(seed, 50_000).partitions(3).sleepy();
    List<String> wrong = new ArrayList<>();
    long[] before = {Long.MIN_VALUE};
    Engine<Sample> engine =
        tumbling(1_000)
            .lateness(10_000)
            .engine(
                EngineOptions.<Sample>inline()
                    .onLate(l -> {})
                    .onResult(
                        result -> {
                          boolean passed = result.end() - 1 <= before[0];
                          if (passed != (result.kind() == FiringKind.LATE)) {
                            wrong.add(result + " after " + before[0]);
                          }
                        }));
    while (stream.publishNext(engine)) {
      before[0] = engine.watermark();
    }

    assertThat(wrong).as("seed " + seed).isEmpty();
    assertThat(engine.counters().windows().get(0).lateFirings.value()).isPositive();
  }

  /** A file is a bounded stream whose watermark need not move before its end. */
  @Test
  void s135ShouldGiveTheSameFinalsBoundedAndLive() {
    long seed = 135;
    int count = 20_000;
    long disorder = new RandomStream(seed, count).largestDisorder();
    Map<String, String> bounded = finals(tumbling(1_000).watermarks(none()), seed, count);

    assertThat(finals(tumbling(1_000).bound(disorder), seed, count)).isEqualTo(bounded);
    assertThat(finals(tumbling(1_000).bound(disorder).periodic(200), seed, count))
        .isEqualTo(bounded);
    assertThat(finals(tumbling(1_000).lateness(disorder), seed, count)).isEqualTo(bounded);
  }

  /** The last firing of each window and key. */
  private static Map<String, String> finals(Scenario scenario, long seed, int count) {
    Map<String, String> finals = new TreeMap<>();
    Engine<Sample> engine =
        scenario.engine(
            EngineOptions.<Sample>inline()
                .onResult(r -> finals.put(r.key() + "@" + r.start(), values(r))));
    new RandomStream(seed, count).publishAll(engine);
    engine.close();
    return finals;
  }

  private static String values(WindowResult result) {
    return result.longValue(0) + " " + result.longValue(1);
  }

  private static void assertThatNotBack(long before, long now, long seed) {
    if (now < before) {
      throw new AssertionError("seed " + seed + ": watermark " + now + " after " + before);
    }
  }

  /** How long after a window's end it fired, by the largest timestamp published. */
  private static final class Delays {
    private final RandomStream stream;
    private long sum;
    private int count;

    Delays(RandomStream stream) {
      this.stream = stream;
    }

    void add(WindowResult result) {
      sum += stream.largestTimestamp() - result.end();
      count++;
    }

    double mean() {
      return (double) sum / count;
    }
  }
}
