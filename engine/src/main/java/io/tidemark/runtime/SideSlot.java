package io.tidemark.runtime;

import io.tidemark.output.LateEvent;
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.Slot;

/**
 * A place in the side ring: a copy of a late or rejected event and what is said of it, or a
 * decision of a bound. Two writers in turn: the window stage until it is published, then the
 * side-output thread, which clears it.
 */
final class SideSlot<E extends Slot> {
  /** What is in the place. */
  enum Kind {
    LATE,
    REJECTED,
    BOUND
  }

  final E event;
  private Kind kind;
  private RejectReason reason;
  private boolean quarantined;
  private Throwable cause;
  private String window;
  private int windowIndex;
  private long key;
  private long timestamp;
  private long watermark;
  private LateKind lateKind;
  private int missedWindows;
  private int countedWindows;
  private long adjustedTimestamp;
  private int partition;
  private long events;
  private long bound;

  SideSlot(E event) {
    this.event = event;
  }

  void setLate(LateEvent<E> late) {
    kind = Kind.LATE;
    window = late.window();
    windowIndex = late.windowIndex();
    key = late.key();
    timestamp = late.timestamp();
    watermark = late.watermark();
    lateKind = late.kind();
    missedWindows = late.missedWindows();
    countedWindows = late.countedWindows();
    adjustedTimestamp = late.adjustedTimestamp();
  }

  void setRejected(RejectedEvent<E> rejected) {
    kind = Kind.REJECTED;
    reason = rejected.reason();
    quarantined = rejected.isQuarantined();
    cause = rejected.cause();
  }

  void setBound(int newPartition, long newEvents, long newBound) {
    kind = Kind.BOUND;
    partition = newPartition;
    events = newEvents;
    bound = newBound;
  }

  Kind kind() {
    return kind;
  }

  void handTo(BoundHandler handler) {
    handler.onBound(partition, events, bound);
  }

  LateEvent<E> late(LateEvent<E> into) {
    into.wrap(event, window, windowIndex, key, timestamp, watermark);
    return switch (lateKind) {
      case TOO_LATE -> into.asTooLate(missedWindows);
      case PARTLY_LATE -> into.asPartlyLate(missedWindows, countedWindows);
      case ADJUSTED -> into.asAdjusted(missedWindows, adjustedTimestamp);
      case NO_ROOM -> into.asRefused();
    };
  }

  RejectedEvent<E> rejected(RejectedEvent<E> into) {
    return into.wrap(event, reason, quarantined, cause);
  }

  void clear() {
    cause = null;
    event.clear();
  }
}
