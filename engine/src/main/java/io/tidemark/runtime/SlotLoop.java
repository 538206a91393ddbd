package io.tidemark.runtime;

import io.tidemark.counters.Counters;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimeStage;
import io.tidemark.window.WindowStage;

/**
 * Visits slots in order on one thread: the time stage, then the window stage. Layouts inline and
 * fused are this loop, on the caller's thread or on one of the engine's.
 *
 * <p>For an event: the user's functions, the guard, the ticks due before its arrival, the judgement
 * by the watermark as it then is, the windows, and last its own effect on the watermark. One
 * writer: the thread that runs the loop.
 *
 * @param <E> the type of event
 */
public final class SlotLoop<E extends Slot> {
  private final String job;
  private final EventCode code;
  private final long smallestTimestamp;
  private final long largestTimestamp;
  private final int partitionLimit;
  private final boolean rejectsOnThrow;
  private final TimeStage time;
  private final WindowStage<E> windows;
  private final Counters counters;
  private final RejectedHandler<E> rejected;
  private final RejectedEvent<E> rejectedEvent = new RejectedEvent<>();
  private final long[] values;

  /** The watermark that the windows have been advanced to. */
  private long advancedTo = TimeStage.NO_WATERMARK;

  /**
   * A loop over these stages.
   *
   * @param setup the job's part
   * @param rejected takes what is rejected
   */
  public SlotLoop(
      LoopSetup setup,
      TimeStage time,
      WindowStage<E> windows,
      Counters counters,
      RejectedHandler<E> rejected) {
    this.job = setup.job();
    this.code = EventCode.of(setup.functions());
    this.smallestTimestamp = setup.smallestTimestamp();
    this.largestTimestamp = setup.largestTimestamp();
    this.partitionLimit = setup.partitionLimit();
    this.rejectsOnThrow = setup.rejectsOnThrow();
    this.values = new long[setup.functions().values().size()];
    this.time = time;
    this.windows = windows;
    this.counters = counters;
    this.rejected = rejected;
  }

  /**
   * Visits one slot. What a handler or, unless the job rejects then, a user function throws ends
   * it.
   */
  public void onSlot(E slot) {
    if (slot.kind() == SlotKind.EVENT) {
      onEvent(slot);
    } else {
      onControl(slot);
    }
  }

  private void onEvent(E event) {
    int partition = event.partition();
    long timestamp;
    boolean accepted;
    long key = 0;
    String function = "timestamp";
    try {
      timestamp = code.timestamp(event);
      function = "filter";
      accepted = code.accepts(event);
      if (accepted) {
        function = "key";
        key = code.key(event);
        function = "value";
        code.values(event, values);
      }
    } catch (RuntimeException thrown) {
      onThrow(event, function, thrown);
      return;
    }
    if (timestamp < smallestTimestamp || timestamp > largestTimestamp) {
      reject(event, RejectReason.BAD_TIMESTAMP, null);
      return;
    }
    if (partition >= partitionLimit || !time.admits(partition)) {
      reject(event, RejectReason.PARTITION, null);
      return;
    }
    time.clockTo(event.arrivalNs());
    long judgedBy = advanceWindows();
    if (accepted) {
      counters.accepted.increment();
      if (windows.add(event, key, timestamp, values, judgedBy) && time.isCatchingUp(partition)) {
        counters.lateAfterIdle.increment();
      }
    } else {
      counters.filtered.increment();
    }
    time.observe(partition, timestamp);
    SlotControl.stamp(event, timestamp, judgedBy, advanceWindows());
  }

  private void onControl(E slot) {
    switch (slot.kind()) {
      case SlotKind.REJECTED -> reject(slot, RejectReason.of(slot.detail()), null);
      case SlotKind.TICK -> time.clockTo(slot.arrivalNs());
      case SlotKind.IDLE -> time.idle(slot.partition());
      case SlotKind.ACTIVE -> time.active(slot.partition());
      case SlotKind.END -> time.end(slot.partition());
      case SlotKind.LEAVE -> time.leave(slot.partition());
      case SlotKind.END_OF_INPUT -> time.endOfInput();
      default -> throw new IllegalStateException("slot of unknown kind " + slot.kind());
    }
    long before = advancedTo;
    SlotControl.stamp(slot, TimeStage.NO_WATERMARK, before, advanceWindows());
  }

  private long advanceWindows() {
    long watermark = time.watermark();
    if (watermark != advancedTo) {
      advancedTo = watermark;
      windows.advance(watermark);
    }
    return watermark;
  }

  private void onThrow(E event, String function, RuntimeException thrown) {
    UserCodeException named = new UserCodeException(job, function, thrown);
    if (!rejectsOnThrow) {
      throw named;
    }
    reject(event, RejectReason.USER_CODE, named);
  }

  private void reject(E event, RejectReason reason, Throwable cause) {
    counters.rejected(reason.ordinal()).increment();
    rejected.onRejected(rejectedEvent.wrap(event, reason, cause));
  }
}
