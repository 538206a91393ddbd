package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.time.WatermarkStrategy.boundedByKind;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static io.tidemark.time.WatermarkStrategy.none;
import static io.tidemark.time.WatermarkStrategy.preset;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import io.tidemark.time.Preset;
import io.tidemark.time.WatermarkException;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The built-in strategies and what a publisher itself says of event time. */
class StrategyTest extends ScenarioTest {
  @Test
  void s059ShouldBeEqualWhateverTheOrderOfTheSettings() {
    List<UnaryOperator<WatermarkStrategy<Object>>> settings =
        List.of(
            s -> s.idleness(ofMinutes(1)),
            s -> s.emitEvery(ofMillis(200)),
            s -> s.whenAllIdle(AllIdle.HOLD));
    int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    ToIntFunction<Object> kind = event -> 0;
    WatermarkStrategy<Object> expected =
        inOrder(boundedByKind(kind, ofMillis(5)), settings, 0, 1, 2);
    for (int[] order : orders) {
      WatermarkStrategy<Object> strategy =
          inOrder(boundedByKind(kind, ofMillis(5)), settings, order);
      assertThat(strategy)
          .isEqualTo(expected)
          .hasSameHashCodeAs(expected)
          .hasToString(expected + "");
    }
    assertThat(boundedByKind(kind, ofMillis(6))).isNotEqualTo(boundedByKind(kind, ofMillis(5)));
    assertThat(monotonous().onDisorder(Disorder.FAIL).idleness(ofMillis(1)))
        .isEqualTo(monotonous().idleness(ofMillis(1)).onDisorder(Disorder.FAIL))
        .isNotEqualTo(monotonous().idleness(ofMillis(1)));
  }

  @Test
  void s161ShouldHaveTheBoundsOfThePresets() {
    assertThat(preset(Preset.AGGRESSIVE)).isEqualTo(boundedOutOfOrderness(ofSeconds(10)));
    assertThat(preset(Preset.BALANCED)).isEqualTo(boundedOutOfOrderness(ofMinutes(2)));
    assertThat(preset(Preset.CONSERVATIVE)).isEqualTo(boundedOutOfOrderness(ofMinutes(30)));
  }

  /** A window of a minute ends at its event; the next event closes it if it is the bound later. */
  @Test
  void s180ShouldFireTheBoundOfThePresetAfterTheEnd() {
    for (Preset preset : Preset.values()) {
      long bound = preset.bound().toMillis();
      tumbling(MINUTE)
          .watermarks(preset(preset))
          .at(0, MINUTE + bound - 1)
          .expectFirings()
          .at(MINUTE + bound)
          .expectFirings("[0,60000) k1 n=1 sum=1");
    }
  }

  @Test
  void s032ShouldCountDisorder() {
    falling(Disorder.COUNT)
        .expectWatermarks("0", "1", "2", "2", "3")
        .expectCount(1, counters -> counters.monotonyViolations)
        .close()
        .expectFirings("[0,10) k1 n=5 sum=5");
  }

  @Test
  void s032ShouldRejectDisorder() {
    falling(Disorder.REJECT)
        .expectWatermarks("0", "1", "2", "2", "3")
        .expectCount(1, counters -> counters.monotonyViolations)
        .expectRejected("1 disorder")
        .expectCount(1, counters -> counters.rejected(RejectReason.DISORDER.ordinal()))
        .close()
        .expectFirings("[0,10) k1 n=4 sum=4");
  }

  @Test
  void s032ShouldFailOnDisorder() {
    Engine<Sample> engine =
        tumbling(10).watermarks(monotonous().onDisorder(Disorder.FAIL)).failingEngine();
    publish(engine, 3, 7);
    publish(engine, 3, 7);
    assertThatThrownBy(() -> publish(engine, 3, 5))
        .isInstanceOf(EngineFailedException.class)
        .cause()
        .isInstanceOf(WatermarkException.class)
        .hasMessage("partition 3: timestamp 5 after 7, where they must not fall");
  }

