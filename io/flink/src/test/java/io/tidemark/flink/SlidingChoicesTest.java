package io.tidemark.flink;

import static io.tidemark.flink.WindowSpec.sliding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.flink.EngineWindows.Accounting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link WindowChoicesTest} for sliding windows. */
class SlidingChoicesTest {
  /** V136: the second event enters two of its three windows; nothing in Flink tells of it. */
  @Test
  void shouldTellOfEventsThatAreLateForSomeOfTheirWindows() {
    BothSides script =
        BothSides.of(sliding(3_000, 1_000))
            .event(1, 2_400, 1)
            .watermark(2_999)
            .event(1, 2_400, 2)
            .expectLate()
            .watermark(3_999)
            .expect("[0,3000) k1 n=1 sum=1", "[1000,4000) k1 n=2 sum=3")
            .dropping()
            .expectDropped(0)
            .event(1, 1_500, 4)
            .expectDropped(1);
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(0, 2, 1, 1, 0));
  }

  /** V109: Flink forgets events that fall between two windows; the engine counts them. */
  @Test
  void shouldCountEventsThatFallIntoNoWindow() {
    BothSides script =
        BothSides.of(sliding(3, 10)).dropping().event(1, 2, 1).event(1, 5, 2).expectDropped(0);
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(0, 1, 0, 0, 1));
  }

  /** Flink's sum of timestamp and lateness overflows, and so the event is late. */
  @Test
  void shouldNotCallLateWhatIsAheadHoweverLongTheLateness() {
    BothSides script =
        BothSides.of(sliding(3, 10).lateness(Long.MAX_VALUE)).watermark(0).event(1, 5, 1);
    assertThat(script.flink().late).hasSize(1);

    assertThat(script.engine().late).isEmpty();
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(0, 0, 0, 0, 1));
  }

  /** In Flink an event is kept as often as it has windows: ten million times at most. */
  @Test
  void shouldTakeAnyNumberOfWindowsAnEvent() {
    BothSides script = BothSides.of(sliding(20_000_000, 1)).event(1, 0, 1).watermark(-19_999_998);
    assertThatThrownBy(script::flink).isInstanceOf(IllegalArgumentException.class);

    script.watermark(2);
    assertThat(script.engine().texts())
        .containsExactly(
            "[-19999999,1) k1 n=1 sum=1",
            "[-19999998,2) k1 n=1 sum=1",
            "[-19999997,3) k1 n=1 sum=1");
  }

  /** Of the windows that a late event makes fire, Flink begins with the newest. */
  @Test
  void shouldFireAnEventsLateWindowsInTheOrderOfTheirEnds() {
    BothSides script =
        BothSides.of(sliding(6, 2).lateness(100))
            .watermark(50)
            .event(1, 5, 1)
            .expect(
                "[0,6) k1 n=1 sum=1 late", "[2,8) k1 n=1 sum=1 late", "[4,10) k1 n=1 sum=1 late");
    assertThat(ends(script.flink())).containsExactly(10L, 8L, 6L);
    assertThat(ends(script.engine())).containsExactly(6L, 8L, 10L);
  }

  private static List<Long> ends(WindowOutcome outcome) {
    return outcome.firings.stream().flatMap(List::stream).map(Firing::end).toList();
  }
}
