package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.tidemark.time.Slot;

/**
 * One publisher's ring as the stage that visits it sees it: how far it has been published, and how
 * far visited. The visited sequence gates the publisher.
 */
final class RingInput<E extends Slot> {
  /** Slots taken in one turn at most, and a quarter of a small ring. */
  private static final int TURN = 256;

  final RingBuffer<E> ring;
  private final Sequence visited = new Sequence();
  private final int turn;

  RingInput(RingBuffer<E> ring) {
    this.ring = ring;
    this.turn = Math.min(TURN, Math.max(ring.getBufferSize() / 4, 1));
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
   * Takes what has been published, up to {@code last} and at most a turn, through the loop; returns
   * whether there was anything. The publisher sees the room at the end of the turn.
   */
  boolean visit(SlotLoop<E> loop, long last) {
    long from = visited.get() + 1;
    long to = Math.min(Math.min(published(), last), from + turn - 1);
    if (to < from) {
      return false;
    }
    loop.run(ring, from, to);
    visited.set(to);
    return true;
  }

  /** Forgets what the slots that are never visited refer to; once visits have ended. */
  void discard() {
    for (long sequence = visited() + 1; sequence <= published(); sequence++) {
      ring.get(sequence).clear();
    }
  }
}
