package io.tidemark.window;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.Column;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What definitions of all shapes have in common. */
class WindowDefinitionTest {
  private static final Duration NONE = null;

  private static WindowDefinition<Object> tumbling() {
    return WindowDefinition.tumbling("w", ofMillis(10));
  }

  @Test
  void shouldRefuseNullsWhereTheyAreGiven() {
    LocalTime noon = LocalTime.NOON;
    List<ThrowingCallable> calls =
        List.of(
            () -> WindowDefinition.tumbling(null, ofMillis(1)),
            () -> WindowDefinition.tumbling("w", null),
            () -> WindowDefinition.sliding("w", null, ofMillis(1)),
            () -> WindowDefinition.sliding("w", ofMillis(1), null),
            () -> WindowDefinition.session("w", NONE),
            () -> WindowDefinition.session("w", (ToLongFunction<Object>) null),
            () -> WindowDefinition.cumulative("w", null, ofMillis(1)),
            () -> WindowDefinition.cumulative("w", ofMillis(1), null),
            () -> WindowDefinition.calendar("w", null, ZoneOffset.UTC),
            () -> WindowDefinition.calendar("w", CalendarPeriod.DAY, null),
            () -> WindowDefinition.calendarWeek("w", null, ZoneOffset.UTC),
            () -> WindowDefinition.exchange("w", null),
            () -> ExchangeHours.of(null, noon, ZoneOffset.UTC),
            () -> ExchangeHours.of(noon, null, ZoneOffset.UTC),
            () -> ExchangeHours.of(noon, noon, null),
            () -> WindowDefinition.global(null),
            () -> WindowDefinition.count(null, 1),
            () -> WindowDefinition.rolling("w", null),
            () -> tumbling().offset(null),
            () -> tumbling().allowedLateness(NONE),
            () -> tumbling().early(null),
            () -> tumbling().mode(null),
            () -> tumbling().late(null),
            () -> tumbling().atMost(1, null),
            () -> tumbling().aggregate(null, count()),
            () -> tumbling().aggregate("n", null),
            () -> EarlyFiring.everyEventTime(null),
            () -> EarlyFiring.everyProcessingTime(null),
            () -> EarlyFiring.everyEvents(1).or(null));
    for (int i = 0; i < calls.size(); i++) {
      assertThatThrownBy(calls.get(i)).as("call %d", i).isInstanceOf(NullPointerException.class);
    }
  }

  @Test
  void shouldLeaveADefinitionAsItIsAndTakeTheLaterOfTwoCalls() {
    WindowDefinition<Object> windows = tumbling();
    WindowDefinition<Object> other =
        windows
            .offset(ofMillis(3))
            .offset(ofMillis(4))
            .allowedLateness(ofMillis(5))
            .allowedLateness(ofMillis(6))
            .mode(AccumulationMode.DISCARDING)
            .mode(AccumulationMode.RETRACTING)
            .atMost(1, AtCeiling.FAIL)
            .atMost(2, AtCeiling.EVICT_IDLE)
            .endInclusive()
            .endInclusive();

    assertThat(windows.shape())
        .isEqualTo(new WindowShape.Tumbling(ofMillis(10), Duration.ZERO, false));
    assertThat(windows.allowedLateness()).isZero();
    assertThat(windows.effectiveTriggers()).isEqualTo(Triggers.DEFAULT);
    assertThat(windows.limit()).isNull();
    assertThat(other.shape()).isEqualTo(new WindowShape.Tumbling(ofMillis(10), ofMillis(4), true));
    assertThat(other.allowedLateness()).isEqualTo(ofMillis(6));
    assertThat(other.effectiveTriggers().mode()).isEqualTo(AccumulationMode.RETRACTING);
    assertThat(other.limit()).isEqualTo(new RowLimit(2, AtCeiling.EVICT_IDLE));
  }

  @Test
  void shouldNameItsColumnsInTheOrderOfTheAggregates() {
    WindowDefinition<Object> windows = tumbling().aggregate("b", count()).aggregate("a", count());
    assertThat(windows.columns()).extracting(Column::name).containsExactly("b", "a");
    assertThatThrownBy(() -> windows.aggregate("b", count()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("windows[w].aggregates: two columns are named b");
  }

  @Test
  void shouldNameSettingAndValueOfWhatIsWrong() {
    expectRefused(tumbling(), "windows[w].aggregates: none; expected at least one");
    WindowDefinition<Object> counting = tumbling().aggregate("n", count());
    expectRefused(
        counting.allowedLateness(ofMillis(-1)),
        "windows[w].allowedLateness: PT-0.001S; expected 0 or more");
    expectRefused(
        counting.allowedLateness(ofNanos(1)),
        "windows[w].allowedLateness: PT0.000000001S is no whole number of ms");
    expectRefused(
        counting.allowedLateness(ofDays(Long.MAX_VALUE / 86_400)),
        "windows[w].allowedLateness: PT2562047788015200H is beyond 64 bits in ms");
    expectRefused(
        counting.atMost(0, AtCeiling.FAIL), "windows[w].atMost: 0 rows; expected at least 1");
    String byDefault =
        "windows[w]: early, coalesced, further or final firings; expected none, as windows of counts"
            + " and rolling ones fire by default only";
    expectRefused(WindowDefinition.count("w", 1).coalesceLate(), byDefault);
    expectRefused(
        WindowDefinition.rolling("w", ofMillis(1)).mode(AccumulationMode.DISCARDING), byDefault);
  }

  private static void expectRefused(WindowDefinition<Object> windows, String message) {
    assertThatThrownBy(() -> windows.check(TimeUnit.MILLISECONDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
