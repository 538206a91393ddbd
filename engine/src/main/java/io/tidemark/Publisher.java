package io.tidemark;

import io.tidemark.output.RejectReason;
import io.tidemark.runtime.PublishPort;
import io.tidemark.runtime.PublishResult;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import java.util.function.Consumer;

/**
 * How events and time enter an engine: claim an event, fill it, publish it.
 *
 * <pre>{@code
 * Trade trade = publisher.claim();
 * trade.price = price;
 * publisher.publish(partition, arrivalNs);
 * }</pre>
 *
 * <p>Several at a time are cheaper:
 *
 * <pre>{@code
 * publisher.claim(64);
 * for (int i = 0; i < 64; i++) {
 *   publisher.event(i, partition, arrivalNs).price = price[i];
 * }
 * publisher.publishClaimed(64);
 * }</pre>
 *
 * <p>Claimed events that are not published, because filling them threw, are handed out again by the
 * next claim: nothing is lost and nothing waits. Ticks and what is said of partitions discard a
 * claim: publishing it then is refused. A publisher belongs to one thread and may feed any number
 * of partitions. It must not be used from a handler of its own engine. One that is no longer needed
 * may be closed, {@link #close}; the engine goes on without it.
 *
 * <p>Where the job aligns its partitions, publishing an event of one that is too far ahead waits
 * until the others have followed, for as long as the engine is open. A publisher cannot wait for
 * itself, though: where the slowest partition of the group is one it feeds, or it feeds several
 * groups, or in layout inline, where no other thread could help, publishing throws {@link
 * io.tidemark.runtime.HeldBackException}, and what was claimed stays so. One that feeds several
 * partitions therefore uses {@link #tryPublish}, and feeds another one when it is told {@link
 * PublishResult#HELD_BACK}: the slowest is never held back.
 *
 * <p>Errors: {@link io.tidemark.runtime.EngineFailedException} once a stage has failed, {@link
 * IllegalStateException} when the engine or the publisher is closed or the call comes from a
 * handler.
 *
 * @param <E> the type of event
 */
public final class Publisher<E extends Event> {
  private final PublishPort<E> port;
  private final Stamping stamping;

  /** Whether an arrival that is handed over is stamped anew. */
  private final boolean restamps;

  Publisher(PublishPort<E> port, Stamping stamping) {
    this.port = port;
    this.stamping = stamping;
    this.restamps = stamping.restamps();
  }

  /** The next event to fill; nothing is published yet. Waits for room. */
  public E claim() {
    port.claim(1);
    return port.slot(0);
  }

  /**
   * Publishes the claimed event. Waits while its partition is held back.
   *
   * @param partition where it came from, 0 or more
   * @param arrivalNs when it arrived, in ns since the epoch; one that goes back counts as the
   *     largest seen
   */
  public void publish(int partition, long arrivalNs) {
    set(0, partition, arrivalNs);
    publishClaimed(1);
  }

  /**
   * Publishes the claimed event as having arrived now, by the engine's clock.
   *
   * @throws IllegalStateException in a job whose source stamps the ingestion time
   */
  public void publish(int partition) {
    SlotControl.event(port.slot(0), checked(partition), stamping.entryNs());
    port.publishEntered();
  }

  /**
   * Publishes the claimed event as one that its source could not read: it moves no watermark and no
   * clock, and goes to the rejected output in its turn.
   */
  public void reject(int partition, long arrivalNs, RejectReason reason) {
    SlotControl.rejected(port.slot(0), checked(partition), arrivalNs, reason.ordinal());
    publishClaimed(1);
  }

  /** How many events can be claimed at a time. */
  public int capacity() {
    return port.capacity();
  }

  /**
   * Claims the next events, to be filled through {@link #event}. Waits for room.
   *
   * @param count 1 to {@link #capacity}
   */
  public void claim(int count) {
    if (count < 1 || count > port.capacity()) {
      throw new IllegalArgumentException(
          "claim: " + count + " events; expected 1 to " + port.capacity());
    }
    port.claim(count);
  }

  /** One of the claimed events, from 0. */
  public E event(int i) {
    return port.slot(i);
  }

  /**
   * One of the claimed events, {@link #set} to this partition and arrival: one look-up for both.
   */
  public E event(int i, int partition, long arrivalNs) {
    E event = port.slot(i);
    SlotControl.event(event, checked(partition), arrival(arrivalNs));
    return event;
  }

