package io.tidemark;

import io.tidemark.process.KeyedProcess;
import io.tidemark.runtime.LoopSetup;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.Slot;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimestampCheck;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * What a job's builder is told of time. One writer: the builder, until the job is built.
 *
 * @param <E> the type of event
 */
final class TimeSettings<E extends Event> {
  TimeUnit unit;

  /** Of event time; else null. */
  ToLongFunction<? super E> timestamp;

  /** Null: those for which the timestamp is not the smallest long. */
  Predicate<? super E> hasTimestamp;

  /** Of ingestion time; else null. */
  IngestionTime ingestion;

  /** Of processing time: how often the engine ticks; else null. */
  Duration tick;

  /** What stands in for a timestamp that is missing or refused, or null. */
  IngestionTime fallback;

  TimestampGuard guard;
  WatermarkStrategy<? super E> watermarks;

  TimeDomain domain() {
    if (tick != null) {
      return TimeDomain.PROCESSING;
    }
    return ingestion != null ? TimeDomain.INGESTION : TimeDomain.EVENT;
  }

  /** Whether every publish has to hand the arrival over. */
  boolean needsSourceStamps() {
    return ingestion == IngestionTime.SOURCE || fallback == IngestionTime.SOURCE;
  }

  /**
   * Checks that the settings go together.
   *
   * @throws IllegalArgumentException names the setting, the value and what is allowed
   */
  void check() {
    boolean isEventTime = domain() == TimeDomain.EVENT;
    require(
        !isEventTime || timestamp != null,
        "timestamp: not set; event time needs to be read from the event");
    require(
        isEventTime || timestamp == null,
        "timestamp: set in a job on " + name() + "; expected in a job on event time only");
    require(
        tick == null || ingestion == null,
        "ingestion time: set in a job on processing time; expected one of the two");
    require(isEventTime || fallback == null, eventTimeOnly("event time or ingestion time"));
    require(isEventTime || hasTimestamp == null, eventTimeOnly("has timestamp"));
    require(isEventTime || guard == null, eventTimeOnly("guard"));
    if (tick == null) {
      require(
          watermarks != null,
          "watermarks: not set; expected a strategy, for example boundedOutOfOrderness(bound), the"
              + " bound being how much disorder to wait for");
      watermarks.check(unit);
    } else {
      require(
          watermarks == null, "watermarks: set; expected none in processing time, which has none");
    }
    if (guard != null) {
      guard.check(unit);
    }
  }

  /** Checks a window definition against the domain. */
  void check(WindowDefinition<E> window) {
    require(
        tick == null || window.allowedLateness().isZero(),
        "windows["
            + window.name()
            + "].allowedLateness: "
            + window.allowedLateness()
            + "; expected 0 in processing time, where nothing is late");
  }

  /** The strategy; in processing time, one that makes no watermark and ticks. */
  WatermarkStrategy<? super E> strategy() {
    return tick == null ? watermarks : WatermarkStrategy.<E>none().emitEvery(tick);
  }

  /** Reads a timestamp: the event's own, or its arrival. */
  ToLongFunction<Object> reader() {
    if (timestamp != null) {
      return LoopSetup.erased(timestamp);
    }
    long unitNs = unit.toNanos(1);
    return event -> Math.floorDiv(((Slot) event).arrivalNs(), unitNs);
  }

  /** Which timestamps events may have, as checked definitions allow. */
  TimestampCheck timestamps(List<WindowDefinition<E>> windows, List<KeyedProcess<E>> processes) {
    LongStream smallest =
        LongStream.concat(
            windows.stream().mapToLong(window -> window.smallestTimestamp(unit)),
            processes.stream().mapToLong(process -> process.smallestTimestamp(unit)));
    LongStream largest =
        LongStream.concat(
            windows.stream().mapToLong(window -> window.largestTimestamp(unit)),
            processes.stream().mapToLong(process -> process.largestTimestamp(unit)));
    return TimestampCheck.of(
        smallest.max().orElseThrow(), largest.min().orElseThrow(), unit, guard, fallback != null);
  }

  private String name() {
    return domain() == TimeDomain.INGESTION ? "ingestion time" : "processing time";
  }

  private String eventTimeOnly(String setting) {
    return setting + ": set in a job on " + name() + "; expected in a job on event time only";
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
