package io.tidemark.scenario;

import org.junit.jupiter.api.Test;

/**
 * What Apache Flink's own tests, and runs of its classes, give for sessions; the names are those of
 * the specification. Events come on partition 0; partition 1 gives the watermark.
 */
class SessionVectorsTest extends ScenarioTest {
  private static final long FAR = 1_000_000;

  private Scenario scenario;

  @Test
  void v110ShouldTakeGapsFromEventsAndMakeSessionsOfThoseThatTouch() {
    given(dynamicSessions(), 0);
    event(1, 0, 5_000);
    event(2, 4_999, 4_000);
    event(3, 5_000, 9_000);
    watermark(20_000)
        .expectFirings(
            "[0,5000) k1 n=1 sum=5000",
            "[4999,8999) k2 n=1 sum=4000",
            "[5000,14000) k3 n=1 sum=9000");
  }

  /** Windows that touch or lie in others become one; those a unit apart do not. */
  @Test
  void v111ShouldMergeConsecutiveAndCoveringWindows() {
    sessions(1)
        .bound(100)
        .at(0, 1, 2, 4, 5)
        .close()
        .expectFirings("[0,3) k1 n=3 sum=3", "[4,6) k1 n=2 sum=2");
    dynamicSessions()
        .bound(100)
        .event(0, 0, 1, 2)
        .event(0, 4, 1, 3)
        .event(0, 5, 1, 1)
        .close()
        .expectFirings("[0,2) k1 n=1 sum=2", "[4,7) k1 n=2 sum=4");
  }

  @Test
  void v145ShouldKeepSessionsOfKeysApart() {
    given(sessions(3_000), 0);
    event(2, 0, 1);
    event(2, 1_000, 2);
    event(2, 2_500, 3);
    event(1, 10, 1);
    event(1, 1_000, 2);
    event(1, 2_500, 3);
    event(2, 5_501, 4);
    event(2, 6_000, 5);
    event(2, 6_000, 5);
    event(2, 6_050, 6);
    watermark(12_000)
        .expectFirings(
            "[0,5500) k2 n=3 sum=6", "[10,5500) k1 n=3 sum=6", "[5501,9050) k2 n=4 sum=20");
    event(2, 15_000, 10);
    event(2, 15_000, 20);
    watermark(17_999)
        .expectFirings(
            "[0,5500) k2 n=3 sum=6",
            "[10,5500) k1 n=3 sum=6",
            "[5501,9050) k2 n=4 sum=20",
            "[15000,18000) k2 n=2 sum=30");
  }

  @Test
  void v146ShouldMakeOneSessionOfEventsExactlyTheGapApart() {
    given(sessions(10), 0);
    event(1, 0, 1);
    event(1, 10, 2);
    event(1, 21, 4);
    watermark(18).expectFirings();
    watermark(19).expectFirings("[0,20) k1 n=2 sum=3");
    watermark(30).expectFirings("[0,20) k1 n=2 sum=3", "[21,31) k1 n=1 sum=4");
  }

  @Test
  void v147ShouldOpenASessionThatOverlapsOneThatIsGone() {
    given(sessions(10), 0);
    event(1, 0, 1);
    watermark(8);
    event(1, 5, 2);
    watermark(9).expectFirings();
    event(1, 1, 4);
    watermark(14).expectFirings("[0,15) k1 n=3 sum=7");
    event(1, 5, 8);
    event(1, 4, 8);
    scenario.expectLate("k1 5@14", "k1 4@14");
    event(1, 6, 16);
    watermark(15).expectFirings("[0,15) k1 n=3 sum=7", "[6,16) k1 n=1 sum=16");
  }

  @Test
  void v148ShouldTakeTheStartOfASessionBackByEventsThatAreLateAlone() {
    given(sessions(10), 0);
    event(1, 20, 1);
    watermark(25);
    event(1, 15, 2);
    event(1, 11, 4);
    event(1, 1, 8);
    watermark(29).expectFirings("[1,30) k1 n=4 sum=15").expectLate();
  }

