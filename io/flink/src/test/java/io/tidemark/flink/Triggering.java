package io.tidemark.flink;

import io.tidemark.window.AccumulationMode;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousProcessingTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * When windows fire, and what each side calls that.
 *
 * @param step ms from one early firing to the next, or a number of events
 */
record Triggering(Kind kind, long step) {
  static final Triggering DEFAULT = new Triggering(Kind.DEFAULT, 0);

  enum Kind {
    DEFAULT,
    DISCARDING,
    EARLY,
    EARLY_DISCARDING,
    COUNT,
    COUNT_DISCARDING,
    BY_CLOCK,
    BY_CLOCK_DISCARDING
  }

  boolean isEarly() {
    return kind == Kind.EARLY || kind == Kind.EARLY_DISCARDING;
  }

  boolean isCount() {
    return kind == Kind.COUNT || kind == Kind.COUNT_DISCARDING;
  }

  boolean isByClock() {
    return kind == Kind.BY_CLOCK || kind == Kind.BY_CLOCK_DISCARDING;
  }

  Trigger<Object, TimeWindow> flink() {
    return switch (kind) {
      case DEFAULT -> EventTimeTrigger.create();
      case DISCARDING -> PurgingTrigger.of(EventTimeTrigger.create());
      case EARLY -> ContinuousEventTimeTrigger.of(Duration.ofMillis(step));
      case EARLY_DISCARDING ->
          PurgingTrigger.of(ContinuousEventTimeTrigger.<TimeWindow>of(Duration.ofMillis(step)));
      case COUNT -> CountTrigger.of(step);
      case COUNT_DISCARDING -> PurgingTrigger.of(CountTrigger.<TimeWindow>of(step));
      case BY_CLOCK -> ContinuousProcessingTimeTrigger.of(Duration.ofMillis(step));
      case BY_CLOCK_DISCARDING ->
          PurgingTrigger.of(
              ContinuousProcessingTimeTrigger.<TimeWindow>of(Duration.ofMillis(step)));
    };
  }

  WindowDefinition<StreamEvent> engine(WindowDefinition<StreamEvent> windows) {
    boolean discards =
        switch (kind) {
          case DISCARDING, EARLY_DISCARDING, COUNT_DISCARDING, BY_CLOCK_DISCARDING -> true;
          case DEFAULT, EARLY, COUNT, BY_CLOCK -> false;
        };
    WindowDefinition<StreamEvent> definition =
        discards ? windows.mode(AccumulationMode.DISCARDING) : windows;
    if (isEarly()) {
      return definition.early(EarlyFiring.everyEventTime(Duration.ofMillis(step)));
    }
    if (isByClock()) {
      return definition.early(EarlyFiring.everyProcessingTime(Duration.ofMillis(step)));
    }
    return isCount() ? definition.early(EarlyFiring.everyEvents(step)) : definition;
  }
}
