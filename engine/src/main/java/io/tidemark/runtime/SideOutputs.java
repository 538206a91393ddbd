package io.tidemark.runtime;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.tidemark.counters.Counter;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Side outputs on a thread of their own: the window stage copies late and rejected events, and
 * decisions of bounds, into a ring, and this thread hands the copies to the user's handlers, in
 * order. So a journal that is slow for a moment does not hold the input rings.
 *
 * @param <E> the type of event
 */
public final class SideOutputs<E extends Slot>
    implements LateHandler<E>, RejectedHandler<E>, BoundHandler {
  private static final int TURN = 256;
  private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

  private final String job;
  private final BiConsumer<? super E, ? super E> copier;
  private final SideFull whenFull;
  private final Lifecycle lifecycle;
  private final Counter dropped;
  private final RingBuffer<SideSlot<E>> ring;
  private final Sequence taken = new Sequence();
  private final SideThread worker;
  private final LateHandler<E> late;
  private final RejectedHandler<E> rejected;
  private final BoundHandler bounds;

  /**
   * Side outputs to these handlers, not started.
   *
   * @param setup how copies are made and what becomes of them when the ring is full
   * @param dropped counts the copies dropped
   */
  public SideOutputs(
      String job,
      SideSetup<E> setup,
      Supplier<E> events,
      LateHandler<E> late,
      RejectedHandler<E> rejected,
      BoundHandler bounds,
      Lifecycle lifecycle,
      Counter dropped) {
    this.job = job;
    this.copier = setup.copier();
    this.whenFull = setup.whenFull();
    this.late = late;
    this.rejected = rejected;
    this.bounds = bounds;
    this.lifecycle = lifecycle;
    this.dropped = dropped;
    this.ring =
        RingBuffer.createSingleProducer(
            () -> new SideSlot<>(events.get()), setup.slots(), new BusySpinWaitStrategy());
    ring.addGatingSequences(taken);
    this.worker = new SideThread("tidemark-side-" + job);
  }

  /** Starts the thread. */
  public void start() {
    worker.start();
  }

  /** Hands out what is in the ring and ends the thread; returns whether that came in time. */
  public boolean drain(long timeoutNs) {
    worker.close();
    return worker.awaitEnd(timeoutNs);
  }

  /** Ends the thread as soon as it can. */
  public void halt() {
    worker.halt();
  }

  /** Waits for the thread's end after {@link #halt}; returns whether it came. */
  public boolean awaitEnd(long timeoutNs) {
    return worker.awaitEnd(timeoutNs);
  }

  @Override
  public void onLate(LateEvent<E> event) {
    if (hasRoom()) {
      long sequence = ring.next();
      SideSlot<E> slot = ring.get(sequence);
      copy(event.event(), slot.event);
      slot.setLate(event);
      publish(sequence);
    }
  }

  @Override
  public void onRejected(RejectedEvent<E> event) {
    if (hasRoom()) {
      long sequence = ring.next();
      SideSlot<E> slot = ring.get(sequence);
      copy(event.event(), slot.event);
      slot.setRejected(event);
      publish(sequence);
    }
  }

  @Override
  public void onBound(int partition, long events, long bound) {
    if (hasRoom()) {
      long sequence = ring.next();
      ring.get(sequence).setBound(partition, events, bound);
      publish(sequence);
    }
  }

  private void copy(E from, E to) {
    SlotControl.copy(from, to);
    try {
      copier.accept(from, to);
    } catch (Exception thrown) {
      throw new UserCodeException(job, "copy function of the side thread", thrown);
    }
  }

  private void publish(long sequence) {
    ring.publish(sequence);
    worker.signal();
  }

  /** How many copies have not been handed out; any thread. */
  public long waiting() {
    return ring.getCursor() - taken.get();
  }

  /** Waits for room, or counts the copy as dropped. */
  private boolean hasRoom() {
    while (!ring.hasAvailableCapacity(1)) {
      if (whenFull == SideFull.DROP || worker.isHalted()) {
        dropped.increment();
        return false;
      }
      lifecycle.checkNotFailed();
      LockSupport.parkNanos(this, PAUSE_NS);
    }
    return true;
  }

  /** The side-output thread. */
  private final class SideThread extends Worker {
    private final LateEvent<E> lateEvent = new LateEvent<>();
    private final RejectedEvent<E> rejectedEvent = new RejectedEvent<>();
    private boolean adopted;

    SideThread(String name) {
      super(name, lifecycle, Waiting.PARK);
    }

    @Override
    boolean poll() {
      if (!adopted) {
        adopted = true;
        lifecycle.adoptSideThread();
      }
      long from = taken.get() + 1;
      long to = Math.min(ring.getCursor(), from + TURN - 1);
      for (long sequence = from; sequence <= to; sequence++) {
        handOut(ring.get(sequence));
        taken.set(sequence);
      }
      return to >= from;
    }

    @Override
    boolean hasWork() {
      return waiting() > 0;
    }

    @Override
    void finish() {
      // Handlers belong to the user, who closes them after the engine.
    }

    @Override
    void discard() {
      for (long sequence = taken.get() + 1; sequence <= ring.getCursor(); sequence++) {
        ring.get(sequence).clear();
      }
    }

    private void handOut(SideSlot<E> slot) {
      try {
        switch (slot.kind()) {
          case LATE -> late.onLate(slot.late(lateEvent));
          case REJECTED -> rejected.onRejected(slot.rejected(rejectedEvent));
          case BOUND -> slot.handTo(bounds);
        }
      } catch (Throwable thrown) {
        Cleanup.after(thrown, () -> clear(slot));
        throw thrown;
      }
      clear(slot);
    }

    private void clear(SideSlot<E> slot) {
      try {
        slot.clear();
      } catch (Exception thrown) {
        throw lifecycle.clearThrew(thrown);
      }
    }
  }
}
