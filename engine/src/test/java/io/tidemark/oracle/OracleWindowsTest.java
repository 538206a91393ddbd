package io.tidemark.oracle;

import static io.tidemark.oracle.Notation.firings;
import static io.tidemark.oracle.Notation.late;
import static io.tidemark.oracle.Notation.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.Settings.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which windows fire when, and what is late, against cases worked out by hand. */
class OracleWindowsTest {
  private static final Settings IN_ORDER = Settings.of(Strategy.bounded(0));
  private static final Settings TENS = IN_ORDER.window(WindowSpec.tumbling("w", 10));
  private static final Settings SESSIONS = IN_ORDER.window(WindowSpec.session("s", 10));

  private static Settings withLateness(Settings settings, long lateness) {
    return settings.windows(
        settings.windows().stream().map(spec -> spec.withAllowedLateness(lateness)).toList());
  }

  @Test
  void shouldCountBehindTheWatermarkWhileTheWindowIsOpen() {
    assertThat(firings(TENS, "17 12 20 19 9")).containsExactly("[10,20)=2");
    assertThat(late(TENS, "17 12 20 19 9")).containsExactly(19L, 9L);
  }

  @Test
  void shouldFireAtTheLastInstantOfTheWindow() {
    assertThat(firings(TENS, "9")).isEmpty();
    assertThat(firings(TENS, "9 10")).containsExactly("[0,10)=1");
  }

  @Test
  void shouldCloseWhenTheWatermarkReachesTheLastInstantAndTheLateness() {
    assertThat(firings(withLateness(TENS, 5), "5 14 6"))
        .containsExactly("[0,10)=1", "late[0,10)=2#1");
    assertThat(late(withLateness(TENS, 5), "5 15 6")).containsExactly(6L);
    assertThat(firings(withLateness(TENS, Long.MAX_VALUE), "5 1000 6"))
        .containsExactly("[0,10)=1", "late[0,10)=2#1");
  }

  @Test
  void shouldFireAgainForEachLateEvent() {
    Settings job = withLateness(TENS, 5);

    assertThat(firings(job, "1 11 5 6 14 15 7"))
        .containsExactly("[0,10)=1", "late[0,10)=2#1", "late[0,10)=3#2");
    assertThat(firings(job, "11 5")).containsExactly("late[0,10)=1");
  }

  @Test
  void shouldAlignNegativeTimesDownward() {
    Settings job = Settings.of(Strategy.bounded(20)).window(WindowSpec.tumbling("w", 10));
    Settings shifted = job.windows(List.of(WindowSpec.tumbling("w", 10).withOffset(5)));

    assertThat(firings(job, "-1 -10 -11 eoi")).containsExactly("[-20,-10)=1", "[-10,0)=2");
    assertThat(firings(shifted, "2 -5 -6 eoi")).containsExactly("[-15,-5)=1", "[-5,5)=2");
  }

  @Test
  void shouldCountAPartlyLateEventInTheWindowsThatAreOpen() {
    Settings job = IN_ORDER.window(WindowSpec.sliding("w", 10, 5));

    assertThat(firings(job, "3 12 16 8 4 30"))
        .containsExactly("[-5,5)=1", "[0,10)=1", "[5,15)=1", "[10,20)=2", "[15,25)=1");
    assertThat(late(job, "3 12 16 8 4 30")).containsExactly(8L, 4L);
    assertThat(run(job, "3 12 8").accounting().windows())
        .containsExactly(new Accounting.WindowCounts(3, 0, 0, 1));
  }

  @Test
  void shouldCallAnEventInNoWindowLateOnlyWhenItIsBehindTheWatermark() {
    Settings job = IN_ORDER.window(WindowSpec.sliding("w", 5, 10));

    // 8 comes at watermark 24; 7 and 25 are in no window either, but in time.
    assertThat(late(job, "2 7 12 25 8 3")).containsExactly(8L, 3L);
    assertThat(run(job, "2 7 12 25 8 3").accounting().windows())
        .containsExactly(new Accounting.WindowCounts(2, 2, 2, 0));
  }

