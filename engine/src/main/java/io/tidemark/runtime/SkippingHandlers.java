package io.tidemark.runtime;

import io.tidemark.counters.Counter;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.ClockAlarmHandler;

/**
 * Handlers whose exceptions are counted and skipped: that one call is lost to the handler, and the
 * engine goes on. Errors still stop it.
 *
 * @param <E> the type of event
 */
public final class SkippingHandlers<E>
    implements ResultHandler, LateHandler<E>, RejectedHandler<E> {
  private final ResultHandler results;
  private final LateHandler<E> late;
  private final RejectedHandler<E> rejected;
  private final Counter skipped;

  /** Around these handlers. */
  public SkippingHandlers(
      ResultHandler results, LateHandler<E> late, RejectedHandler<E> rejected, Counter skipped) {
    this.results = results;
    this.late = late;
    this.rejected = rejected;
    this.skipped = skipped;
  }

  /** Around a handler of what processes emit. */
  public static ProcessResultHandler skipping(ProcessResultHandler rows, Counter skipped) {
    return row -> {
      try {
        rows.onResult(row);
      } catch (RuntimeException thrown) {
        skipped.increment();
      }
    };
  }

  /** The same around this handler. */
  public static ClockAlarmHandler skippingAlarms(ClockAlarmHandler handler, Counter skipped) {
    return alarm -> {
      try {
        handler.onClockAlarm(alarm);
      } catch (RuntimeException thrown) {
        skipped.increment();
      }
    };
  }

  /** The same around this handler. */
  public static BoundHandler skippingBounds(BoundHandler handler, Counter skipped) {
    return (partition, events, bound) -> {
      try {
        handler.onBound(partition, events, bound);
      } catch (RuntimeException thrown) {
        skipped.increment();
      }
    };
  }

  @Override
  public void onResult(WindowResult result) {
    try {
      results.onResult(result);
    } catch (RuntimeException thrown) {
      skipped.increment();
    }
  }

  @Override
  public void onLate(LateEvent<E> event) {
    try {
      late.onLate(event);
    } catch (RuntimeException thrown) {
      skipped.increment();
    }
  }

  @Override
  public void onRejected(RejectedEvent<E> event) {
    try {
      rejected.onRejected(event);
    } catch (RuntimeException thrown) {
      skipped.increment();
    }
  }
}
