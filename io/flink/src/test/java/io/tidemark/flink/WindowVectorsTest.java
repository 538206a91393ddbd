package io.tidemark.flink;

import static io.tidemark.flink.WindowSpec.dynamicSession;
import static io.tidemark.flink.WindowSpec.tumbling;

import org.junit.jupiter.api.Test;

/**
 * The vectors of the specification on Flink's window operator, run on both sides: what Flink's own
 * tests, and runs of its classes, give. Others are run elsewhere, or cannot be run:
 *
 * <pre>
 *   V098 to V102, V104 to V108   where windows begin: the engine's TumblingAssignerTest,
 *                                SlidingAssignerTest, ShapesTest
 *   V103          stagger: Flink's operators spread their load so; the engine's windows have the
 *                 offset that the job says, whatever the time of the first event
 *   V109, V126, V135 to V137, V141, V170   sliding: SlidingVectorsTest, SlidingChoicesTest
 *   V110, V111, V145 to V154, V158, V163, V164, V168   sessions: the engine's SessionVectorsTest
 *   V112, V159, V160, V178, V180   other choices: WindowChoicesTest
 *   V113 to V118  TriggerVectorsTest
 *   V119 to V123, V125, V131, V133, V149, V150, V155, V156   triggers and purging: the engine's
 *                 TriggersTest and ShapesTest, TriggerDifferentialTest
 *   V124          the global window: the engine's ShapesTest
 *   V141 [0,0)    an assigner of the user's own; the engine's windows have a length
 *   V142          a window function with side outputs of its own: results go to one handler
 *   V143 L=100, V144, V169, V173 L=20    triggers of the user's own; the engine's are EarlyFiring
 *   V157          sessions without length: a gap is more than 0
 *   V165          an assigner of the user's own, which merges other windows than the new one
 *   V166, V182    state that is written and restored: the watermark is part of the engine's state
 *   V167 (counts), V174 (functions)      Flink's own entries of state, timers and callbacks
 *   V171          results have no timestamp; each run here checks that Flink's is the window's end - 1
 *   V172, V176    timers: of purged windows, deleted by a trigger, set by a trigger; those of keyed
 *                 processes are tried by TimerDifferentialTest
 *   V175 (global, processing time)       nothing cleans the global window up; there is no lateness
 *                 in processing time: the engine's ShapesTest and TimeDomainTest
 *   V183, V184    CountEvictor on time windows: keeps the last so many of a window, for good. The
 *                 engine keeps no events, and its aggregates take none out but whole panes; count
 *                 windows (the last 2 of all) and top-N are what it has
 *   V185, V186    TimeEvictor on time windows: the same; rolling windows are (timestamp - 5,
 *                 timestamp] for each timestamp
 *   V187          CountEvictor(0): a function called with nothing, which has no aggregate
 *   V188          the last 4 and 2 more, each 2 events: the engine's CountWindowsTest
 *   V189          TimeEvictor behind a count trigger, on a window for all time: what it keeps
 *                 depends on the order of arrival; not stated by any of the engine's windows
 * </pre>
 */
class WindowVectorsTest {
  private static final long MAX = Long.MAX_VALUE;

  @Test
  void v127ShouldSumUpTumblingWindows() {
    BothSides.of(tumbling(3_000))
        .event(2, 3_999, 1)
        .event(2, 3_000, 1)
        .event(1, 20, 1)
        .event(1, 0, 1)
        .event(1, 999, 1)
        .event(2, 1_998, 1)
        .event(2, 1_999, 1)
        .event(2, 1_000, 1)
        .watermark(999)
        .watermark(1_999)
        .expect()
        .watermark(2_999)
        .expect("[0,3000) k1 n=3 sum=3", "[0,3000) k2 n=3 sum=3")
        .watermark(3_999)
        .watermark(4_999)
        .watermark(5_999)
        .expect("[0,3000) k1 n=3 sum=3", "[0,3000) k2 n=3 sum=3", "[3000,6000) k2 n=2 sum=2")
        .expectHeld(0);
  }

  @Test
  void v128ShouldDropAndCountWhatComesAfterTheFiring() {
    firedAtNine()
        .dropping()
        .event(1, 9, 4)
        .expectDropped(1)
        .event(1, 10, 8)
        .watermark(19)
        .watermark(MAX)
        .expect("[0,10) k1 n=2 sum=3", "[10,20) k1 n=1 sum=8");
  }

  @Test
  void v129ShouldHandItToTheSideOutputIfThereIsOne() {
    firedAtNine().event(1, 9, 4).expectLate(9).expectDropped(0).expect("[0,10) k1 n=2 sum=3");
  }

  private static BothSides firedAtNine() {
    return BothSides.of(tumbling(10))
        .event(1, 0, 1)
        .event(1, 9, 2)
        .watermark(8)
        .expect()
        .watermark(9);
  }

  @Test
  void v130ShouldFireAgainForEachLateEvent() {
    BothSides.of(tumbling(10).lateness(5))
        .event(1, 1, 1)
        .watermark(9)
        .event(1, 2, 2)
        .expect("[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=3 late r1")
        .watermark(13)
        .event(1, 3, 4)
        .expectHeld(1)
        .watermark(14)
        .expectHeld(0)
        .event(1, 4, 8)
        .expectLate(4)
        .expect(
            "[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=3 late r1", "[0,10) k1 n=3 sum=7 late r2");
  }

  @Test
  void v132ShouldFireAtOnceWhatHasItsFirstEventTooLateForTheWatermark() {
    BothSides.of(tumbling(10).lateness(5))
        .watermark(12)
        .event(1, 1, 1)
        .expect("[0,10) k1 n=1 sum=1 late")
        .expectHeld(1)
        .watermark(14)
        .expectHeld(0);
  }

