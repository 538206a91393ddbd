package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.counters.Counter;
import io.tidemark.counters.Counters;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotKind;

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

  /** Null where partitions are not aligned. */
  final Aligned aligned;

  private final Claim<E> claim;
  private final PublisherGuard guard;
  private final Counters counters;
  private final Counter published;
  private final Counter roomWaits;
  private final Counter heldBack;

  /** Null where entries are not measured. Set before the first call. */
  private EntryWatch entries;

  PublishPort(RingBuffer<E> ring, Lifecycle lifecycle, Aligned aligned, Counters counters) {
    this.ring = ring;
    this.lifecycle = lifecycle;
    this.aligned = aligned;
    this.claim = new Claim<>(ring);
    this.guard = new PublisherGuard(lifecycle);
    this.counters = counters;
    this.published = counters.published.part();
    this.roomWaits = counters.roomWaits.part();
    this.heldBack = counters.heldBack.part();
  }

  /** Has the entry of events whose arrival is handed over measured; before the first call. */
  public final void measureBy(EntryWatch watch) {
    entries = watch;
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
    beginClaim();
    lifecycle.checkOpen();
    if (!hasRoom(count)) {
      roomWaits.increment();
      awaitRoom(count);
    }
    claim.claim(count);
  }

  /**
   * Claims the next {@code count} places if they are free now.
   *
   * @return whether they are
   * @throws IllegalStateException as {@link #claim}
   */
  public final boolean tryClaim(int count) {
    beginClaim();
    lifecycle.checkOpen();
    return claimIfFree(count);
  }

  /**
   * Claims the next place for an event of this partition, if that could be published now.
   *
   * @return {@link PublishResult#PUBLISHED} when it is claimed; else why not
   * @throws IllegalStateException when the publisher is closed, or when called from a handler
   */
  public final PublishResult tryClaimFor(int partition) {
    beginClaim();
    if (!lifecycle.isOpen()) {
      return refused();
    }
    if (aligned != null && aligned.areSomeHeldBack() && aligned.isHeldBack(partition)) {
      return foundHeldBack();
    }
    return claimIfFree(1) ? PublishResult.PUBLISHED : PublishResult.FULL;
  }

  /** What a handler tries must not touch its publisher's claim. */
  private void beginClaim() {
    checkCaller();
    guard.check();
    claim.discard();
  }

  private boolean claimIfFree(int count) {
    boolean free = hasRoom(count);
    if (free) {
      claim.claim(count);
    } else {
      roomWaits.increment();
      foundRefusal();
    }
    return free;
  }

  /** Whether the job's alignment holds the partition back now. */
  public final boolean isHeldBack(int partition) {
    return aligned != null && aligned.isHeldBack(partition);
  }

  /**
   * The slot at one of the claimed places, from 0.
   *
   * @throws IllegalStateException when it is not claimed: the stages may be at work on it
   */
  public final E slot(int i) {
    return claim.slot(i);
  }

  /** Sets the source's own position of the event at one of the claimed places. */
  public final void position(int i, long position) {
    claim.position(i, position);
  }

  /**
   * Publishes events at the first {@code count} claimed places. Waits while one of them is held
   * back.
   *
   * @throws HeldBackException when it would wait for itself: none of them is published, and they
   *     stay claimed
   * @throws IllegalStateException when fewer are claimed, or when the engine has failed or is
   *     closed: then none of them is taken
   */
  public final void publish(int count) {
    publish(count, entries);
  }

  /** The same of one event whose arrival is its entry. */
  public final void publishEntered() {
    publish(1, null);
  }

  private void publish(int count, EntryWatch watch) {
    if (aligned != null) {
      checkClaimed(count);
      align(count);
    }
    long first = take(count);
    published.add(count);
    if (watch != null) {
      watch.enter(ring, first, count);
    }
    try {
      send(first, count);
    } catch (NotTakenException refused) {
      published.add(-count);
      throw refused.reason();
    }
  }

  /**
   * Publishes the event at the first claimed place, unless that would need waiting or the engine
   * takes nothing more: then it stays claimed.
   *
   * @throws IllegalStateException when it is not claimed, when the publisher is closed, or when
   *     called from a handler
   */
  public final PublishResult tryPublish() {
    checkClaimed(1);
    if (!lifecycle.isOpen()) {
      return refused();
    }
    if (aligned != null) {
      aligned.feeds(slot(0).partition());
      if (firstHeldBack(1) != Aligned.NONE) {
        return foundHeldBack();
      }
    }
    long first = claim.take(1);
    published.increment();
    if (entries != null) {
      entries.enter(ring, first, 1);
    }
    try {
      send(first, 1);
      return PublishResult.PUBLISHED;
    } catch (NotTakenException refused) {
      published.add(-1);
      return refused();
    } catch (EngineFailedException failed) {
      return PublishResult.FAILED;
    }
  }

  private PublishResult refused() {
    return lifecycle.failure() != null ? PublishResult.FAILED : PublishResult.CLOSED;
  }

  private PublishResult foundHeldBack() {
    heldBack.increment();
    foundRefusal();
    return PublishResult.HELD_BACK;
  }

  private void align(int count) {
    aligned.feeds(ring, claim.first(), count);
    if (firstHeldBack(count) != Aligned.NONE) {
      lifecycle.checkOpen();
      heldBack.increment();
      awaitAlignment(count);
    }
  }

  /** The partition of the first of the claimed events that is held back; {@link Aligned#NONE}. */
  final int firstHeldBack(int count) {
    return aligned.firstHeldBack(ring, claim.first(), count);
  }

  /** Publishes a control item at the first claimed place. */
  public final void publishControl() {
    long sequence = take(1);
    Slot control = ring.get(sequence);
    if (aligned != null && control.kind() == SlotKind.WATERMARK) {
      aligned.feeds(control.partition());
    }
    if (entries != null) {
      entries.enter(control);
    }
    try {
      send(sequence, 1);
    } catch (NotTakenException refused) {
      throw refused.reason();
    }
  }

  /** Nothing more comes. What has been published is still taken. Never waits. */
  public final void close() {
    if (guard.close()) {
      claim.discard();
      counters.published.end(published);
      counters.roomWaits.end(roomWaits);
      counters.heldBack.end(heldBack);
      if (entries != null) {
        entries.close();
      }
      leave();
    }
  }

  /** The stages need not look here any more, once they have taken what there is. */
  abstract void leave();

  /** Refuses a caller that would wait for itself. */
  abstract void checkCaller();

  abstract boolean hasRoom(int count);

  /** The publisher could not publish, for want of room or alignment, and does not wait. */
  abstract void foundRefusal();

  /** Waits for room; throws when the engine fails or closes meanwhile. */
  abstract void awaitRoom(int count);

  /**
   * Waits while one of the claimed events is held back; throws when the engine fails or closes
   * meanwhile.
   *
   * @throws HeldBackException when it would wait for itself
   */
  abstract void awaitAlignment(int count);

  /** Sends claimed places on their way. */
  abstract void send(long first, int count);

  private void checkClaimed(int count) {
    checkCaller();
    guard.check();
    claim.check(count);
  }

  /** Takes claimed places to be sent; returns the sequence of the first. */
  private long take(int count) {
    checkClaimed(count);
    lifecycle.checkOpen();
    return claim.take(count);
  }
}
