package io.tidemark.flink;

import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import org.apache.flink.streaming.api.windowing.assigners.DynamicEventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** The windows that a stream is cut into, and what each side calls them. Times are ms. */
record WindowSpec(Shape shape, long lateness, Triggering triggering) {
  WindowSpec(Shape shape, long lateness) {
    this(shape, lateness, Triggering.DEFAULT);
  }

  /** Which windows an event falls into. */
  sealed interface Shape {}

  /** Windows of one size, side by side. */
  record Tumbling(long size, long offset) implements Shape {}

  /** Windows of one size that begin every slide. */
  record Sliding(long size, long slide, long offset) implements Shape {}

  /** Sessions of one gap. */
  record Session(long gap) implements Shape {}

  /** Sessions whose gap each event brings along. */
  record DynamicSession() implements Shape {}

  static WindowSpec tumbling(long size) {
    return new WindowSpec(new Tumbling(size, 0), 0);
  }

  static WindowSpec sliding(long size, long slide) {
    return new WindowSpec(new Sliding(size, slide, 0), 0);
  }

  static WindowSpec session(long gap) {
    return new WindowSpec(new Session(gap), 0);
  }

  static WindowSpec dynamicSession() {
    return new WindowSpec(new DynamicSession(), 0);
  }

  WindowSpec lateness(long ms) {
    return new WindowSpec(shape, ms, triggering);
  }

  WindowSpec triggering(Triggering other) {
    return new WindowSpec(shape, lateness, other);
  }

  boolean isSession() {
    return shape instanceof Session || shape instanceof DynamicSession;
  }

  /** Whether some timestamps fall into no window. */
  boolean hasGaps() {
    return shape instanceof Sliding sliding && sliding.size < sliding.slide;
  }

  /** Flink's assigner. */
  WindowAssigner<Object, TimeWindow> assigner() {
    if (shape instanceof Tumbling tumbling) {
      return TumblingEventTimeWindows.of(ms(tumbling.size), ms(tumbling.offset));
    }
    if (shape instanceof Sliding sliding) {
      return SlidingEventTimeWindows.of(ms(sliding.size), ms(sliding.slide), ms(sliding.offset));
    }
    if (shape instanceof Session session) {
      return EventTimeSessionWindows.withGap(ms(session.gap));
    }
    return DynamicEventTimeSessionWindows.withDynamicGap(
        arrival -> ((FlinkWindows.Arrival) arrival).event().gap());
  }

  /** The engine's definition, without aggregates. */
  WindowDefinition<StreamEvent> definition(String name) {
    return triggering.engine(shaped(name)).allowedLateness(ms(lateness));
  }

  private WindowDefinition<StreamEvent> shaped(String name) {
    if (shape instanceof Tumbling tumbling) {
      return WindowDefinition.<StreamEvent>tumbling(name, ms(tumbling.size))
          .offset(ms(tumbling.offset));
    }
    if (shape instanceof Sliding sliding) {
      return WindowDefinition.<StreamEvent>sliding(name, ms(sliding.size), ms(sliding.slide))
          .offset(ms(sliding.offset));
    }
    if (shape instanceof Session session) {
      return WindowDefinition.session(name, ms(session.gap));
    }
    return WindowDefinition.session(name, event -> event.gap);
  }

  private static Duration ms(long ms) {
    return Duration.ofMillis(ms);
  }
}
