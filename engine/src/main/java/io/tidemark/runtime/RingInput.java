package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.tidemark.time.Slot;

/**
 * One publisher's ring as the stage that visits it sees it: how far it has been published, and how
 * far visited. The visited sequence gates the publisher.
 */
final class RingInput<E extends Slot> {
  final RingBuffer<E> ring;
  private final Sequence visited = new Sequence();

  RingInput(RingBuffer<E> ring) {
    this.ring = ring;
    ring.addGatingSequences(visited);
  }

  /** The sequence published last; any thread. */
  long published() {
    return ring.getCursor();
  }

  /** The sequence visited last; any thread. */
  long visited() {
    return visited.get();
  }

  boolean hasWork() {
    return published() > visited();
  }

  /**
   * Takes what has been published, up to {@code last} and at most {@code limit} slots, through the
   * loop; returns whether there was anything.
   */
  boolean visit(SlotLoop<E> loop, long last, int limit) {
    long from = visited.get() + 1;
    long to = Math.min(Math.min(published(), last), from + limit - 1);
    if (to < from) {
      return false;
    }
    loop.run(ring, from, to);
    visited.set(to);
    return true;
  }
}