  @Test
  void v149ShouldFireAgainWhatGrewAndAtOnceWhatDidNot() {
    given(sessions(10), 5);
    event(1, 0, 1);
    watermark(9);
    event(1, 3, 2);
    scenario.expectFirings("[0,10) k1 n=1 sum=1");
    watermark(13).expectFirings("[0,10) k1 n=1 sum=1", "[0,13) k1 n=2 sum=3");
    watermark(14);
    event(1, 0, 4);
    scenario.expectFirings(
        "[0,10) k1 n=1 sum=1", "[0,13) k1 n=2 sum=3", "[0,13) k1 n=3 sum=7 late r1");
    watermark(17);
    event(1, 1, 8);
    scenario.expectLate("k1 1@17").expectWindowCount(0, window -> window.liveRows());
  }

  @Test
  void v150ShouldFireAtOnceWhatALateEventBridges() {
    given(sessions(10), 20);
    event(1, 0, 1);
    event(1, 15, 2);
    watermark(24).expectFirings("[0,10) k1 n=1 sum=1", "[15,25) k1 n=1 sum=2");
    event(1, 8, 4);
    scenario
        .expectFirings("[0,10) k1 n=1 sum=1", "[15,25) k1 n=1 sum=2", "[0,25) k1 n=3 sum=7 late")
        .expectWindowCount(1, window -> window.liveRows());
    watermark(43).expectWindowCount(1, window -> window.liveRows());
    watermark(44).expectWindowCount(0, window -> window.liveRows());
  }

  @Test
  void v151ShouldKeepASessionThatGrewUntilItsNewEnd() {
    given(sessions(10), 20);
    event(1, 0, 1);
    watermark(9);
    event(1, 9, 2);
    scenario.expectFirings("[0,10) k1 n=1 sum=1");
    watermark(18).expectFirings("[0,10) k1 n=1 sum=1", "[0,19) k1 n=2 sum=3");
    watermark(37).expectWindowCount(1, window -> window.liveRows());
    watermark(38).expectWindowCount(0, window -> window.liveRows());
  }

  @Test
  void v152ShouldNotMergeEventsThatAreTooLate() {
    given(sessions(3_000), 0);
    upTo14600();
    event(2, 10_000, 1);
    event(2, 10_100, 1);
    scenario.expectLate("k2 10000@14600", "k2 10100@14600");
    event(2, 14_500, 1);
    watermark(20_000);
    watermark(100_000)
        .expectFirings(
            "[1000,11500) k2 n=5 sum=5",
            "[11600,14600) k2 n=1 sum=1",
            "[14500,17500) k2 n=1 sum=1");
  }

  @Test
  void v153ShouldJoinASessionThatIsStillKept() {
    given(sessions(3_000), 10);
    upTo14600();
    event(2, 10_000, 1);
    event(2, 14_500, 1);
    watermark(20_000)
        .expectLate()
        .expectFirings(
            "[1000,11500) k2 n=5 sum=5",
            "[11600,14600) k2 n=1 sum=1",
            "[10000,14600) k2 n=2 sum=2 late",
            "[10000,17500) k2 n=3 sum=3");
  }

  @Test
  void v154ShouldBridgeSessionsThatHaveFired() {
    given(sessions(3_000), 10_000);
    upTo14600();
    event(2, 10_000, 1);
    event(2, 14_500, 1);
    watermark(20_000)
        .expectLate()
        .expectFirings(
            "[1000,11500) k2 n=5 sum=5",
            "[11600,14600) k2 n=1 sum=1",
            "[1000,14600) k2 n=7 sum=7 late",
            "[1000,17500) k2 n=8 sum=8");
  }

  private void upTo14600() {
    event(2, 1_000, 1);
    watermark(1_999);
    event(2, 2_000, 1);
    watermark(4_998);
    event(2, 4_500, 1);
    event(2, 8_500, 1);
    watermark(7_400);
    event(2, 7_000, 1);
    watermark(11_501);
    event(2, 11_600, 1);
    watermark(14_600);
  }

