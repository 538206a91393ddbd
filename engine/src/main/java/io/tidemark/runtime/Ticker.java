package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes ticks into a ring of its own, so that time goes on while publishers block in their
 * sockets. A tick for which there is no room is left out: a later one covers it.
 */
final class Ticker<E extends Slot> implements Runnable {
  /** Slots of the ticker's ring. */
  static final int SLOTS = 4;

  private final TickerSetup setup;
  private final RingBuffer<E> ring;
  private final Worker stage;
  private final Lifecycle lifecycle;
  private final Thread thread;
  private volatile boolean halted;

  Ticker(TickerSetup setup, RingBuffer<E> ring, Worker stage, Lifecycle lifecycle) {
    this.setup = setup;
    this.ring = ring;
    this.stage = stage;
    this.lifecycle = lifecycle;
    this.thread = new Thread(this, setup.name());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void halt() {
    halted = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    try {
      tickAtIntervals();
    } catch (Throwable thrown) {
      // The user's clock threw.
      lifecycle.fail(thrown);
    }
  }

  private void tickAtIntervals() {
    long due = System.nanoTime();
    boolean heard = true;
    while (!halted && heard) {
      if (System.nanoTime() - due >= 0) {
        heard = tick();
        due += setup.intervalNs();
        if (System.nanoTime() - due >= 0) {
          due = System.nanoTime() + setup.intervalNs();
        }
      }
      LockSupport.parkNanos(this, due - System.nanoTime());
    }
  }

  /** Returns whether the stage is still there to hear it. */
  private boolean tick() {
    if (ring.hasAvailableCapacity(1)) {
      long sequence = ring.next();
      SlotControl.control(ring.get(sequence), SlotKind.TICK, 0, setup.clock().getAsLong());
      ring.publish(sequence);
    }
    return stage.signal() && lifecycle.failure() == null;
  }
}
