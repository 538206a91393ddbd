package io.tidemark.cli.run;

import io.tidemark.cli.job.JobWindow;
import io.tidemark.cli.job.WindowShape;
import io.tidemark.window.CalendarPeriod;
import io.tidemark.window.WindowDefinition;

/** The shapes of a job file's windows as the engine's. */
final class Shapes {
  private Shapes() {}

  /** A definition of this name and shape, with nothing else. */
  static WindowDefinition<FileEvent> of(JobWindow window) {
    WindowDefinition<FileEvent> definition = of(window.name(), window.shape());
    return window.includesEnd() ? definition.endInclusive() : definition;
  }

  private static WindowDefinition<FileEvent> of(String name, WindowShape shape) {
    if (shape instanceof WindowShape.Tumbling tumbling) {
      return WindowDefinition.<FileEvent>tumbling(name, tumbling.size()).offset(tumbling.offset());
    }
    if (shape instanceof WindowShape.Sliding sliding) {
      return WindowDefinition.<FileEvent>sliding(name, sliding.size(), sliding.slide())
          .offset(sliding.offset());
    }
    if (shape instanceof WindowShape.Session session) {
      return WindowDefinition.session(name, session.gap());
    }
    if (shape instanceof WindowShape.Cumulative cumulative) {
      return WindowDefinition.<FileEvent>cumulative(name, cumulative.max(), cumulative.step())
          .offset(cumulative.offset());
    }
    if (shape instanceof WindowShape.Calendar calendar) {
      return calendar(name, calendar).offset(calendar.offset());
    }
    if (shape instanceof WindowShape.Exchange exchange) {
      return WindowDefinition.exchange(name, exchange.hours());
    }
    if (shape instanceof WindowShape.Count count) {
      return WindowDefinition.count(name, count.size(), count.slide());
    }
    if (shape instanceof WindowShape.Rolling rolling) {
      return WindowDefinition.rolling(name, rolling.range());
    }
    return WindowDefinition.global(name);
  }

  private static WindowDefinition<FileEvent> calendar(String name, WindowShape.Calendar calendar) {
    return calendar.period() == CalendarPeriod.WEEK
        ? WindowDefinition.calendarWeek(name, calendar.firstDay(), calendar.zone())
        : WindowDefinition.calendar(name, calendar.period(), calendar.zone());
  }
}
