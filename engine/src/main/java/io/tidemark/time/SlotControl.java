package io.tidemark.time;

/**
 * How the engine writes slots. It stands apart from {@link Slot} so that a user's event class shows
 * no engine's setters.
 *
 * <p>Thread: the publisher's, before it publishes, unless a method says otherwise.
 */
public final class SlotControl {
  /** Of an event: its arrival stands in for its timestamp. */
  static final int INGESTION_TIME = 1;

  /** Of an event: its timestamp was converted to the job's unit. */
  static final int SCALED_TIMESTAMP = 2;

  private SlotControl() {}

  /** Makes the slot an event of {@code partition} that arrived at {@code arrivalNs}. */
  public static void event(Slot slot, int partition, long arrivalNs) {
    fill(slot, SlotKind.EVENT, partition, arrivalNs, 0);
  }

  /** Makes the slot an event that its source rejects for the reason with this code. */
  public static void rejected(Slot slot, int partition, long arrivalNs, int reasonCode) {
    fill(slot, SlotKind.REJECTED, partition, arrivalNs, reasonCode);
  }

  /** Makes the slot a control item of this kind. */
  public static void control(Slot slot, byte kind, int partition, long arrivalNs) {
    fill(slot, kind, partition, arrivalNs, 0);
  }

  /** Makes the slot say which publishers are waiting, {@link SlotKind#WAITING}. */
  public static void waiting(Slot slot, int publishers) {
    fill(slot, SlotKind.WAITING, 0, 0, publishers);
  }

  /** Flags an event whose arrival stands in for its timestamp; the stage that reads it. */
  public static void markIngestionTime(Slot slot) {
    slot.detail = INGESTION_TIME;
  }

  /** Flags an event whose timestamp was converted; the stage that reads it. */
  public static void markScaled(Slot slot) {
    slot.detail = SCALED_TIMESTAMP;
  }

  /**
   * Sets the source's own position of the event, before or after the slot is made an event, which
   * leaves it as it is: whoever sets positions sets them back to 0.
   */
  public static void position(Slot slot, long position) {
    slot.position = position;
  }

  /** Copies all that the publisher set, but not the user's own fields. */
  public static void copy(Slot from, Slot to) {
    fill(to, from.kind, from.partition, from.arrivalNs, from.detail);
    to.position = from.position;
  }

  private static void fill(Slot slot, byte kind, int partition, long arrivalNs, int detail) {
    slot.kind = kind;
    slot.partition = partition;
    slot.arrivalNs = arrivalNs;
    slot.detail = detail;
  }
}
