package io.tidemark.time;

/**
 * A place in the ring: an event, or a control item of time (see {@link SlotKind}).
 *
 * <p>A slot lives for ever and is filled again and again. Its fields have two writers, one after
 * the other: the publisher, then the stage that reads the timestamp (an event's detail). User
 * events extend {@code io.tidemark.Event}, which extends this class; only the engine writes these
 * fields, through {@link SlotControl}.
 */
public abstract class Slot {
  byte kind;
  int partition;
  long arrivalNs;
  long position;
  int detail;

  /** For {@code io.tidemark.Event}, and for tests of the kernel. */
  protected Slot() {}

  /** What the slot carries: one of the constants of {@link SlotKind}. */
  public final byte kind() {
    return kind;
  }

  /** The partition it came from, or that it speaks of. */
  public final int partition() {
    return partition;
  }

  /** When it was published, in ns since the epoch, as the publisher stamped it. */
  public final long arrivalNs() {
    return arrivalNs;
  }

  /** The source's own position (offset, line), or 0 where the source gives none. */
  public final long position() {
    return position;
  }

  /**
   * Whether its arrival stands in for a timestamp that it has not, or that was refused: only where
   * the job asks for that.
   */
  public final boolean hasIngestionTime() {
    return kind == SlotKind.EVENT && detail == SlotControl.INGESTION_TIME;
  }

  /** Whether its timestamp was converted from another unit, where the job's guard does that. */
  public final boolean hasScaledTimestamp() {
    return kind == SlotKind.EVENT && detail == SlotControl.SCALED_TIMESTAMP;
  }

  /**
   * What a control item or a rejected event adds, for example the code of the reason; of an event,
   * how it came by its timestamp.
   */
  public final int detail() {
    return detail;
  }

  /** Forgets what the event refers to; numbers need not be reset. Must not throw. */
  public abstract void clear();
}
