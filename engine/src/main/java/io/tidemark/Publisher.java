package io.tidemark;

import io.tidemark.output.RejectReason;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;

/**
 * How events and time enter an engine: claim an event, fill it, publish it.
 *
 * <pre>{@code
 * Trade trade = publisher.claim();
 * trade.price = price;
 * publisher.publish(partition, arrivalNs);
 * }</pre>
 *
 * <p>A claimed event that is not published, because filling it threw, is handed out again by the
 * next claim: nothing is lost and nothing waits. A publisher belongs to one thread and may feed any
 * number of partitions. It must not be used from a handler of its own engine.
 *
 * <p>Errors: {@link EngineFailedException} once a stage has failed, {@link IllegalStateException}
 * when the engine is closed or the call comes from a handler.
 *
 * @param <E> the type of event
 */
public final class Publisher<E extends Event> {
  private final Engine<E> engine;
  private final E event;

  Publisher(Engine<E> engine, E event) {
    this.engine = engine;
    this.event = event;
  }

  /** The next event to fill; nothing is published yet. */
  public E claim() {
    engine.checkPublishable();
    return event;
  }

  /** Sets the source's own position (offset, line) of the claimed event. */
  public void position(long position) {
    SlotControl.position(event, position);
  }

  /**
   * Publishes the claimed event.
   *
   * @param partition where it came from, 0 or more
   * @param arrivalNs when it arrived, in ns since the epoch; one that goes back counts as the
   *     largest seen
   */
  public void publish(int partition, long arrivalNs) {
    SlotControl.event(event, checked(partition), arrivalNs);
    engine.publish(event);
  }

  /** Publishes the claimed event as having arrived now, by the engine's clock. */
  public void publish(int partition) {
    publish(partition, engine.nowNs());
  }

  /**
   * Publishes the claimed event as one that its source could not read: it moves no watermark and no
   * clock, and goes to the rejected output in its turn.
   */
  public void reject(int partition, long arrivalNs, RejectReason reason) {
    SlotControl.rejected(event, checked(partition), arrivalNs, reason.ordinal());
    engine.publish(event);
  }

  /** Time has passed until {@code nowNs}, in ns since the epoch, without an event. */
  public void tick(long nowNs) {
    control(SlotKind.TICK, 0, nowNs);
  }

  /** The partition has nothing to say for now: it no longer holds the watermark. */
  public void idle(int partition) {
    control(SlotKind.IDLE, checked(partition), 0);
  }

  /** A sign of life of the partition, without an event. */
  public void active(int partition) {
    control(SlotKind.ACTIVE, checked(partition), 0);
  }

  /** No more events of the partition, ever: it is left out of the minimum. */
  public void end(int partition) {
    control(SlotKind.END, checked(partition), 0);
  }

  /** The partition is gone (revoked, disconnected) and forgotten; it may join again. */
  public void leave(int partition) {
    control(SlotKind.LEAVE, checked(partition), 0);
  }

  private void control(byte kind, int partition, long nowNs) {
    SlotControl.control(event, kind, partition, nowNs);
    engine.publish(event);
  }

  private static int checked(int partition) {
    if (partition < 0) {
      throw new IllegalArgumentException("partition: " + partition + "; expected 0 or more");
    }
    return partition;
  }
}
