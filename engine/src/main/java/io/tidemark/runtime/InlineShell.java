package io.tidemark.runtime;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.tidemark.counters.Counters;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import java.util.function.Supplier;

/**
 * Layout inline: no ring, no thread. All publishers are used by one thread.
 *
 * @param <E> the type of event
 */
public final class InlineShell<E extends Slot> implements Shell<E> {
  private final SlotLoop<E> loop;
  private final Supplier<E> events;
  private final Lifecycle lifecycle;
  private final Counters counters;
  private final int largestClaim;

  /**
   * A shell around this loop.
   *
   * @param largestClaim a power of two
   */
  public InlineShell(
      SlotLoop<E> loop,
      Supplier<E> events,
      Lifecycle lifecycle,
      Counters counters,
      int largestClaim) {
    this.largestClaim = largestClaim;
    this.loop = loop;
    this.events = events;
    this.lifecycle = lifecycle;
    this.counters = counters;
  }

  @Override
  public PublishPort<E> addPort() {
    return new InlinePort<>(
        loop, slots(largestClaim), lifecycle, loop.aligned(lifecycle), counters);
  }

  @Override
  public void drain(long timeoutNs) {
    if (lifecycle.failure() != null) {
      return;
    }
    RingBuffer<E> end = slots(1);
    SlotControl.control(end.get(0), SlotKind.END_OF_INPUT, 0, 0);
    try {
      loop.run(end, 0, 0);
      loop.finishFiring();
    } catch (Throwable thrown) {
      throw lifecycle.fail(thrown);
    }
  }

  @Override
  public boolean isOwnThread() {
    return loop.isRunning();
  }

  @Override
  public void halt() {
    // Nothing is under way between two calls.
  }

  @Override
  public boolean awaitEnd(long timeoutNs) {
    return true;
  }

  private RingBuffer<E> slots(int size) {
    return RingBuffer.createSingleProducer(events::get, size, new BusySpinWaitStrategy());
  }
}
