package io.tidemark.oracle;

import static io.tidemark.oracle.Notation.firings;
import static io.tidemark.oracle.Notation.late;
import static io.tidemark.oracle.Notation.run;
import static io.tidemark.oracle.Notation.watermarks;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.Settings.AllIdle;
import io.tidemark.oracle.Settings.Strategy;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Clock, idleness and merging against cases worked out by hand. */
class OracleTimeTest {
  private static final Settings TENS =
      Settings.of(Strategy.bounded(0)).window(WindowSpec.tumbling("w", 10));

  @Test
  void shouldWaitForSilentDeclaredPartitionsUntilTheyAreIdle() {
    Settings job = TENS.declared(4).idleness(100).tickEvery(10);

    assertThat(firings(job, "5@0 15@0 25@0 tick@99")).isEmpty();
    assertThat(firings(job, "5@0 15@0 25@0 tick@100")).containsExactly("[0,10)=1", "[10,20)=1");
  }

  @Test
  void shouldTakeTheMaximumWhateverTheOrderOfGoingIdle() {
    assertThat(watermarks(TENS.declared(2), "p0:6 p1:5 idle:0 idle:1"))
        .containsExactly(Long.MIN_VALUE, 4L, 4L, 5L);
    assertThat(watermarks(TENS.declared(2), "p0:6 p1:5 idle:1 idle:0"))
        .containsExactly(Long.MIN_VALUE, 4L, 5L, 5L);
  }

  @Test
  void shouldLeaveOutPartitionsThatLeaveOrEnd() {
    assertThat(watermarks(TENS, "p0:101 p1:21 leave:1")).containsExactly(100L, 100L, 100L);
    assertThat(watermarks(TENS.declared(2), "p0:101 p1:21 leave:1 leave:0 p0:7 p0:300"))
        .containsExactly(Long.MIN_VALUE, 20L, 100L, 100L, 100L, 299L);
    assertThat(watermarks(TENS.declared(2), "p0:101 p1:21 end:1 end:0"))
        .containsExactly(Long.MIN_VALUE, 20L, 100L, 100L);
  }

  @Test
  void shouldBeHeldByAPartitionThatComesBackOrJoinsWithOldEvents() {
    String steps = "p0:100 idle:1 p1:50 p0:200 idle:1";

    assertThat(watermarks(TENS.declared(2), steps))
        .containsExactly(Long.MIN_VALUE, 99L, 99L, 99L, 199L);
    assertThat(late(TENS.declared(2), steps)).containsExactly(50L);
    assertThat(firings(TENS.declared(2), steps)).containsExactly("[100,110)=1");
    assertThat(watermarks(TENS, "p0:100 p1:50 p0:200 p1:150")).containsExactly(99L, 99L, 99L, 149L);
  }

  @Test
  void shouldCountAPartitionsSilenceFromItsSignOfLife() {
    Settings job = TENS.declared(2).idleness(100).tickEvery(10);

    assertThat(watermarks(job, "p0:5@0 p0:6@50 active:1 tick@149 tick@150"))
        .endsWith(Long.MIN_VALUE, 5L);
    assertThat(watermarks(job, "p0:5@0 p0:6@50 tick@99 tick@100")).endsWith(Long.MIN_VALUE, 5L);
  }

