package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.aggregate.Specialiser;
import io.tidemark.output.RejectReason;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimestampCheck;
import io.tidemark.time.TimestampFault;
import java.lang.invoke.MethodHandles;

/**
 * The user functions of one job, run over a batch: what is read from each slot. All of it runs
 * before any state changes, so an event whose function throws leaves no trace.
 *
 * <p>Immutable; any thread, as far as the user's functions are.
 */
abstract class EventCode {
  /** What clears an event, as the words behind "the". */
  static final String CLEAR = "clear function of an event";

  /** The code of this job: specialised where the JVM lets it, else plain. */
  static EventCode of(LoopSetup setup) {
    return Specialiser.instance(
        MethodHandles.lookup(), EventTemplate.class, EventCode.class, LoopSetup.class, setup);
  }

  /**
   * Fills the batch with the slots from {@code first} on.
   *
   * @return null; or what a user function threw, if the job stops then: the batch ends before that
   *     slot
   */
  abstract UserCodeException read(RingBuffer<? extends Slot> ring, long first, SlotBatch batch);

  /**
   * Clears the slots, once nothing more is read from them.
   *
   * @throws UserCodeException when an event's function throws; those behind it are not cleared
   */
  abstract void clear(RingBuffer<? extends Slot> ring, long first, int size);

  /** What is the same for every job: the fields of the slot itself. */
  static byte readSlot(Slot slot, int i, SlotBatch batch) {
    byte kind = slot.kind();
    batch.kinds[i] = kind;
    batch.partitions[i] = slot.partition();
    batch.arrivalsNs[i] = slot.arrivalNs();
    if (kind != SlotKind.EVENT) {
      batch.details[i] = slot.detail();
    }
    return kind;
  }

  /**
   * A timestamp did not pass: finds another one for the event, or rejects it. Rare.
   *
   * @param isMissing whether the event has none
   * @return whether the event goes on, with the batch's timestamp
   */
  static boolean onBadTimestamp(
      TimestampCheck check, boolean isMissing, Slot event, int i, SlotBatch batch) {
    long timestamp = batch.timestamps[i];
    long arrivalNs = batch.arrivalsNs[i];
    TimestampFault fault = check.fault(timestamp, isMissing, arrivalNs);
    if (fault == null) {
      return true;
    }
    if (check.scales(fault) && check.fits(check.scaled(fault, timestamp))) {
      batch.timestamps[i] = check.scaled(fault, timestamp);
      batch.scaledTimestamps++;
      SlotControl.markScaled(event);
      return true;
    }
    if (check.fallsBack() && check.fits(check.ingestion(arrivalNs))) {
      batch.timestamps[i] = check.ingestion(arrivalNs);
      batch.ingestionTimes++;
      SlotControl.markIngestionTime(event);
      return true;
    }
    batch.kinds[i] = check.quarantines() ? SlotBatch.QUARANTINED : SlotKind.REJECTED;
    batch.details[i] = (check.isGuarded() ? reason(fault) : RejectReason.BAD_TIMESTAMP).ordinal();
    return false;
  }

  private static RejectReason reason(TimestampFault fault) {
    return switch (fault) {
      case MISSING -> RejectReason.MISSING_TIMESTAMP;
      case UNDERFLOW -> RejectReason.TIMESTAMP_UNDERFLOW;
      case OVERFLOW -> RejectReason.TIMESTAMP_OVERFLOW;
      case NEGATIVE -> RejectReason.NEGATIVE_TIMESTAMP;
      case UNIT_SECONDS -> RejectReason.UNIT_SECONDS;
      case UNIT_MILLISECONDS -> RejectReason.UNIT_MILLISECONDS;
      case UNIT_MICROSECONDS -> RejectReason.UNIT_MICROSECONDS;
      case UNIT_NANOSECONDS -> RejectReason.UNIT_NANOSECONDS;
      case PAST -> RejectReason.PAST_TIMESTAMP;
      case FUTURE -> RejectReason.FUTURE_TIMESTAMP;
    };
  }

  /**
   * A user function threw: rejects the slot, or ends the batch before it.
   *
   * @param function what it was, as the words behind "the"
   */
  static UserCodeException onThrow(
      LoopSetup setup, String function, Throwable thrown, int i, SlotBatch batch) {
    return onThrow(setup, new UserCodeException(setup.job(), function, thrown), i, batch);
  }

  /** The same for what has been named. */
  static UserCodeException onThrow(
      LoopSetup setup, UserCodeException named, int i, SlotBatch batch) {
    if (!setup.rejectsOnThrow()) {
      batch.size = i;
      return named;
    }
    batch.kinds[i] = SlotKind.REJECTED;
    batch.details[i] = RejectReason.USER_CODE.ordinal();
    batch.causes[i] = named;
    return null;
  }
}
