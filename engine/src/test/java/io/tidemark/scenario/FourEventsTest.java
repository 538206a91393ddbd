package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;

import org.junit.jupiter.api.Test;

/**
 * The job of four events that a text on Flink shows: five-minute windows, bound 5 s, allowed
 * lateness 2 min; key 1 is its user a, key 2 its user b.
 */
class FourEventsTest extends ScenarioTest {
  private static final long B = 1_700_000_000_000L;
  private static final String FIRST = "[%d,%d)".formatted(B - 200_000, B + 100_000);
  private static final String SECOND_WINDOW = "[%d,%d)".formatted(B + 100_000, B + 400_000);

  @Test
  void s062ShouldFireWith10AndThenWith50() {
    fourEvents(job()).expectFirings(FIRST + " k1 n=1 sum=10", FIRST + " k1 n=2 sum=50 late r1");
  }

  @Test
  void s070ShouldFireOnceEachWhenNoTickComesBeforeTheEnd() {
    fourEvents(job().periodic(200))
        .expectWatermark("none")
        .close()
        .expectFirings(
            FIRST + " k1 n=2 sum=50",
            SECOND_WINDOW + " k2 n=1 sum=20",
            SECOND_WINDOW + " k1 n=1 sum=30")
        .expectLate();
  }

  @Test
  void s071ShouldMoveTheWatermarkWithEachEvent() {
    fourEvents(job())
        .expectWatermarks(
            "" + (B - 5_001), "" + (B + 114_999), "" + (B + 174_999), "" + (B + 174_999))
        .close()
        .expectFirings(
            FIRST + " k1 n=1 sum=10",
            FIRST + " k1 n=2 sum=50 late r1",
            SECOND_WINDOW + " k2 n=1 sum=20",
            SECOND_WINDOW + " k1 n=1 sum=30")
        .expectLate();
  }

  @Test
  void s072ShouldFindTheEventOfOneMinuteBehindAndNotTheOneOfThree() {
    Scenario scenario = job().event(0, B, 1, 10).event(0, B + 120_000, 2, 20);
    scenario.event(0, B + 180_000, 1, 30).expectCount(0, counters -> counters.behindWatermark);
    scenario.expectWatermark("" + (B + 60_000 + 114_999));
    scenario.event(0, B + 60_000, 1, 40).expectCount(1, counters -> counters.behindWatermark);
  }

  /** One of key a's first window; the others have none. */
  @Test
  void s073ShouldCountOneEventBehindPerEventAndNoneBounded() {
    fourEvents(job())
        .expectCount(1, counters -> counters.behindWatermark)
        .expectWindowCount(1, window -> window.lateFirings);
    fourEvents(job().periodic(200))
        .close()
        .expectCount(0, counters -> counters.behindWatermark)
        .expectWindowCount(0, window -> window.lateFirings);
  }

  @Test
  void s077ShouldSendWhatIsTooLateToTheSide() {
    fourEvents(job())
        .event(0, B + 400_000, 1, 50)
        .event(0, B + 50_000, 1, 60)
        .expectLate("k1 1700000050000@" + (B + 394_999))
        .close()
        .expectFirings(
            FIRST + " k1 n=1 sum=10",
            FIRST + " k1 n=2 sum=50 late r1",
            SECOND_WINDOW + " k2 n=1 sum=20",
            SECOND_WINDOW + " k1 n=1 sum=30",
            "[%d,%d) k1 n=1 sum=50".formatted(B + 400_000, B + 700_000));
  }

  private Scenario job() {
    return tumbling(5 * MINUTE).bound(5 * SECOND).lateness(2 * MINUTE);
  }

  private static Scenario fourEvents(Scenario scenario) {
    return scenario
        .event(0, B, 1, 10)
        .event(0, B + 120_000, 2, 20)
        .event(0, B + 180_000, 1, 30)
        .event(0, B + 60_000, 1, 40);
  }
}