  @Test
  void v158ShouldNotShrinkBehindAShorterGap() {
    given(dynamicSessions(), 0);
    event(1, 10, 3_000);
    event(2, 5_000, 2_000);
    event(2, 6_000, 2_000);
    watermark(8_999).expectFirings("[10,3010) k1 n=1 sum=3000", "[5000,8000) k2 n=2 sum=4000");
    event(2, 9_000, 2_000);
    event(2, 10_000, 2_000);
    event(2, 10_500, 1_000);
    watermark(12_999)
        .expectFirings(
            "[10,3010) k1 n=1 sum=3000",
            "[5000,8000) k2 n=2 sum=4000",
            "[9000,12000) k2 n=3 sum=5000");
    event(2, 13_000, 2_000);
    event(2, 13_500, 2_000);
    event(2, 14_000, 2_000);
    watermark(16_999)
        .expectFirings(
            "[10,3010) k1 n=1 sum=3000",
            "[5000,8000) k2 n=2 sum=4000",
            "[9000,12000) k2 n=3 sum=5000",
            "[13000,16000) k2 n=3 sum=6000");
  }

  /** Flink loses the first two there; there is nothing to be said for that. */
  @Test
  void v159ShouldLoseNothingWhereAnEventCoversExactlyTheSession() {
    given(dynamicSessions(), 0);
    event(1, 0, 10);
    event(1, 5, 15);
    event(1, 0, 20);
    watermark(100)
        .expectFirings("[0,20) k1 n=3 sum=45")
        .expectWindowCount(0, window -> window.liveRows());
  }

  /** Flink throws there: its check of the merged window overflows. */
  @Test
  void v160ShouldMergeWhereTheLatenessHasNoEnd() {
    given(sessions(10), Long.MAX_VALUE);
    event(1, 0, 1);
    watermark(5);
    event(1, 3, 2);
    watermark(100).expectFirings("[0,13) k1 n=2 sum=3");
    event(1, 4, 4);
    watermark(200).expectLate().expectFirings("[0,13) k1 n=2 sum=3", "[0,14) k1 n=3 sum=7 late");
  }

  @Test
  void v163ShouldJoinSessionsStepByStep() {
    given(dynamicSessions(), 0);
    event(1, 0, 3);
    event(1, 5, 3);
    event(1, 10, 3);
    scenario.expectWindowCount(3, window -> window.liveRows());
    event(1, 8, 2);
    scenario.expectWindowCount(2, window -> window.liveRows());
    event(1, 3, 2);
    scenario.expectWindowCount(1, window -> window.liveRows());
    watermark(12).expectFirings("[0,13) k1 n=5 sum=13");
  }

  @Test
  void v164ShouldJoinAllThatOneEventCovers() {
    given(dynamicSessions(), 0);
    event(1, 1, 1);
    event(1, 1, 1);
    event(2, 1, 2);
    event(2, 5, 3);
    event(2, 10, 3);
    scenario.expectWindowCount(4, window -> window.liveRows());
    event(2, 0, 13);
    scenario.expectWindowCount(2, window -> window.liveRows());
    watermark(12).expectFirings("[1,2) k1 n=2 sum=2", "[0,13) k2 n=4 sum=21");
  }

  /** The window of the last event alone is late by then, and so was what Flink refused to merge. */
  @Test
  void v168ShouldMergeAsLongAsTheSessionIsKept() {
    given(dynamicSessions(), 10);
    event(1, 0, 11);
    event(2, 0, 12);
    watermark(20);
    event(1, 5, 1);
    scenario.expectLate("k1 5@20");
    event(2, 5, 1);
    scenario.expectFirings(
        "[0,11) k1 n=1 sum=11", "[0,12) k2 n=1 sum=12", "[0,12) k2 n=2 sum=13 late r1");
  }

  private void given(Scenario sessions, long lateness) {
    scenario =
        sessions.lateness(lateness).partitions(2).filteringNegativeValues().event(0, FAR, 0, -1);
  }

  private void event(long key, long timestamp, long value) {
    scenario.event(0, timestamp, key, value);
  }

  private Scenario watermark(long watermark) {
    return scenario.event(1, watermark + 1, 0, -1).expectWatermark("" + watermark);
  }
}