  @Test
  void shouldRunTicksDueBeforeTheEventIsJudged() {
    Settings job = TENS.periodic(200);

    // The tick at 200 comes before the row that arrives at 200, and does not see it.
    assertThat(run(job, "5@0 25@199 7@200 9@200").judgedBy().stream().map(OptionalLong::getAsLong))
        .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE, 24L, 24L);
  }

  @Test
  void shouldTakeAnArrivalThatGoesBackAsTheLargestSeen() {
    Settings job = TENS.declared(2).idleness(100).tickEvery(10);

    // p1's row arrives "at 90": it is idle at 190, not at 100.
    assertThat(watermarks(job, "p0:50@0 p0:51@90 p1:9@0 p0:52@189 p0:53@190"))
        .endsWith(8L, 8L, 52L);
  }

  @Test
  void shouldStartTheClockWithATickButNotWithARejectedRow() {
    Settings job = TENS.declared(2).idleness(100).tickEvery(10);

    assertThat(watermarks(job, "x@9000 p0:5@40 p0:6@139 p0:7@140"))
        .endsWith(Long.MIN_VALUE, Long.MIN_VALUE, 6L);
    assertThat(watermarks(job, "tick@40 p0:5@90 p0:6@139 p0:7@140"))
        .endsWith(Long.MIN_VALUE, Long.MIN_VALUE, 6L);
  }

  @Test
  void shouldTakeTheLargerOfGivenWatermarksAndThoseOfEvents() {
    assertThat(watermarks(TENS, "p0:20 p0>30 p0:25 p0:40 p0>10"))
        .containsExactly(19L, 30L, 30L, 39L, 39L);
    assertThat(watermarks(TENS, "p0:50 p1>20 p0:60 p1>55 idle:1 p1>1 p0:90"))
        .containsExactly(49L, 49L, 49L, 55L, 59L, 59L, 59L);
    assertThat(watermarks(TENS.periodic(10), "p0:5@0 p0>30 tick@9 tick@10"))
        .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 30L);
    assertThat(watermarks(TENS, "end:1 p1>50 p0:7")).endsWith(6L);
  }

  @Test
  void shouldRefuseWhatFallsWhereItMustNot() {
    Settings job = Settings.of(Strategy.strict()).window(WindowSpec.tumbling("w", 10));
    Outcome outcome = run(job, "p0:5 p0:4 p0:5 p1:3 p1>9 p1:9 leave:1 p1:2");

    assertThat(outcome.refusals())
        .isEqualTo(Map.of(1, Outcome.Refusal.DISORDER, 5, Outcome.Refusal.DISORDER));
    assertThat(outcome.watermarks()).containsExactly(4L, 4L, 4L, 4L, 4L, 4L, 4L, 4L);
    assertThat(outcome.accounting().rejected()).isEqualTo(2);
    assertThat(outcome.accounting().accepted()).isEqualTo(4);
  }

  @Test
  void shouldRefuseEventsOfAPartitionThatHasEnded() {
    Outcome outcome = run(TENS, "p0:5 end:0 p0:50 leave:0 active:0 idle:0 p0:60 p1:9");

    assertThat(outcome.refusals())
        .isEqualTo(Map.of(2, Outcome.Refusal.PARTITION, 6, Outcome.Refusal.PARTITION));
    assertThat(outcome.watermarks()).endsWith(4L, 8L);
  }

  /** Every event is of kind 1, but for the first, which is of none other: value 1 is odd. */
  @Test
  void shouldWaitForEachKindUntilItIsSilent() {
    Settings job =
        Settings.of(Strategy.byKind(List.of(0L, 10L)))
            .idleness(100)
            .tickEvery(10)
            .window(WindowSpec.tumbling("w", 10));

    assertThat(watermarks(job, "100@0 120@99 130@100"))
        .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE, 119L);
    assertThat(watermarks(job, "100@0 120@95 tick@99 tick@100"))
        .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 109L);
  }

  @Test
  void shouldDoAsTheJobSaysWhenAllAreIdle() {
    String steps = "p0:50@0 p1:20@30 tick@100 tick@130 tick@200";
    Settings job = TENS.declared(2).idleness(100).tickEvery(10).unit(1);

    assertThat(watermarks(job, steps)).endsWith(19L, 19L, 49L, 49L);
    assertThat(watermarks(job.allIdle(AllIdle.HOLD), steps)).endsWith(19L, 19L, 19L, 19L);
    assertThat(watermarks(job.allIdle(AllIdle.WALLCLOCK), steps)).endsWith(19L, 19L, 49L, 119L);
    // Both are idle since 130, though only the tick at 140 tells.
    assertThat(watermarks(job.tickEvery(70).allIdle(AllIdle.WALLCLOCK), steps))
        .endsWith(19L, 19L, 19L, 59L);
    assertThat(watermarks(job.allIdle(AllIdle.WALLCLOCK).unit(20), steps))
        .endsWith(19L, 19L, 49L, 52L);
  }

  @Test
  void shouldPassALeapOfYearsInNoTime() {
    Settings job = TENS.declared(2).idleness(100).tickEvery(1);

    assertThat(watermarks(job, "p0:5@0 p0:6@" + Long.MAX_VALUE))
        .containsExactly(Long.MIN_VALUE, 5L);
  }

  @Test
  void shouldMoveOnTicksOnlyWhenPeriodic() {
    Settings job = TENS.declared(2).periodic(100);

    assertThat(watermarks(job, "p0:20@0 p1:30@0 leave:0 tick@99 tick@100"))
        .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 29L);
  }

  @Test
  void shouldMoveTimeByFilteredEventsButCountThemNowhere() {
    Outcome outcome = run(TENS.declared(2), "p0:5 p1:5! p0:25 p1:25!");

    assertThat(outcome.watermarks()).endsWith(24L);
    assertThat(Notation.firings(outcome)).containsExactly("[0,10)=1");
    assertThat(outcome.accounting())
        .isEqualTo(new Accounting(4, 0, 2, 2, List.of(new Accounting.WindowCounts(2, 0, 0, 0))));
  }

  @Test
  void shouldMoveTimeToItsEndAtTheEndOfInputOnly() {
    Settings job = Settings.of(Strategy.none()).window(WindowSpec.tumbling("w", 10));

    assertThat(firings(job, "5 500 7")).isEmpty();
    assertThat(firings(job, "5 500 7 eoi")).containsExactly("[0,10)=2", "[500,510)=1");
    assertThat(watermarks(job, "5 eoi")).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Test
  void shouldSaturateAtTheEndsOfLong() {
    Settings job = Settings.of(Strategy.bounded(1000)).window(WindowSpec.tumbling("w", 1));
    long lowest = Long.MIN_VALUE + 1;

    assertThat(watermarks(job, lowest + " " + Long.MIN_VALUE)).containsOnly(Long.MIN_VALUE);
    assertThat(run(job, lowest + " " + Long.MIN_VALUE).accounting().rejected()).isEqualTo(1);
    assertThat(run(TENS, Long.toString(Long.MAX_VALUE)).accounting().rejected()).isEqualTo(1);
  }
}
