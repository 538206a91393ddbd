package io.tidemark.scenario;

import static java.time.Duration.ofMillis;

import io.tidemark.counters.WindowCounters;
import io.tidemark.window.WindowDefinition;
import org.junit.jupiter.api.Test;

/** The last so many ms up to each event. */
class RollingTest extends ScenarioTest {
  private Scenario rolling(long range) {
    return windows(WindowDefinition.rolling("rolling", ofMillis(range)));
  }

  @Test
  void shouldFireForEachEventWithWhatIsNoOlderThanTheRange() {
    rolling(10)
        .event(0, 5, 1, 1)
        .event(0, 10, 1, 10)
        .event(0, 15, 1, 100)
        .event(0, 25, 1, 1_000)
        .event(0, 26, 2, 5)
        .close()
        .expectFirings(
            "[-5,5) k1 n=1 sum=1",
            "[0,10) k1 n=2 sum=11",
            "[5,15) k1 n=2 sum=110",
            "[15,25) k1 n=1 sum=1000",
            "[16,26) k2 n=1 sum=5")
        .expectWindowCount(0, WindowCounters::liveWindows)
        .expectWindowCount(0, WindowCounters::liveRows);
  }

  @Test
  void shouldFireOnceForAllEventsOfATimestamp() {
    rolling(10)
        .filteringNegativeValues()
        .event(0, 5, 1, 1)
        .event(0, 5, 1, 10)
        .event(0, 5, 2, 3)
        .expectFirings()
        .move(6)
        .expectFirings("[-5,5) k1 n=2 sum=11", "[-5,5) k2 n=1 sum=3");
  }

  @Test
  void shouldPutEventsInOrderBeforeItFires() {
    rolling(10)
        .bound(20)
        .event(0, 30, 1, 1)
        .event(0, 25, 1, 10)
        .event(0, 28, 1, 100)
        .event(0, 20, 1, 1_000)
        .close()
        .expectFirings(
            "[10,20) k1 n=1 sum=1000",
            "[15,25) k1 n=2 sum=1010",
            "[18,28) k1 n=3 sum=1110",
            "[20,30) k1 n=3 sum=111");
  }

  @Test
  void shouldNotCountALateEventAnywhere() {
    rolling(10)
        .at(20, 22)
        .at(20)
        .expectLate("k1 20@21")
        .close()
        .expectFirings("[10,20) k1 n=1 sum=1", "[12,22) k1 n=2 sum=2");
  }

  @Test
  void shouldFireAllWindowsThatReachBackToALateEventAgain() {
    rolling(10)
        .lateness(20)
        .event(0, 20, 1, 1)
        .event(0, 24, 1, 10)
        .event(0, 29, 1, 100)
        .event(0, 40, 1, 1_000)
        .expectFirings("[10,20) k1 n=1 sum=1", "[14,24) k1 n=2 sum=11", "[19,29) k1 n=3 sum=111")
        .event(0, 21, 1, 5)
        .expectFirings(
            "[10,20) k1 n=1 sum=1",
            "[14,24) k1 n=2 sum=11",
            "[19,29) k1 n=3 sum=111",
            "[11,21) k1 n=2 sum=6 late",
            "[14,24) k1 n=3 sum=16 late r1",
            "[19,29) k1 n=4 sum=116 late r1")
        .event(0, 19, 1, 1)
        .expectLate("k1 19@39")
        .close()
        .expectWindowCount(0, WindowCounters::liveRows);
  }
}
