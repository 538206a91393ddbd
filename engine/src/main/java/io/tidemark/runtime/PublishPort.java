package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.counters.Counter;
import io.tidemark.counters.CounterSum;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;

/**
 * Where one publisher's slots go in: places are claimed in order, filled, and published in order. A
 * claim that is not published changes nothing: the next claim hands out the same places.
 *
 * <p>Thread: the publisher's only.
 *
 * @param <E> the type of event
 */
public abstract class PublishPort<E extends Slot> {
  final RingBuffer<E> ring;
  final Lifecycle lifecycle;
  private final CounterSum allPublished;
  private final Counter published;

  /** Whether a call may have to be refused for who makes it, or when. */
  private boolean isGuarded;

  private boolean isClosed;
  private int claimed;

  /** Whether slots may have positions of earlier events: no one else sets those of this ring. */
  private boolean positions;

  /** The sequence of the first claimed place. */
  private long next;

  /** Where threads are checked: the one that used this port first. */
  private volatile Thread owner;

  PublishPort(RingBuffer<E> ring, Lifecycle lifecycle, CounterSum allPublished) {
    this.ring = ring;
    this.lifecycle = lifecycle;
    this.allPublished = allPublished;
    this.published = allPublished.part();
    this.isGuarded = lifecycle.checksThreads();
  }

  /** How many places there are: the largest claim. */
  public final int capacity() {
    return ring.getBufferSize();
  }

  /**
   * Waits until the next {@code count} places are free, and claims them.
   *
   * @throws IllegalStateException when the engine has failed or is closed, before or meanwhile, or
   *     when called from a handler
   */
  public final void claim(int count) {
    checkCaller();
    checkThread();
    claimed = 0;
    lifecycle.checkOpen();
    if (!hasRoom(count)) {
      awaitRoom(count);
    }
    claimed(count);
  }

  /**
   * Claims the next {@code count} places if they are free now.
   *
   * @return whether they are
   * @throws IllegalStateException as {@link #claim}
   */
  public final boolean tryClaim(int count) {
    checkCaller();
    checkThread();
    claimed = 0;
    lifecycle.checkOpen();
    boolean free = hasRoom(count);
    if (free) {
      claimed(count);
    } else {
      foundNoRoom();
    }
    return free;
  }

  /**
   * The slot at one of the claimed places, from 0.
   *
   * @throws IllegalStateException when it is not claimed: the stages may be at work on it
   */
  public final E slot(int i) {
    if (i < 0 || i >= claimed) {
      throw new IllegalStateException("event " + i + " is not claimed; " + claimed + " are");
    }
    return ring.get(next + i);
  }

  /** Sets the source's own position of the event at one of the claimed places. */
  public final void position(int i, long position) {
    SlotControl.position(slot(i), position);
    positions = true;
  }

  /**
   * Publishes events at the first {@code count} claimed places.
   *
   * @throws IllegalStateException when fewer are claimed, or when the engine has failed or is
   *     closed: then none of them is taken
   */
  public final void publish(int count) {
    take(count);
    published.add(count);
    try {
      send(next - count, count);
    } catch (NotTakenException refused) {
      published.add(-count);
      throw refused.reason();
    }
  }

  /** Publishes a control item at the first claimed place. */
  public final void publishControl() {
    take(1);
    try {
      send(next - 1, 1);
    } catch (NotTakenException refused) {
      throw refused.reason();
    }
  }

  /** Nothing more comes. What has been published is still taken. Never waits. */
  public final void close() {
    if (!isClosed) {
      checkThread();
      isClosed = true;
      isGuarded = true;
      claimed = 0;
      allPublished.end(published);
      leave();
    }
  }

  /** The stages need not look here any more, once they have taken what there is. */
  abstract void leave();

  /** Refuses a caller that would wait for itself. */
  abstract void checkCaller();

  abstract boolean hasRoom(int count);

  /** The publisher did not want to wait for room. */
  abstract void foundNoRoom();

  /** Waits for room; throws when the engine fails or closes meanwhile. */
  abstract void awaitRoom(int count);

  /** Sends claimed places on their way. */
  abstract void send(long first, int count);

  /** After {@link #checkCaller}: what a handler tries must not touch its publisher's claim. */
  private void checkThread() {
    if (isGuarded) {
      guard();
    }
  }

  private void guard() {
    if (isClosed) {
      throw lifecycle.publisherClosed();
    }
    if (owner == null) {
      owner = Thread.currentThread();
    } else if (owner != Thread.currentThread()) {
      throw lifecycle.usedByTwoThreads(owner);
    }
  }

  private void claimed(int count) {
    claimed = count;
    if (positions) {
      for (int i = 0; i < count; i++) {
        SlotControl.position(ring.get(next + i), 0);
      }
    }
  }

  private void take(int count) {
    checkCaller();
    checkThread();
    if (count < 1 || count > claimed) {
      throw new IllegalStateException("publish: " + count + " events; " + claimed + " are claimed");
    }
    lifecycle.checkOpen();
    claimed = 0;
    next += count;
  }
}
