package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.scenario.Times.HOUR;
import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.window.WindowDefinition;
import org.junit.jupiter.api.Test;

/** Which window an event falls into, and when it fires. */
class FiringTest extends ScenarioTest {
  @Test
  void s014ShouldKeepTheTimestampAndHoldNoStateOnceTheWindowIsClosed() {
    Scenario scenario =
        tumbling(5 * MINUTE).lateness(2 * MINUTE).filteringNegativeValues().showingClock();
    scenario.at("12:03:15");
    scenario.expectWatermark("12:03:14.999");
    scenario.move("12:06:59.999").expectWindowCount(1, window -> window.liveRows());
    scenario
        .move("12:07:00")
        .expectWatermark("12:06:59.999")
        .expectFirings("[12:00:00,12:05:00) k1 n=1 sum=1")
        .expectWindowCount(0, window -> window.liveRows())
        .expectWindowCount(0, window -> window.liveWindows());
  }

  @Test
  void s015ShouldNotBuildAJobThatDoesNotSayWhatEventTimeIs() {
    JobBuilder<Sample> builder =
        Job.builder("bars", Sample::new)
            .watermarks(monotonous())
            .window(WindowDefinition.<Sample>tumbling("w", ofMillis(10)).aggregate("n", count()));
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bars")
        .hasMessageContaining("timestamp");

    builder.timestamp(MILLISECONDS, sample -> sample.time);
    assertThat(builder.build().unit()).isEqualTo(MILLISECONDS);
  }

  /** S150, S175: else its windows would silently stay open. It asks for a bound. */
  @Test
  void s007ShouldNotBuildAJobThatDoesNotSayWhenAllHasArrived() {
    JobBuilder<Sample> builder =
        Job.builder("bars", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .window(WindowDefinition.<Sample>tumbling("w", ofMillis(10)).aggregate("n", count()));
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "job bars: watermarks: not set; expected a strategy, for example"
                + " boundedOutOfOrderness(bound), the bound being how much disorder to wait for");
  }

