package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotKind;

/**
 * One publisher's ring as the stage that visits it sees it: how far it has been published, and how
 * far visited. The visited sequence gates the publisher.
 */
final class RingInput<E extends Slot> {
  /** Slots that came at a time before all others', or at none. */
  private static final long ANY_TIME = Long.MIN_VALUE;

  /** Of a ring that has nothing, or nothing that others must wait for. */
  static final long NOTHING_WAITS = Long.MAX_VALUE;

  final RingBuffer<E> ring;
  final RoomWait room = new RoomWait();

  /** Whether nothing more is published here. Writer: the publisher. */
  private volatile boolean leaving;

  private final int number;

  private final Sequence visited = new Sequence();
  private final int turn;

  // How long what waits here holds others back; the stage's thread only.

  /** The moment this is about, and the largest arrival that has waited at the head. */
  private long heldMomentNs = Long.MAX_VALUE;

  private long newestHeadNs = ANY_TIME;

  /** Nothing beyond this sequence is waited for. */
  private long heldUpTo;

  /**
   * A ring that has nothing yet.
   *
   * @param number the publisher's
   * @param turn how many slots are taken in one turn at most; of a small ring a quarter
   */
  RingInput(RingBuffer<E> ring, int number, int turn) {
    this.ring = ring;
    this.number = number;
    this.turn = Math.min(turn, Math.max(ring.getBufferSize() / 4, 1));
    ring.addGatingSequences(visited);
  }

  /** The publisher's bit where publishers are named in a set; the 33rd has that of the first. */
  int bit() {
    return 1 << number;
  }

  /** Nothing more is published here; the publisher. */
  void leave() {
    leaving = true;
  }

  /** Whether nothing more is published here; the stage. */
  boolean isLeaving() {
    return leaving;
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
   * Takes what has been published, at most a turn, through the loop, but stops before the first
   * slot that would take time beyond {@code untilNs}; returns whether it took anything. The
   * publisher sees the room at the end of the turn.
   */
  boolean visit(SlotLoop<E> loop, long untilNs) {
    long from = visited.get() + 1;
    long to = Math.min(published(), from + turn - 1);
    if (untilNs != Long.MAX_VALUE) {
      to = lastUntil(untilNs, from, to);
    }
    if (to < from) {
      return false;
    }
    loop.run(number, ring, from, to);
    visited.set(to);
    return true;
  }

  /**
   * When the slot that is next to be visited arrived, if others have to wait for it before they
   * take time beyond a moment; else {@link #NOTHING_WAITS}.
   *
   * <p>They wait for what is here now. If the arrivals here go on, they also wait for what comes
   * meanwhile, until arrivals here have reached theirs; but arrivals that stand still, or go back,
   * do not hold them up for longer.
   */
  long holdsFromNs(long momentNs) {
    if (!hasWork()) {
      return NOTHING_WAITS;
    }
    long headNs = arrivalNs(ring.get(visited.get() + 1));
    if (headNs > newestHeadNs || momentNs != heldMomentNs) {
      newestHeadNs = Math.max(newestHeadNs, headNs);
      heldMomentNs = momentNs;
      heldUpTo = published();
    }
    return visited.get() < heldUpTo ? headNs : NOTHING_WAITS;
  }

  /** Forgets what the slots that are never visited refer to; once visits have ended. */
  void discard() {
    for (long sequence = visited() + 1; sequence <= published(); sequence++) {
      ring.get(sequence).clear();
    }
  }

  private long lastUntil(long untilNs, long from, long to) {
    long next = from;
    while (next <= to && arrivalNs(ring.get(next)) <= untilNs) {
      next++;
    }
    return next - 1;
  }

  /** Until when a slot takes time; rejected events and most control items leave it where it is. */
  private static long arrivalNs(Slot slot) {
    byte kind = slot.kind();
    return kind == SlotKind.EVENT || kind == SlotKind.TICK || kind == SlotKind.ACTIVE
        ? slot.arrivalNs()
        : ANY_TIME;
  }
}
