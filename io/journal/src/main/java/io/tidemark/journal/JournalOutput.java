package io.tidemark.journal;

import io.tidemark.Event;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import io.tidemark.time.BoundHandler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;

/**
 * Keeps the late and the rejected events of an engine in a journal: a record for each window
 * definition that an event was too late for, or that refused it for want of room, and one for each
 * rejected event. Late events that counted nevertheless, partly or adjusted, are none to be
 * repaired: they have no record. Decisions of adaptive bounds have one, too, where it is their
 * handler: {@link JournalBounds} reads them back.
 *
 * <pre>{@code
 * JournalWriter writer = JournalWriter.open(JournalOptions.in(directory));
 * try (JournalOutput<Trade> journal = new JournalOutput<>(writer, new TradeCodec());
 *     Engine<Trade> engine =
 *         Engine.start(job, EngineOptions.<Trade>inline().onLate(journal).onRejected(journal))) {
 *   ...
 * }
 * }</pre>
 *
 * <p>A record's line is the event's position in its source. A rejected event has no window, no key,
 * no timestamp and no watermark: it was not judged.
 *
 * <p>Thread: made by any; the first that hands it an event is the one that all events must come
 * from, and closing is for that thread, or for any once it has ended. Cost: that of an append;
 * nothing is allocated for an event unless the encoder does.
 *
 * <p>A journal that refuses a record throws, which stops the engine, or drops it ({@link
 * JournalOptions#whenFull}): then it is counted, and the first and their sum are logged.
 *
 * @param <E> the event
 */
public final class JournalOutput<E extends Event>
    implements LateHandler<E>, RejectedHandler<E>, BoundHandler, AutoCloseable {
  private static final Logger LOG = System.getLogger("io.tidemark.journal");

  private final JournalWriter writer;
  private final EventEncoder<? super E> encoder;
  private final EventTexts<? super E> texts;
  // Written by the appending thread.
  private boolean refusalTold;
  private boolean closed;

  /** Writes there, partitions and keys as their numbers; takes the writer over. */
  public JournalOutput(JournalWriter writer, EventEncoder<? super E> encoder) {
    this(writer, encoder, new EventTexts<E>() {});
  }

  /** Writes there; takes the writer over. */
  public JournalOutput(
      JournalWriter writer, EventEncoder<? super E> encoder, EventTexts<? super E> texts) {
    this.writer = Objects.requireNonNull(writer, "writer");
    this.encoder = Objects.requireNonNull(encoder, "encoder");
    this.texts = Objects.requireNonNull(texts, "texts");
  }

  @Override
  public void onLate(LateEvent<E> late) {
    boolean isLate = late.kind() == LateKind.TOO_LATE;
    if (!isLate && late.kind() != LateKind.NO_ROOM) {
      return;
    }
    E event = late.event();
    JournalRecord record =
        writer
            .record()
            .kind(RecordKind.LATE)
            .timestamp(late.timestamp())
            .watermark(late.watermark())
            .missedWindows(isLate ? late.missedWindows() : JournalRecord.NOT_COUNTED)
            .window(late.window())
            .reason(late.kind().text());
    texts.key(event, late.key(), record);
    append(event, record);
  }

  @Override
  public void onRejected(RejectedEvent<E> rejected) {
    append(
        rejected.event(),
        writer
            .record()
            .kind(rejected.isQuarantined() ? RecordKind.QUARANTINED : RecordKind.REJECTED)
            .timestamp(JournalRecord.NONE)
            .watermark(JournalRecord.NONE)
            .reason(rejected.reason().text()));
  }

  private void append(E event, JournalRecord record) {
    record.arrivalNs(event.arrivalNs()).line(event.position());
    texts.partition(event, record);
    record.event(encoder, event);
    append(record);
  }

  @Override
  public void onBound(int partition, long events, long bound) {
    JournalRecord record =
        writer
            .record()
            .kind(RecordKind.BOUND)
            .timestamp(JournalRecord.NONE)
            .arrivalNs(JournalRecord.NONE)
            .watermark(JournalRecord.NONE)
            .line(events)
            .reason(RecordKind.BOUND.text());
    texts.partition(partition, record);
    append(record.set(RecordField.EVENT, bound));
  }

  private void append(JournalRecord record) {
    if (!writer.append(record) && !refusalTold) {
      refusalTold = true;
      LOG.log(
          Level.WARNING,
          "journal {0} has no room: dropping records; the first is a {1} one at position {2}",
          writer.directory(),
          record.kind().text(),
          Long.toString(record.line()));
    }
  }

  /** How many records the journal holds. Any thread. */
  public long records() {
    return writer.records();
  }

  /** How many events found no room since the journal was opened. Any thread. */
  public long refused() {
    return writer.refused();
  }

  /**
   * Waits until all records are on the disk, as {@link JournalWriter#sync}. For the thread that
   * hands it events, or any once it has ended.
   */
  public void sync() {
    writer.sync();
  }

  /** Closes the journal, whose records stay. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (refusalTold) {
        LOG.log(
            Level.WARNING,
            "journal {0} had no room: {1} events were dropped",
            writer.directory(),
            Long.toString(refused()));
      }
      writer.close();
    }
  }
}
