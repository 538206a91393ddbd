package io.tidemark.time;

/**
 * What a slot can carry. Bytes rather than an enum, so that filling a slot stores no reference: a
 * reference store costs a garbage collector barrier for each publish.
 */
public final class SlotKind {
  /** An event of the user's. */
  public static final byte EVENT = 0;

  /** An event that its source could not read; it counts for nothing but is reported. */
  public static final byte REJECTED = 1;

  /** Time passed: the arrival field says until when. */
  public static final byte TICK = 2;

  /**
   * The partition has nothing to say for now: it no longer holds the watermark. No effect where it
   * takes no part.
   */
  public static final byte IDLE = 3;

  /**
   * A sign of life of the partition, without an event, at the slot's arrival. No effect where it
   * takes no part: only an event makes a partition join.
   */
  public static final byte ACTIVE = 4;

  /** No more events of the partition, ever, whether it took part before or not. */
  public static final byte END = 5;

  /**
   * The partition is gone (revoked, disconnected): left out and forgotten; it may join again,
   * unless it has ended.
   */
  public static final byte LEAVE = 6;

  /** No more events of any partition: the watermark goes to the end of time. */
  public static final byte END_OF_INPUT = 7;

  /**
   * No more events of the partition at or below a watermark, which the arrival field holds. As an
   * event does, it makes the partition join and is a sign of life.
   */
  public static final byte WATERMARK = 8;

  /**
   * Which publishers are waiting for room, a bit each in the detail: the silence of the partitions
   * that they feed stands still until another such item leaves them out.
   */
  public static final byte WAITING = 9;

  private SlotKind() {}
}
