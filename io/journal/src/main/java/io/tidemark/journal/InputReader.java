package io.tidemark.journal;

import io.tidemark.Event;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import java.util.Arrays;
import java.util.Objects;

/**
 * Gives an engine what {@link InputWriter} kept, in the same order, with the arrivals it had: the
 * same job then gives the same results, in whatever layout. The journal does not hold the end of
 * input: after the last record, close the engine, or go on.
 *
 * <p>Thread: that of the reader, which must be the publisher's. Allocates nothing unless the codec
 * does, but for rejected events.
 *
 * @param <E> the event
 */
public final class InputReader<E extends Event> implements AutoCloseable {
  private final JournalReader reader;
  private final EventCodec<E> codec;

  /** Reads from there; takes the reader over. */
  public InputReader(JournalReader reader, EventCodec<E> codec) {
    this.reader = Objects.requireNonNull(reader, "reader");
    this.codec = Objects.requireNonNull(codec, "codec");
  }

  /**
   * Publishes what the next record holds.
   *
   * @return false when there is none now
   * @throws CorruptJournalException when the record is damaged, torn, or not the one that must
   *     follow
   * @throws JournalException when it holds no input
   */
  public boolean publishNext(Publisher<E> publisher) {
    if (!reader.next()) {
      return false;
    }
    JournalRecord record = reader.record();
    switch (record.kind()) {
      case EVENT -> {
        fill(publisher, record);
        publisher.publish(partition(record), record.arrivalNs());
      }
      case REJECTED -> {
        fill(publisher, record);
        publisher.reject(partition(record), record.arrivalNs(), reason(record));
      }
      case TICK -> publisher.tick(record.arrivalNs());
      case IDLE -> publisher.idle(partition(record));
      case ACTIVE -> publisher.active(partition(record), record.arrivalNs());
      case END -> publisher.end(partition(record));
      case LEAVE -> publisher.leave(partition(record));
      case WATERMARK -> publisher.watermark(partition(record), record.watermark());
      case LATE, QUARANTINED ->
          throw problem(
              record,
              "holds a " + record.kind().text() + " event, expected what an engine was given");
      case BOUND -> throw problem(record, "holds a decision, expected what an engine was given");
    }
    return true;
  }

  /** Closes the journal. */
  @Override
  public void close() {
    reader.close();
  }

  private void fill(Publisher<E> publisher, JournalRecord record) {
    record.decodeEvent(codec, publisher.claim());
    if (record.line() != 0) {
      publisher.position(0, record.line());
    }
  }

  private int partition(JournalRecord record) {
    int length = record.length(RecordField.PARTITION);
    try {
      return record.buffer().parseNaturalIntAscii(record.offset(RecordField.PARTITION), length);
    } catch (NumberFormatException notANumber) {
      throw problem(record, "has partition '" + record.partition() + "', expected a number");
    }
  }

  private RejectReason reason(JournalRecord record) {
    String text = record.reason();
    return Arrays.stream(RejectReason.values())
        .filter(reason -> reason.text().equals(text))
        .findFirst()
        .orElseThrow(() -> problem(record, "has reason '" + text + "', which is not known"));
  }

  private JournalException problem(JournalRecord record, String what) {
    return new JournalException(
        "journal " + reader.directory() + ": record " + record.number() + " " + what);
  }
}
