package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.counters.Counters;
import io.tidemark.time.Slot;

/**
 * The inline layout's port: publishing runs all stages on the caller's thread. The ring is only an
 * array of slots here; nothing is ever in it between two calls.
 */
final class InlinePort<E extends Slot> extends PublishPort<E> {
  private final SlotLoop<E> loop;

  InlinePort(
      SlotLoop<E> loop,
      RingBuffer<E> slots,
      Lifecycle lifecycle,
      Aligned aligned,
      Counters counters) {
    super(slots, lifecycle, aligned, counters);
    this.loop = loop;
  }

  @Override
  void checkCaller() {
    if (loop.isRunning()) {
      throw lifecycle.publishFromHandler();
    }
  }

  @Override
  boolean hasRoom(int count) {
    return true;
  }

  @Override
  void awaitRoom(int count) {
    // There is always room: what is published is gone when publish returns.
  }

  /** Nobody else runs here who could move the group on. */
  @Override
  void awaitAlignment(int count) {
    throw aligned.refusal(firstHeldBack(count), "in layout inline no other thread feeds the group");
  }

  @Override
  void foundRefusal() {
    // Nothing waits here for long enough to be taken for silent.
  }

  @Override
  void leave() {
    // Nobody looks here but when something is published.
  }

  @Override
  void send(long first, int count) {
    try {
      loop.run(ring, first, first + count - 1);
      loop.finishFiring();
    } catch (Throwable thrown) {
      throw lifecycle.fail(thrown);
    }
  }
}
