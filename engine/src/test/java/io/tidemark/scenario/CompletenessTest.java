package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;

import io.tidemark.time.WatermarkStrategy;
import org.junit.jupiter.api.Test;

/**
 * When is 10:00 to 10:05 complete? Never, for a source may always have more; now, for somebody
 * waits for it. Three policies on the same events:
 *
 * <pre>
 *   10:01  10:04  10:05:10  10:03  10:06  10:02  10:20
 *                              ↑             ↑          behind by 2:10 and by 4:00
 *   never                                               4 of 4, at the end of the input
 *   now             2 of 4     lost          lost
 *   bound 30 s                        3 of 4 lost
 *   … kept 2 min                      3 of 4 4 of 4     told again
 * </pre>
 */
class CompletenessTest extends ScenarioTest {
  private static final String WINDOW = "[10:00:00,10:05:00) k1 ";
  private static final String NEXT = "[10:05:00,10:10:00) k1 n=2 sum=2";
  private static final String LAST = "[10:20:00,10:25:00) k1 n=1 sum=1";

  @Test
  void s098ShouldBeCompleteAtTheEndWhereTimeNeverMoves() {
    events(policy().watermarks(WatermarkStrategy.none()))
        .expectFirings()
        .close()
        .expectFirings(WINDOW + "n=4 sum=4", NEXT, LAST)
        .expectLate();
  }

  @Test
  void s098ShouldLoseWhatComesLaterWhereTimeMovesNow() {
    events(policy().bound(0))
        .close()
        .expectFirings(WINDOW + "n=2 sum=2", NEXT, LAST)
        .expectLate("k1 10:03:00@10:05:09.999", "k1 10:02:00@10:05:59.999");
  }

  @Test
  void s098ShouldWaitForWhatIsBoundToCome() {
    events(policy().bound(30 * SECOND))
        .close()
        .expectFirings(WINDOW + "n=3 sum=3", NEXT, LAST)
        .expectLate("k1 10:02:00@10:05:29.999");
  }

  @Test
  void s098ShouldCorrectWhatHasBeenToldWithinTheLateness() {
    events(policy().bound(30 * SECOND).lateness(2 * MINUTE))
        .close()
        .expectFirings(WINDOW + "n=3 sum=3", WINDOW + "n=4 sum=4 late r1", NEXT, LAST)
        .expectLate();
  }

  private Scenario policy() {
    return tumbling(5 * MINUTE).showingClock();
  }

  private static Scenario events(Scenario policy) {
    return policy.at("10:01", "10:04", "10:05:10", "10:03", "10:06", "10:02", "10:20");
  }
}