  @Test
  void shouldAssignWindowsThatTheSlideDoesNotDivide() {
    WindowSpec spec = WindowSpec.sliding("w", 1600, 700);

    assertThat(spec.windowsOf(1400))
        .containsExactly(new Span(0, 1600), new Span(700, 2300), new Span(1400, 3000));
    assertThat(spec.windowsOf(1399)).containsExactly(new Span(0, 1600), new Span(700, 2300));
    assertThat(spec.windowsOf(199))
        .containsExactly(new Span(-1400, 200), new Span(-700, 900), new Span(0, 1600));
  }

  @Test
  void shouldFireInTheOrderOfEndDefinitionStartAndFirstSight() {
    Settings job =
        IN_ORDER
            .window(WindowSpec.sliding("a", 20, 10))
            .window(WindowSpec.tumbling("b", 20))
            .window(WindowSpec.session("c", 13));

    assertThat(firings(job, "5/2 7/1 6/2 eoi"))
        .containsExactly(
            "[-10,10)/2=2",
            "[-10,10)/1=1",
            "2[5,19)/2=2",
            "[0,20)/2=2",
            "[0,20)/1=1",
            "1[0,20)/2=2",
            "1[0,20)/1=1",
            "2[7,20)/1=1");
  }

  @Test
  void shouldFireSessionsOfTheSameBoundsInTheOrderOfFirstSight() {
    assertThat(firings(SESSIONS, "5/2 5/1 5/2 eoi")).containsExactly("[5,15)/2=2", "[5,15)/1=1");
  }

  // ---- sessions

  @Test
  void shouldJoinEventsExactlyAGapApart() {
    assertThat(firings(SESSIONS, "0 10 21 eoi")).containsExactly("[0,20)=2", "[21,31)=1");
  }

  @Test
  void shouldCloseASessionAGapAfterItsLastEvent() {
    assertThat(firings(SESSIONS, "0/1 9/2 9/1 30/2")).containsExactly("[0,19)/1=2", "[9,19)/2=1");
    assertThat(firings(SESSIONS, "0/1 10/2 9/1 eoi"))
        .containsExactly("[0,10)/1=1", "[9,19)/1=1", "[10,20)/2=1");
  }

  @Test
  void shouldMakeOneSessionOfABridgeInAnyOrder() {
    Settings job = Settings.of(Strategy.bounded(20)).window(WindowSpec.session("s", 10));

    for (String steps : List.of("0 15 8", "0 8 15", "8 0 15", "8 15 0", "15 0 8", "15 8 0")) {
      assertThat(firings(job, steps + " eoi")).as(steps).containsExactly("[0,25)=3");
    }
  }

  @Test
  void shouldNotLetALateEventSlipIntoTheNextSession() {
    assertThat(firings(SESSIONS, "0/1 20/2 2/1 25/1 60/2"))
        .containsExactly("[0,10)/1=1", "[20,30)/2=1", "[25,35)/1=1");
    assertThat(late(SESSIONS, "0/1 20/2 2/1 25/1 60/2")).containsExactly(2L);
  }

  @Test
  void shouldTakeAnEventThatIsLateByItselfIntoAnOpenSession() {
    // Another key moves the watermark to 25, then to 29.
    assertThat(firings(SESSIONS, "20/1 26/2 15/1 11/1 1/1 30/2")).containsExactly("[1,30)/1=4");
  }

  @Test
  void shouldFireAGrownSessionInTimeAgain() {
    // [0,10) fires at 9; 3 makes it [0,13), which the watermark of 9 has not passed.
    assertThat(firings(withLateness(SESSIONS, 5), "0/1 10/2 3/1 14/2 0/1 17/2 18/2 1/1"))
        .containsExactly("[0,10)/1=1", "[0,13)/1=2", "late[0,13)/1=3#1");
  }

  @Test
  void shouldFireAtOnceWhenALateEventBridgesFiredSessions() {
    assertThat(firings(withLateness(SESSIONS, 20), "0/1 15/1 25/2 8/1"))
        .containsExactly("[0,10)/1=1", "[15,25)/1=1", "late[0,25)/1=3");
  }
}
