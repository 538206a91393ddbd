package io.tidemark.runtime;

import io.tidemark.counters.Counters;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import io.tidemark.time.WatermarkException;

/**
 * Takes the slots that are no accepted events: hands out those that are rejected, and counts them.
 * One writer: the thread that runs the loop.
 *
 * @param <E> the type of event
 */
final class SkippedSlots<E extends Slot> {
  private final Naming naming;
  private final Counters counters;
  private final RejectedHandler<E> rejected;
  private final RejectedEvent<E> rejectedEvent = new RejectedEvent<>();

  SkippedSlots(Naming naming, Counters counters, RejectedHandler<E> rejected) {
    this.naming = naming;
    this.counters = counters;
    this.rejected = rejected;
  }

  /** Takes the slot at place {@code i} of the batch. */
  void take(SlotBatch batch, int i, E slot) {
    switch (batch.kinds[i]) {
      case SlotKind.REJECTED -> reject(batch, i, slot, RejectReason.of(batch.details[i]), false);
      case SlotBatch.QUARANTINED -> {
        counters.quarantined.increment();
        reject(batch, i, slot, RejectReason.of(batch.details[i]), true);
      }
      case SlotBatch.OUT_OF_TIME -> reject(batch, i, slot, RejectReason.BAD_TIMESTAMP, false);
      case SlotBatch.NOT_ADMITTED -> reject(batch, i, slot, RejectReason.PARTITION, false);
      case SlotBatch.DISORDERED -> reject(batch, i, slot, RejectReason.DISORDER, false);
      case SlotBatch.USER_CODE_THREW -> reject(batch, i, slot, RejectReason.USER_CODE, false);
      case SlotBatch.DUPLICATE -> reject(batch, i, slot, RejectReason.DUPLICATE, false);
      case SlotBatch.FILTERED -> counters.filtered.increment();
      default -> {
        // A control item: it has had its effect on time.
      }
    }
  }

  private void reject(SlotBatch batch, int i, E slot, RejectReason reason, boolean quarantined) {
    counters.rejected(reason.ordinal()).increment();
    Throwable cause = batch.causes[i];
    batch.causes[i] = null;
    if (cause instanceof WatermarkException ofTime) {
      cause = naming.named(ofTime);
    }
    rejected.onRejected(rejectedEvent.wrap(slot, reason, quarantined, cause));
  }
}
