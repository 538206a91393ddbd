package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.scenario.Times.clock;

import io.tidemark.JobBuilder;
import org.junit.jupiter.api.Test;

/** Several partitions: the minimum, silence, coming back, leaving. */
class MergingTest extends ScenarioTest {
  @Test
  void s048ShouldBeHeldByTheSlowestWhileTheOthersGoOn() {
    threePartitions(tumbling(5 * SECOND))
        .on(0, "13:00:00")
        .on(1, "13:00:00")
        .expectWatermark("12:00:25")
        .expectHolder(2);
  }

  @Test
  void s050ShouldMergeByTheMinimum() {
    threePartitions(tumbling(5 * SECOND)).expectWatermark("12:00:25");
  }

  @Test
  void s052ShouldBeHeldByOneSilentPartition() {
    Scenario scenario = threePartitions(tumbling(30 * SECOND));
    for (long minute = 1; minute <= 60; minute++) {
      long time = clock("12:00:00") + minute * MINUTE;
      scenario.now(minute * MINUTE).on(0, time).on(1, time);
    }
    scenario.expectWatermark("12:00:25").expectFirings();
  }

  @Test
  void s053ShouldLeaveOutAPartitionSilentForAMinute() {
    threePartitions(tumbling(30 * SECOND).idleness(MINUTE))
        .now(59 * SECOND)
        .on(0, "12:00:30.001")
        .on(1, "12:00:45.001")
        .expectWatermark("12:00:25")
        .tick(60 * SECOND)
        .expectWatermark("12:00:30")
        .expectFirings("[12:00:00,12:00:30) k1 n=1 sum=1");
  }

  /** The silent partition's last event comes 100 ms after the ticks began, 200 ms apart. */
  @Test
  void s054ShouldNotBeIdleBeforeTheMinuteAndBeIdleByTheNextTick() {
    Scenario scenario = tumbling(5 * SECOND).partitions(2).idleness(MINUTE).showingClock();
    scenario.on(0, "12:00:30.001").now(100).on(1, "12:00:25.001");
    scenario.now(100 + 59_000).on(0, "12:00:30.001");
    scenario.tick(100 + 59_999).expectWatermark("12:00:25");
    scenario.tick(100 + 60_000 + 200).expectWatermark("12:00:30");
  }

  @Test
  void s055ShouldHoldTheWatermarkForAPartitionThatComesBack() {
    Scenario scenario = threePartitions(tumbling(5 * SECOND).idleness(MINUTE));
    scenario.now(59 * SECOND).on(0, "12:00:30.001").on(1, "12:00:45.001");
    scenario.tick(60 * SECOND).expectWatermark("12:00:30");
    scenario
        .on(2, "12:00:26")
        .expectWatermark("12:00:30")
        .expectLate("k1 12:00:26@12:00:30")
        .on(0, "12:01:00")
        .expectWatermark("12:00:30")
        .expectWindowCount(1, window -> window.lateAfterIdle);
  }

  @Test
  void s056ShouldMergeToTheLargestWhenAllAreIdleInEitherOrder() {
    tumbling(10).on(0, 6).on(1, 5).idle(0).idle(1).expectWatermark("5");
    tumbling(10).on(0, 6).on(1, 5).idle(1).idle(0).expectWatermark("5");
  }

  @Test
  void s047ShouldShowEachPartitionsOwnWatermark() {
    threePartitions(tumbling(5 * SECOND))
        .expectWatermarkOf(0, "12:00:30")
        .expectWatermarkOf(1, "12:00:45")
        .expectWatermarkOf(2, "12:00:25");
  }

  @Test
  void s107ShouldBeHeldByTheSlowestOfThree() {
    threeSources().expectWatermark("10:03:00").expectHolder(1);
  }

  @Test
  void s108ShouldGoOnWithoutTheSilentOne() {
    threeSources()
        .now(59 * SECOND)
        .on(0, "10:05:00.001")
        .on(2, "10:06:00.001")
        .tick(60 * SECOND)
        .expectWatermark("10:05:00");
  }

  @Test
  void s154ShouldTakeTheLowestOfAUnion() {
    tumbling(10)
        .partitions(3)
        .on(0, 31)
        .expectWatermark("none")
        .on(1, 11)
        .expectWatermark("none")
        .on(2, 21)
        .expectWatermark("10")
        .on(1, 41)
        .expectWatermark("20");
  }