  @Test
  void v134ShouldSideOutputWhatIsLateForTumblingWindows() {
    BothSides.of(tumbling(2_000))
        .event(1, 1_000, 1)
        .watermark(1_985)
        .event(1, 1_980, 1)
        .watermark(1_999)
        .event(1, 1_998, 1)
        .event(1, 2_001, 1)
        .watermark(2_999)
        .expect("[0,2000) k1 n=2 sum=2")
        .watermark(3_999)
        .expect("[0,2000) k1 n=2 sum=2", "[2000,4000) k1 n=1 sum=1")
        .expectLate(1_998);
  }

  @Test
  void v138ShouldFireAllThatALeapReachesInTheOrderOfTheirEnds() {
    BothSides.of(tumbling(10))
        .event(1, 25, 1)
        .event(1, 5, 2)
        .event(2, 15, 4)
        .event(2, 5, 8)
        .watermark(1_000)
        .expect(
            "[0,10) k1 n=1 sum=2",
            "[0,10) k2 n=1 sum=8",
            "[10,20) k2 n=1 sum=4",
            "[20,30) k1 n=1 sum=1");
  }

  @Test
  void v139ShouldTakeEventsBehindTheWatermarkWhileTheirWindowIsOpen() {
    BothSides.of(tumbling(10))
        .watermark(5)
        .event(1, 5, 1)
        .event(1, 3, 2)
        .watermark(9)
        .expect("[0,10) k1 n=2 sum=3")
        .expectLate();
  }

  @Test
  void v140ShouldKeepAWindowUntilTheWatermarkIsTheLatenessPastIt() {
    BothSides.of(tumbling(2).lateness(20))
        .watermark(20)
        .event(1, 0, 1)
        .expect("[0,2) k1 n=1 sum=1 late")
        .expectHeld(1)
        .watermark(21)
        .event(1, 0, 2)
        .expectLate(0)
        .expectHeld(0);
  }

  @Test
  void v143ShouldClearWhatTheLatenessHasPassedWithoutFiring() {
    BothSides.of(tumbling(2_000).lateness(1))
        .event(1, 1_000, 1)
        .watermark(1_599)
        .expect()
        .watermark(1_999)
        .expectHeld(1)
        .watermark(2_000)
        .expectHeld(0)
        .watermark(5_000)
        .expect("[0,2000) k1 n=1 sum=1");
  }

  /** Sessions of dynamic gaps: each event is the window that is added. */
  @Test
  void v161AndV162ShouldMergeStepByStep() {
    BothSides.of(dynamicSession())
        .event(1, 0, 1, 4)
        .event(1, 0, 1, 4)
        .event(1, 3, 1, 2)
        .event(1, 4, 1, 2)
        .event(1, 1, 1, 3)
        .event(1, 3, 1, 2)
        .event(1, 4, 1, 2)
        .event(1, 11, 1, 3)
        .event(1, 10, 1, 3)
        .event(1, 12, 1, 3)
        .event(1, 11, 1, 3)
        .watermark(5)
        .expect("[0,6) k1 n=7 sum=7")
        .event(1, 10, 1, 3)
        .watermark(14)
        .expect("[0,6) k1 n=7 sum=7", "[10,15) k1 n=5 sum=5")
        .expectHeld(0);
  }

  @Test
  void v167ShouldMergeAtOnceWhatTouchesAndKeepOneContent() {
    BothSides.of(dynamicSession())
        .event(1, 0, 1, 2)
        .event(1, 2, 2, 2)
        .event(1, 1, 4, 2)
        .watermark(1)
        .expect()
        .watermark(3)
        .expect("[0,4) k1 n=3 sum=7")
        .expectHeld(0);
  }

  @Test
  void v173AndV174ShouldFireOnceAndClearWhereBothFallTogether() {
    BothSides.of(tumbling(20))
        .event(1, 0, 1)
        .event(2, 19, 2)
        .watermark(18)
        .expectHeld(2)
        .watermark(19)
        .watermark(39)
        .expect("[0,20) k1 n=1 sum=1", "[0,20) k2 n=1 sum=2")
        .expectHeld(0);
  }

  @Test
  void v175AndV177ShouldKeepUntilTheEndOfTimeWhatLatenessTakesBeyondIt() {
    long timestamp = MAX - 1_750;
    long start = timestamp - timestamp % 1_000;
    BothSides.of(tumbling(1_000).lateness(2_000))
        .event(1, timestamp, 1)
        .watermark(MAX - 1_500)
        .expect()
        .watermark(start + 999)
        .expect("[%d,%d) k1 n=1 sum=1".formatted(start, start + 1_000))
        .watermark(MAX - 1)
        .expectHeld(1);
  }

  @Test
  void v179ShouldKeepWindowsUntilTheEndOfTimeWhereTheLatenessHasNoEnd() {
    BothSides.of(tumbling(10).lateness(MAX))
        .event(1, 0, 1)
        .watermark(100)
        .event(1, 3, 2)
        .expect("[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=3 late r1")
        .expectHeld(1)
        .watermark(MAX)
        .event(1, 5, 4)
        .expectLate(5);
  }

  @Test
  void v181ShouldFireEverythingAtTheEndOfTimeAndTakeNothingAfterIt() {
    BothSides.of(tumbling(10))
        .event(1, 1, 1)
        .watermark(MAX)
        .event(1, 100, 2)
        .expect("[0,10) k1 n=1 sum=1")
        .expectLate(100)
        .expectHeld(0);
  }
}
