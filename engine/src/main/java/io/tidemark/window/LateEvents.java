package io.tidemark.window;

import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import io.tidemark.output.LateKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.TimeStage;
import java.util.Set;

/**
 * What becomes of events that came too late for windows, by each definition's policy, and of those
 * that there was no room for. One writer: the stage that runs the windows.
 *
 * @param <E> the type of event
 */
final class LateEvents<E> {
  /**
   * What holds for one definition.
   *
   * @param policy what becomes of its events that are too late for all windows
   * @param tellsDropped whether the handler, which only counts for that, is told of dropped ones
   * @param allowedLateness in the job's unit
   * @param largestTimestamp the largest timestamp whose windows fit
   */
  record Rule(
      LatePolicy policy, boolean tellsDropped, long allowedLateness, long largestTimestamp) {}

  private final Rule[] rules;
  private final LateHandler<E> handler;
  private final boolean reportsPartlyLate;
  private final boolean reportsAdjusted;
  private final LateEvent<E> event = new LateEvent<>();

  /**
   * By these rules, one for each definition.
   *
   * @param handler takes late events
   * @param reported which it is told of beside those that are too late
   */
  LateEvents(Rule[] rules, LateHandler<E> handler, Set<LateKind> reported) {
    this.rules = rules;
    this.handler = handler;
    this.reportsPartlyLate = reported.contains(LateKind.PARTLY_LATE);
    this.reportsAdjusted = reported.contains(LateKind.ADJUSTED);
  }

  /** The event counted in some of its windows and missed others. */
  void onPartlyLate(WindowOperator operator, SlotBatch batch, int i, BatchSlots<E> slots) {
    if (reportsPartlyLate) {
      int missed = operator.missedWindows;
      wrap(operator, batch, i, slots).asPartlyLate(missed, operator.countedWindows);
      handler.onLate(event);
    }
  }

  /** The event is too late for all its windows; one that is adjusted may be unassigned then. */
  void onTooLate(WindowOperator operator, SlotBatch batch, int i, BatchSlots<E> slots) {
    Rule rule = rules[operator.number()];
    WindowCounters counts = operator.counters;
    if (batch.kinds[i] == SlotBatch.RETURNED) {
      counts.lateAfterIdle.increment();
    }
    int missed = operator.missedWindows;
    switch (rule.policy) {
      case DROP -> {
        drop(counts);
        if (rule.tellsDropped) {
          handler.onLate(wrap(operator, batch, i, slots).asTooLate(missed));
        }
      }
      case SIDE -> {
        counts.tooLate.increment();
        counts.lateToSide.increment();
        handler.onLate(wrap(operator, batch, i, slots).asTooLate(missed));
      }
      case ADJUST -> adjust(operator, rule, batch, i, slots);
      case FAIL -> {
        counts.tooLate.increment();
        counts.lateFailed.increment();
        throw new TooLateException(
            operator.name(), batch.keys[i], batch.timestamps[i], batch.judgedBy[i]);
      }
    }
  }

  /** There was no room for the event's rows. */
  void onNoRoom(WindowOperator operator, SlotBatch batch, int i, BatchSlots<E> slots) {
    operator.counters.refused.increment();
    handler.onLate(wrap(operator, batch, i, slots).asRefused());
  }

  /** Has the user's aggregates try the event out at the time that it would be adjusted to. */
  void tryOut(WindowOperator operator, SlotBatch batch, int i) {
    Rule rule = rules[operator.number()];
    if (rule.policy == LatePolicy.ADJUST && canAdjust(rule, batch.judgedBy[i])) {
      long timestamp = batch.timestamps[i];
      batch.timestamps[i] = adjusted(rule, batch.judgedBy[i]);
      try {
        operator.tryOut(batch, i);
      } finally {
        batch.timestamps[i] = timestamp;
      }
    }
  }

  private static void drop(WindowCounters counts) {
    counts.tooLate.increment();
    counts.lateDropped.increment();
  }

  private void adjust(
      WindowOperator operator, Rule rule, SlotBatch batch, int i, BatchSlots<E> slots) {
    if (!canAdjust(rule, batch.judgedBy[i])) {
      drop(operator.counters);
      return;
    }
    int missed = operator.missedWindows;
    long timestamp = batch.timestamps[i];
    long watermark;
    long adjusted;
    int verdict;
    do {
      watermark = batch.judgedBy[i];
      adjusted = adjusted(rule, watermark);
      batch.timestamps[i] = adjusted;
      verdict = operator.takeInRoom(batch, i);
      // To make room for it, windows may have been closed that it would have been in.
    } while (verdict == WindowOperator.TOO_LATE
        && batch.judgedBy[i] > watermark
        && canAdjust(rule, batch.judgedBy[i]));
    batch.timestamps[i] = timestamp;
    if (verdict != WindowOperator.COUNTED && verdict != WindowOperator.PARTLY_LATE) {
      leaveOut(operator, verdict, batch, i, slots);
      return;
    }
    operator.counters.tooLate.increment();
    operator.counters.lateAdjusted.increment();
    if (reportsAdjusted) {
      handler.onLate(wrap(operator, batch, i, slots).asAdjusted(missed, adjusted));
    }
  }

  /** The event counts at its new time no more than at its own. */
  private void leaveOut(
      WindowOperator operator, int verdict, SlotBatch batch, int i, BatchSlots<E> slots) {
    switch (verdict) {
      case WindowOperator.NO_ROOM -> onNoRoom(operator, batch, i, slots);
      case WindowOperator.TOO_LATE -> drop(operator.counters);
      default -> operator.counters.unassigned.increment();
    }
  }

  private static boolean canAdjust(Rule rule, long watermark) {
    return watermark != TimeStage.END_OF_TIME && adjusted(rule, watermark) <= rule.largestTimestamp;
  }

  /** The earliest time that is not too late whatever windows it falls into. */
  private static long adjusted(Rule rule, long watermark) {
    // Not before the beginning of time: some window has closed, that much after its end.
    return Durations.saturatedAdd(watermark, 1) - rule.allowedLateness;
  }

  private LateEvent<E> wrap(WindowOperator operator, SlotBatch batch, int i, BatchSlots<E> slots) {
    return event.wrap(
        slots.slot(i),
        operator.name(),
        operator.number(),
        batch.keys[i],
        batch.timestamps[i],
        batch.judgedBy[i]);
  }
}
