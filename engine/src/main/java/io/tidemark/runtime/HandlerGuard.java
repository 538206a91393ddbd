package io.tidemark.runtime;

import io.tidemark.counters.Counter;
import io.tidemark.output.LateHandler;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.output.RejectedHandler;
import io.tidemark.output.ResultHandler;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.ClockAlarmHandler;
import java.util.function.LongSupplier;

/**
 * Stands around the handlers of one thread. What one throws is counted and skipped, that one call
 * being lost to the handler; or it stops the engine, told with the names of the job and the
 * handler. Errors always stop it.
 */
public final class HandlerGuard {
  private final String job;
  private final Counter skipped;

  /**
   * Around handlers of this job.
   *
   * @param skipped counts what is skipped; null: nothing is
   */
  public HandlerGuard(String job, Counter skipped) {
    this.job = job;
    this.skipped = skipped;
  }

  /** Around a handler of windows' results. */
  public ResultHandler results(ResultHandler handler) {
    return result -> {
      try {
        handler.onResult(result);
      } catch (Exception thrown) {
        threw("onResult", thrown);
      }
    };
  }

  /** Around a handler of what processes emit. */
  public ProcessResultHandler processResults(ProcessResultHandler handler) {
    return row -> {
      try {
        handler.onResult(row);
      } catch (Exception thrown) {
        threw("onProcessResult", thrown);
      }
    };
  }

  /** Around a handler of late events. */
  public <E> LateHandler<E> late(LateHandler<E> handler) {
    return event -> {
      try {
        handler.onLate(event);
      } catch (Exception thrown) {
        threw("onLate", thrown);
      }
    };
  }

  /** Around a handler of rejected events. */
  public <E> RejectedHandler<E> rejected(RejectedHandler<E> handler) {
    return event -> {
      try {
        handler.onRejected(event);
      } catch (Exception thrown) {
        threw("onRejected", thrown);
      }
    };
  }

  /** Around a handler of the decisions of bounds. */
  public BoundHandler bounds(BoundHandler handler) {
    return (partition, events, bound) -> {
      try {
        handler.onBound(partition, events, bound);
      } catch (Exception thrown) {
        threw("onBound", thrown);
      }
    };
  }

  /** Around a handler of clock alarms. */
  public ClockAlarmHandler clockAlarms(ClockAlarmHandler handler) {
    return alarm -> {
      try {
        handler.onClockAlarm(alarm);
      } catch (Exception thrown) {
        threw("onClockAlarm", thrown);
      }
    };
  }

  /** Around a clock of the user's; what it throws is never skipped. */
  public LongSupplier clock(LongSupplier clock) {
    return () -> {
      try {
        return clock.getAsLong();
      } catch (Exception thrown) {
        throw new UserCodeException(job, "clock", thrown);
      }
    };
  }

  private void threw(String handler, Exception thrown) {
    if (skipped == null) {
      throw new UserCodeException(job, handler + " handler", thrown);
    }
    skipped.increment();
  }
}
