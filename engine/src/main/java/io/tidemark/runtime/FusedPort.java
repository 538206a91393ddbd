package io.tidemark.runtime;

import io.tidemark.counters.Counters;
import io.tidemark.time.Slot;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The fused layout's port: a publisher's end of its ring. */
final class FusedPort<E extends Slot> extends PublishPort<E> {
  private static final int SPINS = 100;
  private static final int YIELDS = 100;
  private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long END_NS = TimeUnit.SECONDS.toNanos(5);

  private final RingInput<E> input;
  private final Turns<E> turns;
  private final Worker stage;

  FusedPort(
      RingInput<E> input,
      Turns<E> turns,
      Worker stage,
      Lifecycle lifecycle,
      Aligned aligned,
      Counters counters) {
    super(input.ring, lifecycle, aligned, counters);
    this.input = input;
    this.turns = turns;
    this.stage = stage;
  }

  @Override
  void checkCaller() {
    if (stage.isCurrent() || lifecycle.isEngineThread()) {
      throw lifecycle.publishFromHandler();
    }
  }

  @Override
  boolean hasRoom(int count) {
    return ring.hasAvailableCapacity(count);
  }

  @Override
  void awaitRoom(int count) {
    input.room.begin(input.published() + 1);
    try {
      for (int rounds = 0; !ring.hasAvailableCapacity(count); rounds = pause(rounds)) {
        lifecycle.checkOpen();
      }
    } finally {
      input.room.end();
    }
  }

  @Override
  void awaitAlignment(int count) {
    input.room.begin(input.published() + 1);
    try {
      int rounds = 0;
      for (int held = firstHeldBack(count); held != Aligned.NONE; held = firstHeldBack(count)) {
        lifecycle.checkOpen();
        if (input.visited() == input.published()) {
          // All is told of what has come from here.
          aligned.checkMayWait(held);
        }
        rounds = pause(rounds);
      }
    } finally {
      input.room.end();
    }
  }

  @Override
  void foundRefusal() {
    input.room.refused(input.published() + 1);
  }

  /** Spins, then yields, then sleeps; returns how many rounds there have been, as far as counts. */
  private int pause(int rounds) {
    if (rounds < SPINS) {
      Thread.onSpinWait();
    } else if (rounds < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, PAUSE_NS);
    }
    return Math.min(rounds + 1, SPINS + YIELDS);
  }

  @Override
  void leave() {
    turns.leave(input);
    stage.signal();
  }

  @Override
  void send(long first, int count) {
    long last = ring.next(count);
    ring.publish(last - count + 1, last);
    if (!stage.signal()) {
      checkTaken(first, last);
    }
  }

  /**
   * The stage was ending when these slots were sent: it may have taken them last, or not at all.
   */
  private void checkTaken(long first, long last) {
    boolean settled = stage.awaitSettled(END_NS);
    if (input.visited() < last) {
      IllegalStateException refusal = lifecycle.refusal();
      if (settled) {
        Cleanup.after(refusal, () -> clear(first, last));
      }
      throw new NotTakenException(refusal);
    }
  }

  private void clear(long first, long last) {
    try {
      for (long sequence = first; sequence <= last; sequence++) {
        ring.get(sequence).clear();
      }
    } catch (Exception thrown) {
      throw lifecycle.clearThrew(thrown);
    }
  }
}
