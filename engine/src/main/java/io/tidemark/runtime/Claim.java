package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;

/**
 * The places of a publisher's ring that it has claimed: they are handed out in order, and those
 * that are not taken are handed out again by the next claim. Thread: the publisher's only.
 *
 * @param <E> the type of event
 */
final class Claim<E extends Slot> {
  private final RingBuffer<E> ring;
  private int places;

  /** The sequence of the first place. */
  private long first;

  /** Whether slots may have positions of earlier events: no one else sets those of this ring. */
  private boolean positions;

  Claim(RingBuffer<E> ring) {
    this.ring = ring;
  }

  /** Claims the next places; there is room for them. */
  void claim(int count) {
    places = count;
    if (positions) {
      for (int i = 0; i < count; i++) {
        SlotControl.position(ring.get(first + i), 0);
      }
    }
  }

  /** Nothing is claimed any more. */
  void discard() {
    places = 0;
  }

  /** The sequence of the first place. */
  long first() {
    return first;
  }

  /** The slot at one of the places, from 0; throws when it is not claimed. */
  E slot(int i) {
    if (i < 0 || i >= places) {
      throw new IllegalStateException("event " + i + " is not claimed; " + places + " are");
    }
    return ring.get(first + i);
  }

  /** Sets the source's own position of the event at one of the places. */
  void position(int i, long position) {
    SlotControl.position(slot(i), position);
    positions = true;
  }

  /** Throws when fewer places are claimed, or none is asked for. */
  void check(int count) {
    if (count < 1 || count > places) {
      throw new IllegalStateException("publish: " + count + " events; " + places + " are claimed");
    }
  }

  /** Takes the first {@code count} places to be sent; returns the sequence of the first. */
  long take(int count) {
    long taken = first;
    places = 0;
    first += count;
    return taken;
  }
}