  /** Says where and when one of the claimed events arrived, if that is known after filling it. */
  public void set(int i, int partition, long arrivalNs) {
    SlotControl.event(port.slot(i), checked(partition), arrival(arrivalNs));
  }

  /** Sets the source's own position (offset, line) of one of the claimed events. */
  public void position(int i, long position) {
    port.position(i, position);
  }

  /**
   * Publishes the first of the claimed events; each has been given its partition and arrival. Waits
   * while a partition of theirs is held back.
   */
  public void publishClaimed(int count) {
    port.publish(count);
  }

  /**
   * Claims the next event if there is room now.
   *
   * @return the event, or null when the ring is full
   */
  public E tryClaim() {
    return port.tryClaim(1) ? port.slot(0) : null;
  }

  /**
   * Publishes the claimed event if that needs no waiting; else it stays claimed, and can be tried
   * again or filled anew.
   *
   * @param partition as for {@link #publish(int, long)}
   * @param arrivalNs as for {@link #publish(int, long)}
   */
  public PublishResult tryPublish(int partition, long arrivalNs) {
    set(0, partition, arrivalNs);
    return port.tryPublish();
  }

  /**
   * Claims, fills and publishes one event if that needs no waiting.
   *
   * @param filler fills the event, where there is one to fill; what it throws is thrown on, and
   *     nothing is published
   */
  public PublishResult tryPublish(int partition, long arrivalNs, Consumer<? super E> filler) {
    PublishResult claimed = port.tryClaimFor(checked(partition));
    if (claimed != PublishResult.PUBLISHED) {
      return claimed;
    }
    filler.accept(port.slot(0));
    return tryPublish(partition, arrivalNs);
  }

  /**
   * Whether events of this partition are held back now, since it is more than the drift of the
   * job's {@link JobBuilder#alignment} ahead of others. Until the stages have taken what is in the
   * ring, it may not be yet: a ring's worth of events may go further ahead.
   */
  public boolean isHeldBack(int partition) {
    return port.isHeldBack(checked(partition));
  }

  /** Time has passed until {@code nowNs}, in ns since the epoch, without an event. */
  public void tick(long nowNs) {
    control(SlotKind.TICK, 0, arrival(nowNs));
  }

  /** The partition has nothing to say for now: it no longer holds the watermark. */
  public void idle(int partition) {
    control(SlotKind.IDLE, checked(partition), 0);
  }

  /**
   * A sign of life of the partition, without an event.
   *
   * @param arrivalNs as for {@link #publish(int, long)}: its silence counts from then on
   */
  public void active(int partition, long arrivalNs) {
    control(SlotKind.ACTIVE, checked(partition), arrival(arrivalNs));
  }

  /** A sign of life of the partition that arrived now, by the engine's clock. */
  public void active(int partition) {
    active(partition, stamping.entryNs());
  }

  /** No more events of the partition, ever: it is left out of the minimum. */
  public void end(int partition) {
    control(SlotKind.END, checked(partition), 0);
  }

  /** The partition is gone (revoked, disconnected) and forgotten; it may join again. */
  public void leave(int partition) {
    control(SlotKind.LEAVE, checked(partition), 0);
  }

  /**
   * No more events of the partition with a timestamp at or below {@code watermark} are expected, as
   * its source knows. It counts as what the job's strategy makes of events does: the larger of the
   * two, at once or, with periodic emission, from the next tick on. As an event does, it makes the
   * partition join and ends its idleness; one that is not larger than the last does nothing else.
   *
   * @param watermark in the job's unit; {@code Long.MAX_VALUE} for the end of time
   * @throws IllegalStateException in processing time, which has no watermarks
   */
  public void watermark(int partition, long watermark) {
    stamping.checkWatermarks();
    control(SlotKind.WATERMARK, checked(partition), watermark);
  }

  /**
   * Nothing more comes from this publisher, which refuses all calls from now on: what it has
   * published is still taken, and its ring is let go of. Its partitions stay as they are, so {@link
   * #end} them, or {@link #leave}, before. Never waits; closing again does nothing.
   */
  public void close() {
    port.close();
  }

  private void control(byte kind, int partition, long arrivalField) {
    port.claim(1);
    SlotControl.control(port.slot(0), kind, partition, arrivalField);
    port.publishControl();
  }

  private long arrival(long handedNs) {
    return restamps ? stamping.entryNs() : handedNs;
  }

  private static int checked(int partition) {
    if (partition < 0) {
      throw new IllegalArgumentException("partition: " + partition + "; expected 0 or more");
    }
    return partition;
  }
}
