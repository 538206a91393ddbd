package io.tidemark.flink;

import static io.tidemark.flink.WindowSpec.tumbling;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.flink.Triggering.Kind;
import org.junit.jupiter.api.Test;

/**
 * Where the engine's triggers are meant to do something else than Flink's: what each of them does.
 * Everything else is compared by {@link TriggerDifferentialTest} and {@link
 * ClockTriggerDifferentialTest}; V118, sessions that grow, by {@link TriggerVectorsTest}.
 */
class TriggerChoicesTest {
  private static final WindowSpec EARLY = tumbling(100).triggering(new Triggering(Kind.EARLY, 10));
  private static final WindowSpec BY_CLOCK =
      tumbling(100).triggering(new Triggering(Kind.BY_CLOCK, 10));
  private static final WindowSpec COUNT = tumbling(10).triggering(new Triggering(Kind.COUNT, 2));

  /** V119: Flink fires at 20, 30 (at 35), 40 to 90 and at the end. */
  @Test
  void v119ShouldNotFireEarlyWhereNothingIsNew() {
    BothSides script = BothSides.of(EARLY).event(1, 15, 1).watermark(15).watermark(19);
    script.expect().watermark(20).watermark(25).event(1, 21, 2).watermark(35);
    script.expect("[0,100) k1 n=1 sum=1", "[0,100) k1 n=2 sum=3 r1");
    script.watermark(98).watermark(99);
    assertThat(script.flink().texts())
        .hasSize(2 + 6 + 1)
        .endsWith("[0,100) k1 n=2 sum=3 r7", "[0,100) k1 n=2 sum=3 r8");
    assertThat(script.engine().texts())
        .containsExactly(
            "[0,100) k1 n=1 sum=1", "[0,100) k1 n=2 sum=3 r1", "[0,100) k1 n=2 sum=3 r2");
  }

  /** V120: Flink's division rounds to the epoch. */
  @Test
  void v120ShouldFireAtMultiplesBeforeTheEpochToo() {
    BothSides script = BothSides.of(EARLY).event(1, -15, 1).watermark(-11).expect();
    script.watermark(-10).watermark(-5);
    assertThat(script.flink().texts()).isEmpty();
    assertThat(script.engine().texts()).containsExactly("[-100,0) k1 n=1 sum=1");
    script.watermark(-1);
    assertThat(script.flink().texts()).containsExactly("[-100,0) k1 n=1 sum=1");
    assertThat(script.engine().texts())
        .containsExactly("[-100,0) k1 n=1 sum=1", "[-100,0) k1 n=1 sum=1 r1");
  }

  /** V121: Flink fires for 20, 30, 40 and 50, then for 60, then for 70, 80, 90 and 99. */
  @Test
  void v121ShouldFireOnceForWhatHasPassed() {
    BothSides script = BothSides.of(EARLY).watermark(50).event(1, 15, 1).expect().watermark(51);
    assertThat(script.flink().texts()).hasSize(4);
    assertThat(script.engine().texts()).containsExactly("[0,100) k1 n=1 sum=1");
    script.watermark(52).watermark(60).watermark(99);
    assertThat(script.flink().texts()).hasSize(4 + 1 + 4);
    assertThat(script.engine().texts())
        .containsExactly("[0,100) k1 n=1 sum=1", "[0,100) k1 n=1 sum=1 r1");
  }

  /** In Flink 20 to 90 fire at 99, before the end does. */
  @Test
  void shouldFireAtTheEndOnlyWhereAnEarlyFiringIsOverdueThen() {
    BothSides script = BothSides.of(EARLY).watermark(98).event(1, 15, 1).watermark(99);
    assertThat(script.flink().texts()).hasSize(8 + 1);
    assertThat(script.engine().texts()).containsExactly("[0,100) k1 n=1 sum=1");
  }

  /** V125: Flink loses what has come since the last firing. */
  @Test
  void v125ShouldFireForTheRestAtTheEnd() {
    BothSides script = BothSides.of(COUNT).event(1, 1, 1).event(1, 2, 2).event(1, 3, 4);
    script.watermark(9);
    assertThat(script.flink().texts()).containsExactly("[0,10) k1 n=2 sum=3 late");
    assertThat(script.engine().texts())
        .containsExactly("[0,10) k1 n=2 sum=3", "[0,10) k1 n=3 sum=7 r1");
  }

  /** Flink goes on counting to two. */
  @Test
  void shouldFireForEachLateEventWhereEarlyOnesAreCounted() {
    BothSides script = BothSides.of(COUNT.lateness(10)).event(1, 1, 1).watermark(9);
    script.event(1, 2, 2).event(1, 3, 4);
    assertThat(script.flink().texts()).containsExactly("[0,10) k1 n=2 sum=3 late");
    assertThat(script.engine().texts())
        .containsExactly(
            "[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=3 late r1", "[0,10) k1 n=3 sum=7 late r2");
  }

  /** Flink fires at 10, 20 and 30, and at neither the end nor for a late event. */
  @Test
  void shouldFireByTheClockWhereSomethingIsNewAndAtTheEnd() {
    BothSides script = BothSides.of(BY_CLOCK.lateness(50)).clock(5).event(1, 1, 1).clock(10);
    script.expect("[0,100) k1 n=1 sum=1").clock(30);
    assertThat(script.flink().texts()).hasSize(3);
    assertThat(script.engine().texts()).containsExactly("[0,100) k1 n=1 sum=1");
    script.event(1, 2, 2).watermark(99).event(1, 3, 4);
    assertThat(script.flink().texts()).hasSize(3);
    assertThat(script.engine().texts())
        .containsExactly(
            "[0,100) k1 n=1 sum=1", "[0,100) k1 n=2 sum=3 r1", "[0,100) k1 n=3 sum=7 late r2");
  }

  /** Flink takes the end of a window of event time for a time of the clock. */
  @Test
  void shouldNotFireWhereTheClockComesToTheEndOfAWindow() {
    BothSides script =
        BothSides.of(tumbling(15).triggering(new Triggering(Kind.BY_CLOCK, 10)))
            .clock(12)
            .event(1, 1, 1)
            .clock(14);
    assertThat(script.flink().texts()).containsExactly("[0,15) k1 n=1 sum=1");
    assertThat(script.engine().texts()).isEmpty();
  }
}
