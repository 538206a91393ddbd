package io.tidemark.time;

/**
 * Up to {@link #SIZE} slots on their way through the stages of one thread, field by field.
 *
 * <p>Stages pass over a batch one after the other, each in a short loop over arrays that stay in
 * the first-level cache: the user's functions fill it, the time stage judges, the window stage
 * counts. Short loops let a core overlap the cache misses of several events; see docs/decisions/001
 * for what decided it. A batch is never a unit of meaning: no result depends on where it ends.
 *
 * <p>Engine-internal. One writer: the thread that runs the stages.
 */
public final class SlotBatch {
  /** The largest number of slots. */
  public static final int SIZE = 128;

  /** Kind of an event that the filter left out: it moves time but counts in no window. */
  public static final byte FILTERED = 16;

  /** Kind of an event whose partition woke from idleness and is still behind the watermark. */
  public static final byte RETURNED = 17;

  /** Kind of an event whose partition had ended, or may not join. */
  public static final byte NOT_ADMITTED = 18;

  /** Kind of an event whose timestamp fell where the job rejects it then. */
  public static final byte DISORDERED = 19;

  /** Kind of an event for which the user's watermark generator threw, or its id. */
  public static final byte USER_CODE_THREW = 20;

  /** Kind of an event that has been there before, by its id. */
  public static final byte DUPLICATE = 23;

  /** Kind of an event whose timestamp a guard refused; the detail tells the reason. */
  public static final byte QUARANTINED = 21;

  /** Kind of an event for which the clock has no time whose windows fit in 64 bits. */
  public static final byte OUT_OF_TIME = 22;

  /** How many slots there are. */
  public int size;

  /** The number of the publisher that the slots come from, 0 or more. */
  public int publisher;

  /** What each slot is: a constant of {@link SlotKind} or of this class. */
  public final byte[] kinds = new byte[SIZE];

  /** What rejected slots and control items add, for example the code of the reason. */
  public final int[] details = new int[SIZE];

  /** Each slot's partition. */
  public final int[] partitions = new int[SIZE];

  /** Each slot's arrival, in ns since the epoch. */
  public final long[] arrivalsNs = new long[SIZE];

  /** Events' timestamps, in the job's unit. */
  public final long[] timestamps = new long[SIZE];

  /** Events' keys. */
  public final long[] keys = new long[SIZE];

  /** Events' values, {@link #valuesPerEvent} each, as raw bits. */
  public final long[] values;

  /** How many values an event has. */
  public final int valuesPerEvent;

  /** How many timestamps were converted to the job's unit; for whoever counts them. */
  public int scaledTimestamps;

  /** How many events got their ingestion time for their timestamp. */
  public int ingestionTimes;

  /**
   * What each slot is judged by, written by the time stage: the merged watermark; in processing
   * time, up to when windows are complete.
   */
  public final long[] judgedBy = new long[SIZE];

  /**
   * The merged watermark before the ticks that each slot brings about; written by the time stage,
   * but not for events ahead of the watermark that move nothing.
   */
  public final long[] beforeTicks = new long[SIZE];

  /** What user functions threw, of the slots that were rejected for it; else null. */
  public final Throwable[] causes = new Throwable[SIZE];

  /** An empty batch. */
  public SlotBatch(int valuesPerEvent) {
    this.valuesPerEvent = valuesPerEvent;
    this.values = new long[SIZE * valuesPerEvent];
  }

  /** Whether the slot is an event that moves time, unjudged so far. */
  static boolean isEvent(byte kind) {
    return (kind & ~FILTERED) == SlotKind.EVENT;
  }

  /** Whether windows count the event, unless they find it late. */
  public static boolean isAccepted(byte kind) {
    return kind == SlotKind.EVENT || kind == RETURNED;
  }

  /** Whether time has come to the slot's arrival: an accepted or filtered event, or a tick. */
  public static boolean passesTime(byte kind) {
    return kind == SlotKind.TICK || isEvent(kind) || isAccepted(kind);
  }

  /**
   * How far there are only plain events, judged by less than {@code watermark}.
   *
   * @param from where to begin
   * @param to where to end at the latest
   * @return the place of the first slot that is not like that, at least {@code from}
   */
  public int eventsEnd(int from, int to, long watermark) {
    int end = to;
    // What slots are judged by never goes back.
    while (end > from && judgedBy[end - 1] >= watermark) {
      end--;
    }
    int i = from;
    while (i < end && kinds[i] == SlotKind.EVENT) {
      i++;
    }
    return i;
  }
}
