package io.tidemark.journal;

import io.tidemark.Event;
import io.tidemark.output.RejectReason;
import io.tidemark.time.SlotKind;
import java.util.Objects;

/**
 * Keeps what an engine is given, slot by slot, so that {@link InputReader} can give the same to
 * another one: events, what partitions say of themselves, and ticks. What comes out of an engine is
 * a function of that and nothing else.
 *
 * <pre>
 *   slot                          record
 *   event                         EVENT      partition, arrival, line, event
 *   event its source rejects      REJECTED   the same, and the reason
 *   tick                          TICK       arrival: until when time has passed
 *   idle, end, leave              …          partition
 *   active                        ACTIVE     partition, arrival
 *   watermark                     WATERMARK  partition, watermark
 * </pre>
 *
 * <p>A partition is its number, a line the source's own position. Nothing is judged here, so no
 * event has a timestamp or a key.
 *
 * <p>Thread: that of the writer. Cost: that of an append; nothing is allocated for a slot unless
 * the encoder does.
 *
 * @param <E> the event
 */
public final class InputWriter<E extends Event> implements AutoCloseable {
  private final JournalWriter writer;
  private final EventEncoder<? super E> encoder;

  /** Writes there; takes the writer over. */
  public InputWriter(JournalWriter writer, EventEncoder<? super E> encoder) {
    this.writer = Objects.requireNonNull(writer, "writer");
    this.encoder = Objects.requireNonNull(encoder, "encoder");
  }

  /**
   * Appends the slot as its publisher has filled it: before it is published, as the job may change
   * it then ({@code JobBuilder.map}).
   *
   * @throws IllegalArgumentException when it carries what no publisher says
   * @throws JournalFullException when there was no room for it, whatever the policy: an input
   *     without one of its slots is another input
   */
  public void append(E slot) {
    byte carried = slot.kind();
    RecordKind kind = kindOf(carried);
    JournalRecord record = writer.record().kind(kind).timestamp(JournalRecord.NONE);
    boolean isWatermark = kind == RecordKind.WATERMARK;
    record.watermark(isWatermark ? slot.arrivalNs() : JournalRecord.NONE);
    record.arrivalNs(hasArrival(kind) ? slot.arrivalNs() : JournalRecord.NONE);
    if (kind != RecordKind.TICK) {
      record.set(RecordField.PARTITION, slot.partition());
    }
    if (kind == RecordKind.REJECTED) {
      record.reason(RejectReason.of(slot.detail()).text());
    }
    if (kind == RecordKind.EVENT || kind == RecordKind.REJECTED) {
      record.line(slot.position()).event(encoder, slot);
    }
    if (!writer.append(record)) {
      throw new JournalFullException("journal " + writer.directory() + " has no room for an input");
    }
  }

  /** How many slots it holds. Any thread. */
  public long records() {
    return writer.records();
  }

  /** Closes the journal, whose records stay. */
  @Override
  public void close() {
    writer.close();
  }

  private static boolean hasArrival(RecordKind kind) {
    return switch (kind) {
      case EVENT, REJECTED, TICK, ACTIVE -> true;
      default -> false;
    };
  }

  private static RecordKind kindOf(byte carried) {
    return switch (carried) {
      case SlotKind.EVENT -> RecordKind.EVENT;
      case SlotKind.REJECTED -> RecordKind.REJECTED;
      case SlotKind.TICK -> RecordKind.TICK;
      case SlotKind.IDLE -> RecordKind.IDLE;
      case SlotKind.ACTIVE -> RecordKind.ACTIVE;
      case SlotKind.END -> RecordKind.END;
      case SlotKind.LEAVE -> RecordKind.LEAVE;
      case SlotKind.WATERMARK -> RecordKind.WATERMARK;
      default ->
          throw new IllegalArgumentException(
              "slot of kind " + carried + "; expected what publishers say");
    };
  }
}