  /** What came before the event that failed has had its effect, however many came at a time. */
  @Test
  void shouldTakeWhatCameBeforeTheEventThatFailed() {
    Engine<Sample> engine =
        tumbling(10).watermarks(monotonous().onDisorder(Disorder.FAIL)).failingEngine();
    long[] times = {5, 25, 24, 50};
    engine.publisher().claim(times.length);
    for (int i = 0; i < times.length; i++) {
      engine.publisher().event(i).time = times[i];
      engine.publisher().set(i, 0, 0);
    }
    assertThatThrownBy(() -> engine.publisher().publishClaimed(times.length))
        .isInstanceOf(EngineFailedException.class);
    assertThat(engine.watermark()).isEqualTo(24);
    assertThat(engine.counters().accepted.value()).isEqualTo(2);
    assertThat(engine.counters().windows().get(0).onTimeFirings.value()).isEqualTo(1);
  }

  @Test
  void shouldJudgeDisorderWithinAPartitionAndAnewAfterItLeft() {
    tumbling(10)
        .watermarks(monotonous().onDisorder(Disorder.REJECT))
        .on(0, 50)
        .on(1, 20)
        .leave(0)
        .on(0, 30)
        .idle(0)
        .on(0, 29)
        .expectRejected("29 disorder")
        .expectIdle(0, true);
  }

  @Test
  void shouldRefuseSettingsThatDoNotGoTogether() {
    assertThatThrownBy(() -> none().onDisorder(Disorder.FAIL))
        .hasMessage("watermarks.disorder: FAIL with NONE; expected with MONOTONOUS only");
    assertThatThrownBy(() -> boundedOutOfOrderness(Duration.ofMillis(-1)))
        .hasMessage("watermarks.bound: PT-0.001S; expected 0 or more");
  }

  @Test
  void shouldMoveByTheWatermarksThatAPublisherGives() {
    tumbling(10)
        .watermarks(none())
        .on(0, 5)
        .expectWatermark("none")
        .watermark(0, 8)
        .expectFirings()
        .watermark(0, 9)
        .expectFirings("[0,10) k1 n=1 sum=1")
        .watermark(0, 7)
        .expectWatermark("9")
        .on(0, 9)
        .expectLate("k1 9@9")
        .watermark(0, Long.MAX_VALUE)
        .expectWatermark("end");
  }

  @Test
  void shouldTakeTheLargerOfGivenWatermarksAndThoseOfEvents() {
    tumbling(10).at(20).watermark(0, 30).at(25).expectWatermark("30").at(40).expectWatermark("39");
    tumbling(10).at(20).watermark(0, 10).expectWatermark("19");
  }

  @Test
  void shouldJoinAndWakeByAGivenWatermark() {
    tumbling(10)
        .at(50)
        .watermark(1, 20)
        .at(60)
        .expectWatermark("49")
        .expectHolder(1)
        .watermark(1, 55)
        .expectWatermark("55")
        .idle(1)
        .expectWatermark("59")
        .watermark(1, 55)
        .expectIdle(1, false)
        .at(80)
        .expectWatermark("59")
        .end(1)
        .watermark(1, 90)
        .expectWatermark("79");
  }

  @Test
  void shouldTakeAGivenWatermarkForASignOfLife() {
    tumbling(10)
        .idleness(400)
        .partitions(2)
        .on(0, 50)
        .on(1, 20)
        .now(350)
        .tick(350)
        .watermark(1, 10)
        .tick(400)
        .expectIdle(0, true)
        .expectIdle(1, false);
  }

  @Test
  void shouldHeedAGivenWatermarkAtTheNextTickWherePeriodic() {
    tumbling(10)
        .periodic(200)
        .on(0, 5)
        .watermark(0, 30)
        .expectWatermark("none")
        .tick(200)
        .expectWatermark("30");
  }

  private Scenario falling(Disorder disorder) {
    return tumbling(10).watermarks(monotonous().onDisorder(disorder)).at(1, 2, 3, 1, 4);
  }

  private static void publish(Engine<Sample> engine, int partition, long time) {
    engine.publisher().claim().time = time;
    engine.publisher().publish(partition, 0);
  }

  private static WatermarkStrategy<Object> inOrder(
      WatermarkStrategy<Object> strategy,
      List<UnaryOperator<WatermarkStrategy<Object>>> settings,
      int... order) {
    for (int i : order) {
      strategy = settings.get(i).apply(strategy);
    }
    return strategy;
  }
}
