package io.tidemark.oracle;

import static io.tidemark.oracle.Notation.firings;
import static io.tidemark.oracle.Notation.late;
import static io.tidemark.oracle.Notation.run;
import static io.tidemark.oracle.Notation.watermarks;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.Settings.Strategy;
import java.util.List;
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
  void shouldNotStartTheClockWithATickOrARejectedRow() {
    Settings job = TENS.declared(2).idleness(100).tickEvery(10);

    assertThat(watermarks(job, "tick@1000 x@9000 p0:5@40 p0:6@139 p0:7@140"))
        .endsWith(Long.MIN_VALUE, Long.MIN_VALUE, 6L);
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