  @Test
  void s164ShouldLeaveOutAnIdlePartitionOfAUnion() {
    Scenario scenario = tumbling(MINUTE).partitions(3).idleness(30 * SECOND).showingClock();
    scenario.on(0, "10:09:00.001").on(1, "10:03:00.001").on(2, "10:08:00.001");
    scenario.expectWatermark("10:03:00");
    scenario.now(29 * SECOND).on(0, "10:09:00.001").on(2, "10:08:00.001");
    scenario.tick(30 * SECOND).expectWatermark("10:08:00");
  }

  @Test
  void c01ShouldLeaveOutPartitionsThatNeverHadAnEvent() {
    Scenario scenario = tumbling(10).partitions(4).idleness(100).at(5, 15, 25);
    scenario.expectWatermark("none").expectFirings();
    scenario.tick(200).expectWatermark("24");
    scenario.expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1");
  }

  @Test
  void c01ShouldDoSoWhileTheOtherOneIsActive() {
    Scenario scenario = tumbling(10).partitions(4).idleness(100).at(5, 15).now(150).at(25);
    scenario.expectWatermark("none").tick(200).expectWatermark("24");
    scenario.expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1");
  }

  @Test
  void c02ShouldNotDependOnWhichPartitionIsIdleFirst() {
    tumbling(10)
        .partitions(2)
        .on(0, 6)
        .on(1, 5)
        .idle(0)
        .idle(1)
        .expectWatermarks("none", "4", "4", "5");
    tumbling(10)
        .partitions(2)
        .on(0, 6)
        .on(1, 5)
        .idle(1)
        .idle(0)
        .expectWatermarks("none", "4", "5", "5");
  }

  @Test
  void c03ShouldNotBeHeldByAPartitionThatIsGone() {
    Scenario left = tumbling(10).partitions(2).on(0, 101).on(1, 21).expectWatermark("20");
    left.leave(1).expectWatermark("100").expectFirings("[20,30) k1 n=1 sum=1");

    Scenario ended = tumbling(10).partitions(2).on(0, 101).on(1, 21).expectWatermark("20");
    ended.end(1).expectWatermark("100").expectFirings("[20,30) k1 n=1 sum=1");
  }

  @Test
  void c03ShouldKeepTheWatermarkWhenNoPartitionIsLeft() {
    tumbling(10).on(0, 101).leave(0).expectWatermark("100").on(1, 50).expectWatermark("100");
  }

  @Test
  void c04ShouldBeHeldByAPartitionThatWakesUpWithOldEvents() {
    tumbling(10)
        .partitions(2)
        .on(0, 100)
        .idle(1)
        .expectWatermark("99")
        .event(1, 50, 2, 1)
        .expectLate("k2 50@99")
        .on(0, 200)
        .expectWatermark("99")
        .expectFirings()
        .idle(1)
        .expectWatermark("199")
        .expectFirings("[100,110) k1 n=1 sum=1");
  }

  @Test
  void c09ShouldGoOnWhenAllEventsOfAPartitionAreFilteredOut() {
    tumbling(10)
        .partitions(2)
        .filteringNegativeValues()
        .on(0, 5)
        .event(1, 5, 1, -1)
        .on(0, 25)
        .event(1, 25, 1, -1)
        .expectWatermark("24")
        .expectFirings("[0,10) k1 n=1 sum=1")
        .expectCount(2, counters -> counters.filtered)
        .expectLate();
  }

  /** Idleness follows arrivals; a source whose stamps step back an hour and on by two is heard. */
  @Test
  void c10ShouldMeasureSilenceByArrivalsAndNotByTimestamps() {
    long hour = Times.HOUR;
    Scenario scenario = tumbling(10).bound(3 * hour).idleness(100).periodic(10).partitions(2);
    scenario.on(0, 5 * hour).now(50).on(1, 5 * hour);
    scenario.now(90).on(0, 4 * hour).now(145).on(1, 6 * hour);
    scenario.tick(180).expectWatermark("" + (2 * hour - 1));
    scenario.tick(190).expectWatermark("" + (3 * hour - 1));
  }

