package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.EntryDelays;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotKind;
import java.util.function.LongSupplier;

/** Measures how long after their arrival a publisher's events enter. Its thread only. */
public final class EntryWatch {
  private final EntryDelays.Writer delays;
  private final LongSupplier clock;

  /**
   * A publisher's.
   *
   * @param clock ns since the epoch
   */
  public EntryWatch(EntryDelays.Writer delays, LongSupplier clock) {
    this.delays = delays;
    this.clock = clock;
  }

  /** The slots from {@code first} on are about to be published. */
  void enter(RingBuffer<? extends Slot> ring, long first, int count) {
    long nowNs = clock.getAsLong();
    for (int i = 0; i < count; i++) {
      Slot slot = ring.get(first + i);
      if (slot.kind() == SlotKind.EVENT) {
        delays.record(slot.partition(), slot.arrivalNs(), nowNs);
      }
    }
  }

  /** A control item is about to be published. */
  void enter(Slot control) {
    if (control.kind() == SlotKind.LEAVE) {
      delays.forget(control.partition());
    }
  }

  void close() {
    delays.close();
  }
}
