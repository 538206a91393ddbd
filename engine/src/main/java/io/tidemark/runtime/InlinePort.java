package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import java.util.function.Supplier;

/**
 * The inline layout's port: publishing runs all stages on the caller's thread. The ring is only an
 * array of slots here; nothing is ever in it between two calls.
 *
 * @param <E> the type of event
 */
public final class InlinePort<E extends Slot> implements PublishPort<E> {
  private final SlotLoop<E> loop;
  private final Lifecycle lifecycle;
  private final RingBuffer<E> slots;

  private boolean running;
  private long next;

  /** A port into this loop. */
  public InlinePort(SlotLoop<E> loop, Lifecycle lifecycle, Supplier<E> events) {
    this.loop = loop;
    this.lifecycle = lifecycle;
    this.slots =
        RingBuffer.createSingleProducer(events::get, SlotBatch.SIZE, new YieldingWaitStrategy());
  }

  @Override
  public int capacity() {
    return SlotBatch.SIZE;
  }

  @Override
  public void claim(int count) {
    lifecycle.checkOpen();
    if (running) {
      throw lifecycle.publishFromHandler();
    }
  }

  @Override
  public E slot(int i) {
    return slots.get(next + i);
  }

  @Override
  public void publish(int count) {
    claim(count);
    running = true;
    try {
      loop.run(slots, next, next + count - 1);
    } catch (Throwable thrown) {
      throw lifecycle.fail(thrown);
    } finally {
      running = false;
      next += count;
    }
  }
}