  @Test
  void c10ShouldCountAnArrivalThatGoesBackAsTheLargestSeen() {
    Scenario scenario = tumbling(10).idleness(100).periodic(10).partitions(2);
    scenario.on(0, 50).now(1_000).on(1, 80).now(500).on(0, 51);
    scenario.tick(1_090).expectWatermark("50").tick(1_100).expectWatermark("79");
  }

  /** With an event on its way, a partition would hold the watermark from its join on. */
  @Test
  void shouldJoinWithAnEventOnly() {
    tumbling(10).active(1).idle(2).leave(3).at(20).expectWatermark("19");
    tumbling(10).on(1, 5).leave(1).active(1).idle(1).on(0, 20).expectWatermark("19");
  }

  /**
   *
   *
   * <pre>
   *   ms   0        900  1,000     1,900  2,000
   *   p0   50       51                            p0 goes on all the time
   *   p1   10       active                        silent from 900 on: idle at the tick at 2,000
   * </pre>
   */
  @Test
  void shouldCountSilenceFromTheArrivalOfASignOfLife() {
    Scenario scenario = tumbling(10).idleness(1_000).partitions(2);
    scenario.on(0, 50).on(1, 10).now(900).active(1);
    scenario.now(1_800).on(0, 51).expectWatermark("9");
    scenario.now(1_999).on(0, 52).expectWatermark("9").now(2_000).on(0, 53).expectWatermark("52");
  }

  /** The ticks that are due before a sign of life come first. */
  @Test
  void shouldTickBeforeASignOfLife() {
    Scenario scenario = tumbling(10).idleness(1_000).partitions(2);
    scenario.on(0, 50).on(1, 10).now(900).on(0, 51).now(1_000).active(1);
    scenario.expectWatermark("50").on(1, 11).expectLate("k1 11@50");
  }

  @Test
  void shouldStayEndedWhateverIsSaidOfIt() {
    tumbling(10)
        .on(0, 20)
        .end(1)
        .leave(1)
        .active(1)
        .idle(1)
        .end(1)
        .on(1, 30)
        .expectRejected("30 partition")
        .on(0, 40)
        .expectWatermark("39");
  }

  @Test
  void shouldEndWhenTheDeclaredPartitionsHaveEnded() {
    closed(2).on(0, 5).on(1, 5).end(0).expectWatermark("4").end(1).expectWatermark("end");
    closed(2).end(0).leave(0).end(0).on(1, 5).expectWatermark("4").end(1).expectWatermark("end");
  }

  @Test
  void shouldNotHeedOthersWhereNoneMayJoin() {
    closed(2).on(0, 5).end(7).end(8).expectWatermark("none").on(1, 5).expectWatermark("4");
    closed(1).active(5).idle(6).leave(7).end(8).at(20).expectWatermark("19");
  }

  @Test
  void shouldHaveRoomForSoManyPartitions() {
    int max = JobBuilder.MAX_PARTITIONS;
    tumbling(10)
        .active(max)
        .end(Integer.MAX_VALUE)
        .leave(Integer.MAX_VALUE)
        .on(max - 1, 20)
        .on(max, 30)
        .on(Integer.MAX_VALUE, 31)
        .expectRejected("30 partition", "31 partition")
        .idle(Integer.MAX_VALUE)
        .expectWatermark("19");
  }

  @Test
  void shouldHeedWhatPartitionsSayAtTicksOnlyWherePeriodic() {
    Scenario scenario = tumbling(10).periodic(200).on(0, 31).on(1, 11).on(2, 21);
    scenario.tick(200).expectWatermark("10");
    scenario.leave(1).idle(2).expectWatermark("10").tick(399).expectWatermark("10");
    scenario.tick(400).expectWatermark("30");
    scenario.idle(0).leave(2).end(0).tick(600).expectWatermark("30");
  }

  private Scenario closed(int partitions) {
    return tumbling(10).partitions(partitions).with(JobBuilder::noOtherPartitions);
  }

  private static Scenario threePartitions(Scenario scenario) {
    return scenario
        .partitions(3)
        .showingClock()
        .on(0, "12:00:30.001")
        .on(1, "12:00:45.001")
        .on(2, "12:00:25.001");
  }

  private Scenario threeSources() {
    return tumbling(MINUTE)
        .partitions(3)
        .idleness(MINUTE)
        .showingClock()
        .on(0, "10:05:00.001")
        .on(1, "10:03:00.001")
        .on(2, "10:06:00.001");
  }
}
