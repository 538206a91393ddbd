package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.runtime.UserCodeException;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sessions: cases from practice, the ends of time, the order of firings, settings. */
class SessionsTest extends ScenarioTest {
  private static final long[][] PERMUTATIONS = {
    {0, 15, 8}, {0, 8, 15}, {8, 0, 15}, {8, 15, 0}, {15, 0, 8}, {15, 8, 0}
  };

  @Test
  void c19ShouldEndASessionTheGapBehindItsLastEvent() {
    sessions(10)
        .event(0, 0, 1, 1)
        .event(0, 9, 2, 1)
        .expectWatermark("8")
        .event(0, 9, 1, 1)
        .event(0, 30, 2, 1)
        .expectFirings("[0,19) k1 n=2 sum=2", "[9,19) k2 n=1 sum=1");

    sessions(10)
        .event(0, 0, 1, 1)
        .event(0, 10, 2, 1)
        .expectFirings("[0,10) k1 n=1 sum=1")
        .event(0, 9, 1, 1)
        .event(0, 30, 2, 1)
        .expectLate()
        .expectFirings("[0,10) k1 n=1 sum=1", "[9,19) k1 n=1 sum=1", "[10,20) k2 n=1 sum=1");
  }

  @Test
  void c20ShouldJoinBothNeighboursInAnyOrder() {
    for (long[] timestamps : PERMUTATIONS) {
      sessions(10).bound(20).at(timestamps).close().expectFirings("[0,25) k1 n=3 sum=3");
    }
  }

  @Test
  void c21ShouldNotLetALateEventIntoTheNextSession() {
    sessions(10)
        .event(0, 0, 1, 1)
        .event(0, 20, 2, 1)
        .event(0, 2, 1, 1)
        .event(0, 25, 1, 1)
        .event(0, 60, 2, 1)
        .expectLate("k1 2@19")
        .expectFirings("[0,10) k1 n=1 sum=1", "[20,30) k2 n=1 sum=1", "[25,35) k1 n=1 sum=1");
  }

  @Test
  void s149ShouldSplitWhereTheGapIsExceeded() {
    long gap = 5 * Times.MINUTE;
    sessions(gap)
        .showingClock()
        .at("10:00:00", "10:05:00")
        .close()
        .expectFirings("[10:00:00,10:10:00) k1 n=2 sum=2");

    sessions(gap)
        .showingClock()
        .bound(gap)
        .at("10:00:00", "10:05:00.001")
        .expectWindowCount(2, window -> window.liveWindows())
        .at("10:03:00")
        .expectWindowCount(1, window -> window.liveWindows())
        .close()
        .expectFirings("[10:00:00,10:10:00.001) k1 n=3 sum=3");
  }

  @Test
  void shouldTakeNegativeTimes() {
    sessions(10)
        .at(-100, -90, -79)
        .expectFirings("[-100,-80) k1 n=2 sum=2")
        .close()
        .expectFirings("[-100,-80) k1 n=2 sum=2", "[-79,-69) k1 n=1 sum=1");
  }

  @Test
  void shouldRejectWhatHasNoEndInside64Bits() {
    sessions(10)
        .bound(1_000)
        .at(Long.MAX_VALUE - 9)
        .expectRejected("9223372036854775798 bad-timestamp")
        .at(Long.MAX_VALUE - 10, Long.MAX_VALUE - 20)
        .close()
        .expectFirings("[9223372036854775787,9223372036854775807) k1 n=2 sum=2");

    sessions(10)
        .at(Long.MIN_VALUE)
        .expectRejected("-9223372036854775808 bad-timestamp")
        .at(Long.MIN_VALUE + 1)
        .move(0)
        .expectFirings("[-9223372036854775807,-9223372036854775797) k1 n=1 sum=1");
  }

  @Test
  void shouldEndAtTheEndOfTimeWhereTheGapReachesBeyond() {
    dynamicSessions()
        .event(0, 200, 1, Long.MAX_VALUE - 100)
        .event(0, Long.MAX_VALUE - 1, 2, 10)
        .event(0, 195, 1, 7)
        .event(0, 195, 2, 7)
        .expectLate("k2 195@9223372036854775805")
        .expectFirings()
        .close()
        .expectFirings(
            "[195,9223372036854775807) k1 n=2 sum=9223372036854775714",
            "[9223372036854775806,9223372036854775807) k2 n=1 sum=10");
  }