  @Test
  void shouldNotBuildAJobWithTwoDefinitionsOfOneName() {
    Scenario scenario = tumbling(10, 10);
    assertThatThrownBy(() -> scenario.at(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("job scenario: windows[10]: two definitions have this name");
  }

  @Test
  void s025ShouldCloseBothWindowsThatTheWatermarkPassed() {
    tumbling(5 * SECOND)
        .bound(5 * SECOND)
        .showingClock()
        .at("12:00:00", "12:00:08", "12:00:02")
        .expectFirings()
        .at("12:00:15")
        .expectFirings("[12:00:00,12:00:05) k1 n=2 sum=2", "[12:00:05,12:00:10) k1 n=1 sum=1")
        .expectWindowCount(1, window -> window.liveWindows());
  }

  @Test
  void s076ShouldFireAllAtTheEndOfInputOnly() {
    tumbling(10)
        .at(5, 15)
        .close()
        .expectWatermark("end")
        .expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1");
    tumbling(10).at(5, 15).halt().expectWatermark("14").expectFirings("[0,10) k1 n=1 sum=1");
  }

  @Test
  void s094ShouldFireWhenTheWatermarkEqualsTheLastMoment() {
    tumbling(10).at(5, 9).expectWatermark("8").expectFirings();
    tumbling(10).at(5, 10).expectWatermark("9").expectFirings("[0,10) k1 n=1 sum=1");
  }

  @Test
  void s099ShouldFireAtThirtySecondsPastTheEnd() {
    tenOClock()
        .move("10:05:30")
        .expectWatermark("10:04:59.999")
        .expectFirings("[10:00:00,10:05:00) k1 n=1 sum=1");
  }

  @Test
  void s100ShouldNotFireAMillisecondEarlier() {
    tenOClock()
        .move("10:05:29.999")
        .expectFirings()
        .move("10:05:30")
        .expectFirings("[10:00:00,10:05:00) k1 n=1 sum=1");
  }

  @Test
  void s104ShouldFireOnceWithTheThreeEventsBeforeTheEnd() {
    tenOClock()
        .at("10:03:00", "10:02:00")
        .expectFirings()
        .at("10:06:00")
        .expectFirings("[10:00:00,10:05:00) k1 n=3 sum=3")
        .close()
        .expectFirings("[10:00:00,10:05:00) k1 n=3 sum=3", "[10:05:00,10:10:00) k1 n=1 sum=1");
  }

  @Test
  void s146ShouldPutEveryEventIntoOneWindow() {
    tumbling(5 * MINUTE)
        .showingClock()
        .at("10:04:59.999", "10:05:00")
        .close()
        .expectFirings("[10:00:00,10:05:00) k1 n=1 sum=1", "[10:05:00,10:10:00) k1 n=1 sum=1");
  }

  @Test
  void s152ShouldHoldTheLongerWindowOpen() {
    Scenario scenario = tumbling(5 * MINUTE, 10 * MINUTE).bound(2 * MINUTE);
    scenario.filteringNegativeValues().showingClock().at("10:01:00");
    scenario
        .move("10:10:00")
        .expectWatermark("10:07:59.999")
        .expectFirings("300000 [10:00:00,10:05:00) k1 n=1 sum=1");
    scenario
        .move("10:11:59.999")
        .expectFirings("300000 [10:00:00,10:05:00) k1 n=1 sum=1")
        .move("10:12:00")
        .expectFirings(
            "300000 [10:00:00,10:05:00) k1 n=1 sum=1", "600000 [10:00:00,10:10:00) k1 n=1 sum=1");
  }

  @Test
  void c11ShouldNotFireByTheClockWhenTheOnlyPartitionIsSilent() {
    tumbling(10)
        .idleness(100)
        .at(5)
        .tick(1_000_000)
        .expectWatermark("4")
        .expectFirings()
        .expectWindowCount(1, window -> window.liveWindows());
  }

  @Test
  void c11ShouldFireTheLastWindowOnceThroughClose() {
    tumbling(10)
        .at(5, 15, 25)
        .expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1")
        .close()
        .close()
        .expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1", "[20,30) k1 n=1 sum=1");
  }

  @Test
  void c12ShouldPutNegativeTimestampsIntoTheWindowTheyAreIn() {
    tumbling(10)
        .bound(20)
        .at(-1, -10, -11)
        .close()
        .expectFirings("[-20,-10) k1 n=1 sum=1", "[-10,0) k1 n=2 sum=2")
        .expectLate();
    tumbling(10)
        .offset(5)
        .bound(20)
        .at(2, -5, -6)
        .close()
        .expectFirings("[-15,-5) k1 n=1 sum=1", "[-5,5) k1 n=2 sum=2")
        .expectLate();
  }

  /** 2024-01-01T15:59:59.999Z and one ms later. */
  @Test
  void c13ShouldTakeANegativeOffset() {
    tumbling(24 * HOUR)
        .offset(-8 * HOUR)
        .at(1704124799999L, 1704124800000L)
        .close()
        .expectFirings(
            "[1704038400000,1704124800000) k1 n=1 sum=1",
            "[1704124800000,1704211200000) k1 n=1 sum=1");
  }

  @Test
  void c13ShouldRefuseAnOffsetAsLongAsTheSize() {
    for (long offset : new long[] {24 * HOUR, -24 * HOUR}) {
      Scenario scenario = tumbling(24 * HOUR).offset(offset);
      assertThatThrownBy(() -> scenario.at(0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("offset: " + ofMillis(offset))
          .hasMessageContaining("less than the size PT24H");
    }
  }

  private Scenario tenOClock() {
    return tumbling(5 * MINUTE)
        .bound(30 * SECOND)
        .filteringNegativeValues()
        .showingClock()
        .at("10:00:00");
  }
}
