package io.tidemark.flink;

import static io.tidemark.flink.WindowSpec.dynamicSession;
import static io.tidemark.flink.WindowSpec.session;
import static io.tidemark.flink.WindowSpec.tumbling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.flink.EngineWindows.Accounting;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Where the engine's windows are meant to do something else than Flink's: what each of them does.
 * Everything else is compared by {@link WindowDifferentialTest}.
 */
class WindowChoicesTest {
  private static final long MAX = Long.MAX_VALUE;

  /** V159: in Flink the new event's window takes the place of the session, and its content. */
  @Test
  void shouldLoseNothingWhereAnEventCoversExactlyASessionThatHasGrown() {
    BothSides script =
        BothSides.of(dynamicSession())
            .event(1, 0, 1, 10)
            .event(1, 5, 2, 15)
            .event(1, 0, 4, 20)
            .watermark(100);
    assertThat(script.flink().texts()).containsExactly("[0,20) k1 n=1 sum=4");
    assertThat(script.flink().held).as("what nobody clears").isEqualTo(1);

    assertThat(script.engine().texts()).containsExactly("[0,20) k1 n=3 sum=7");
    assertThat(script.engine().held).isZero();
  }

  /** V160: Flink's check of the merged window overflows. */
  @Test
  void shouldMergeSessionsWhoseLatenessHasNoEnd() {
    BothSides script =
        BothSides.of(session(10).lateness(MAX))
            .event(1, 0, 1)
            .watermark(5)
            .event(1, 3, 2)
            .watermark(12);
    assertThatThrownBy(script::flink)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("cannot become earlier than the current watermark");

    assertThat(script.engine().texts()).containsExactly("[0,13) k1 n=2 sum=3");
  }

  /** Flink's timers of one time come in no order that is said; the engine's in that of sight. */
  @Test
  void shouldFireTheKeysOfAWindowInTheOrderInWhichTheyCame() {
    BothSides script = BothSides.of(tumbling(10));
    List<Long> keys = List.of(7L, 1L, 9L, 3L, 8L, 2L);
    keys.forEach(key -> script.event(key, 5, 1));
    script.watermark(9);

    assertThat(keys(script.flink())).containsExactlyInAnyOrderElementsOf(keys).isNotEqualTo(keys);
    assertThat(keys(script.engine())).isEqualTo(keys);
  }

  /** V112: an event without a timestamp fails Flink's job. */
  @Test
  void shouldRejectEventsWithoutTimestamp() {
    BothSides script =
        BothSides.of(tumbling(10)).event(1, Long.MIN_VALUE, 1).event(1, 5, 2).watermark(9);
    assertThatThrownBy(script::flink)
        .isInstanceOf(RuntimeException.class)
        .hasMessageContaining("timestamp");

    assertThat(script.engine().texts()).containsExactly("[0,10) k1 n=1 sum=2");
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(1, 1, 0, 0, 0));
  }

  /** V178: in Flink the window ends before time begins: it fires at once, the next one vanishes. */
  @Test
  void shouldRejectTimestampsWhoseWindowDoesNotFit() {
    BothSides script =
        BothSides.of(tumbling(1_000))
            .event(1, MAX - 10, 1)
            .watermark(5)
            .event(1, MAX - 10, 2)
            .watermark(6);
    long start = MAX - 10 - (MAX - 10) % 1_000;
    assertThat(script.flink().texts())
        .containsExactly("[%d,%d) k1 n=1 sum=1".formatted(start, start + 1_000));
    assertThat(script.flink().late).isEmpty();

    assertThat(script.engine().texts()).isEmpty();
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(2, 0, 0, 0, 0));
  }

  /** The same where an event's gap takes its end beyond 64 bits: the engine's ends with time. */
  @Test
  void shouldEndSessionsThatReachBeyondTheEndOfTimeWithIt() {
    BothSides script = BothSides.of(dynamicSession()).event(1, MAX - 5, 1, 10).watermark(5);
    assertThat(script.flink().texts())
        .containsExactly("[%d,%d) k1 n=1 sum=1".formatted(MAX - 5, MAX + 5));
    assertThat(script.engine().texts()).isEmpty();

    script.watermark(MAX);
    assertThat(script.engine().texts())
        .containsExactly("[%d,%d) k1 n=1 sum=1".formatted(MAX - 5, MAX));
  }

  /** V177, V179: Flink never clears a window that lateness keeps beyond the end of time. */
  @Test
  void shouldHoldNothingWhenTimeHasEnded() {
    BothSides script =
        BothSides.of(tumbling(10).lateness(MAX)).event(1, 5, 1).watermark(MAX - 1).expectHeld(1);

    script.watermark(MAX);
    assertThat(script.flink().held).isEqualTo(1);
    assertThat(script.engine().held).isZero();
  }

  /**
   * V180: only Flink's operator does that; what stands before it in a job does not let it happen.
   */
  @Test
  void shouldNeverTakeAWatermarkBack() {
    BothSides script =
        BothSides.of(tumbling(10)).watermark(20).watermark(5).event(1, 7, 1).watermark(9);
    assertThat(FlinkWindows.runWithWatermarksThatGoBack(script.script(), tumbling(10)).texts())
        .containsExactly("[0,10) k1 n=1 sum=1");
    script.expect().expectLate(7);
  }

  /** Flink counts them only where no side output takes them. */
  @Test
  void shouldCountTooLateEventsWhereverTheyGo() {
    BothSides script = BothSides.of(tumbling(10)).watermark(20).event(1, 7, 1).expectLate(7);
    assertThat(script.flink().dropped).isZero();
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(0, 0, 1, 0, 0));

    script.dropping().expectDropped(1);
    assertThat(EngineWindows.accounting(script.script())).isEqualTo(new Accounting(0, 0, 1, 0, 0));
  }

  private static List<Long> keys(WindowOutcome outcome) {
    return outcome.firings.stream().flatMap(List::stream).map(Firing::key).toList();
  }
}