  @Test
  void shouldFireAfterALeapOfAges() {
    sessions(10)
        .at(0, 1L << 60)
        .expectFirings("[0,10) k1 n=1 sum=1")
        .at(1L << 61)
        .expectFirings(
            "[0,10) k1 n=1 sum=1", "[1152921504606846976,1152921504606846986) k1 n=1 sum=1");
  }

  @Test
  void shouldFireByEndThenDefinitionThenStartThenFirstSeen() {
    sessions(10, 20)
        .bound(100)
        .event(0, 10, 5, 1)
        .event(0, 20, 4, 1)
        .event(0, 10, 3, 1)
        .event(0, 20, 3, 1)
        .event(0, 20, 2, 1)
        .event(0, 10, 1, 1)
        .event(0, 20, 5, 1)
        .close()
        .expectFirings(
            "10 [10,20) k1 n=1 sum=1",
            "10 [10,30) k5 n=2 sum=2",
            "10 [10,30) k3 n=2 sum=2",
            "10 [20,30) k4 n=1 sum=1",
            "10 [20,30) k2 n=1 sum=1",
            "20 [10,30) k1 n=1 sum=1",
            "20 [10,40) k5 n=2 sum=2",
            "20 [10,40) k3 n=2 sum=2",
            "20 [20,40) k4 n=1 sum=1",
            "20 [20,40) k2 n=1 sum=1");
  }

  /** A merged session is as old as the oldest of its parts. */
  @Test
  void shouldOrderMergedSessionsByTheirFirstEvent() {
    sessions(10)
        .bound(100)
        .event(0, 30, 1, 1)
        .event(0, 15, 2, 1)
        .event(0, 15, 1, 1)
        .event(0, 30, 2, 1)
        .event(0, 22, 1, 1)
        .event(0, 22, 2, 1)
        .close()
        .expectFirings("[15,40) k1 n=3 sum=3", "[15,40) k2 n=3 sum=3");
  }

  @Test
  void shouldCountSessionsOpenedAndClosed() {
    sessions(10)
        .bound(100)
        .at(0, 20, 10)
        .expectWindowCount(2, window -> window.openedWindows)
        .expectWindowCount(1, window -> window.closedWindows)
        .expectWindowCount(2, window -> window.openedRows)
        .expectWindowCount(1, window -> window.closedRows)
        .at(500)
        .expectWindowCount(1, window -> window.liveRows())
        .close()
        .expectWindowCount(0, window -> window.liveWindows())
        .expectWindowCount(4, window -> window.counted);
  }

  @Test
  void shouldTreatAGapOfZeroOrLessAsIfTheFunctionHadThrown() {
    dynamicSessions()
        .with(builder -> builder.rejectOnThrow())
        .event(0, 5, 1, 0)
        .event(0, 6, 1, -1)
        .event(0, 7, 1, 1)
        .close()
        .expectRejected("5 user-code", "6 user-code")
        .expectFirings("[7,8) k1 n=1 sum=1");

    Job<Sample> job = job(WindowDefinition.session("w", sample -> sample.value));
    Engine<Sample> engine = Engine.start(job, EngineOptions.inline());
    assertThatThrownBy(() -> publishGap(engine, -3))
        .hasRootCauseMessage("windows[w].gap: -3; expected more than 0")
        .hasStackTraceContaining(UserCodeException.class.getSimpleName());
  }

  @Test
  void shouldNameSettingAndValueOfWrongSessions() {
    assertWrong(ZERO, "windows[w].gap: PT0S; expected more than 0");
    assertWrong(ofMillis(-1), "windows[w].gap: PT-0.001S; expected more than 0");
    assertWrong(ofNanos(1), "windows[w].gap: PT0.000000001S is no whole number of ms");
    assertThatThrownBy(() -> WindowDefinition.<Sample>session("w", ofMillis(1)).offset(ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("offset: PT0.001S; expected none, as sessions begin with their first event");
  }

  private static void assertWrong(Duration gap, String message) {
    assertThatThrownBy(() -> job(WindowDefinition.session("w", gap)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static Job<Sample> job(WindowDefinition<Sample> windows) {
    return Job.builder("sessions", Sample::new)
        .timestamp(MILLISECONDS, sample -> sample.time)
        .watermarks(WatermarkStrategy.monotonous())
        .window(windows.aggregate("n", count()))
        .build();
  }

  private static void publishGap(Engine<Sample> engine, long gap) {
    Publisher<Sample> publisher = engine.publisher();
    publisher.claim().value = gap;
    publisher.publish(0, 0);
  }
}
