package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.adaptive;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.BoundDecisions.Decision;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The settings of an adaptive bound. */
class AdaptiveSettingsTest extends AdaptiveTest {
  @Test
  void shouldNotCareForTheOrderOfItsSettings() {
    AdaptiveBound one =
        PER_CENT.step(ofMillis(1)).decideEvery(200).startingAt(ofMillis(7)).replaying(decisions);
    AdaptiveBound other =
        PER_CENT.replaying(decisions).startingAt(ofMillis(7)).decideEvery(200).step(ofMillis(1));
    assertThat(adaptive(one)).isEqualTo(adaptive(other));
    assertThat(adaptive(one).idleness(ofSeconds(1)).emitEvery(ofMillis(5)))
        .isEqualTo(adaptive(other).emitEvery(ofMillis(5)).idleness(ofSeconds(1)));
    assertThat(adaptive(one)).isNotEqualTo(adaptive(PER_CENT));
  }

  @Test
  void shouldDecideAfterTenLateEventsUnlessTold() {
    assertThat(PER_CENT.decideEvery()).isEmpty();
    Engine<Sample> engine = engine(adaptive(PER_CENT));
    for (int i = 0; i < 2_000; i++) {
      publish(engine, 0, i, 0);
    }
    assertThat(decisions.all())
        .as("a tenth of the way at a time, after each 1,000 events")
        .containsExactly(
            new Decision(0, 0, 10_000),
            new Decision(0, 1_000, 9_000),
            new Decision(0, 2_000, 8_000));
  }

  @Test
  void shouldRefuseSettingsThatMeanNothing() {
    refuses("target-late: 0.0; expected more than 0, less than 1", () -> of(0, 0, 10));
    refuses("target-late: 1.0; expected more than 0, less than 1", () -> of(1, 0, 10));
    refuses("target-late: NaN; expected more than 0, less than 1", () -> of(Double.NaN, 0, 10));
    refuses("min-bound: PT-0.001S; expected 0 or more", () -> of(0.1, -1, 10));
    refuses("max-bound: PT0.005S; expected more than PT0.005S", () -> of(0.1, 5, 5));
    refuses(
        "start-bound: PT0.011S; expected PT0S to PT0.01S",
        () -> of(0.1, 0, 10).startingAt(ofMillis(11)));
    refuses("step: PT0S; expected more than 0", () -> of(0.1, 0, 10).step(ofMillis(0)));
    refuses("decide-every: 9; expected 10 or more", () -> of(0.1, 0, 10).decideEvery(9));
    refuses(
        "max-bound: PT0.00001S is no whole number of ms",
        () ->
            tumbling(10)
                .watermarks(adaptive(AdaptiveBound.of(0.1, ofMillis(0), Duration.ofNanos(10_000))))
                .engine(EngineOptions.inline()));
  }

  private static AdaptiveBound of(double target, long minMs, long maxMs) {
    return AdaptiveBound.of(target, ofMillis(minMs), ofMillis(maxMs));
  }

  private static void refuses(String message, ThrowingCallable settings) {
    assertThatThrownBy(settings)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("watermarks." + message);
  }
}
