package io.tidemark.journal;

import java.io.IOException;
import java.util.List;

/**
 * Prints records for people and for other programs. The fields come in this order in every format:
 * {@code record, kind, reason, window, partition, key, timestamp, arrival, watermark, missed, line,
 * source, event}. A time or count that there is none of is empty, in JSON null. Allocates; not for
 * the hot path.
 */
public final class JournalPrinter {
  private static final List<String> NAMES =
      List.of(
          "record",
          "kind",
          "reason",
          "window",
          "partition",
          "key",
          "timestamp",
          "arrival",
          "watermark",
          "missed",
          "line",
          "source",
          "event");
  private static final List<Boolean> NUMERIC =
      List.of(true, false, false, false, false, false, true, true, true, true, true, true, false);

  private final RowWriter rows;
  private final EventText eventText;

  /**
   * Prints events as UTF-8 where they are, else in hexadecimal.
   *
   * @param out gets whole rows; is not closed
   */
  public JournalPrinter(PrintFormat format, Appendable out) {
    this(format, out, EventText::utf8OrHex);
  }

  /**
   * Prints events as the function says.
   *
   * @param out gets whole rows; is not closed
   */
  public JournalPrinter(PrintFormat format, Appendable out, EventText eventText) {
    this.eventText = eventText;
    this.rows =
        switch (format) {
          case TABLE -> new TableRows(NAMES, NUMERIC, out);
          case CSV -> new CsvRows(NAMES, out);
          case JSONL -> new JsonRows(NAMES, NUMERIC, out);
        };
  }

  /** Prints one record. A table keeps rows back to fit its columns until {@link #end()}. */
  public void print(JournalRecord record) throws IOException {
    rows.row(
        List.of(
            Long.toString(record.number()),
            record.kind().text(),
            record.reason(),
            record.window(),
            record.partition(),
            record.key(),
            time(record.timestamp()),
            time(record.arrivalNs()),
            time(record.watermark()),
            missed(record),
            Long.toString(record.line()),
            Long.toString(record.sourceRecord()),
            eventText.text(
                record.buffer(),
                record.offset(RecordField.EVENT),
                record.length(RecordField.EVENT))));
  }

  private static String time(long value) {
    return value == JournalRecord.NONE ? "" : Long.toString(value);
  }

  private static String missed(JournalRecord record) {
    int missed = record.missedWindows();
    return missed == JournalRecord.NOT_COUNTED ? "" : Integer.toString(missed);
  }

  /** Prints what was kept back; also the header, if there was no record. */
  public void end() throws IOException {
    rows.end();
  }

  /**
   * Prints all that a reader still has to read.
   *
   * @return how many records
   * @throws CorruptJournalException when a record is damaged; those before it have been printed
   */
  public static long printAll(JournalReader reader, PrintFormat format, Appendable out)
      throws IOException {
    JournalPrinter printer = new JournalPrinter(format, out);
    long count = 0;
    try {
      while (reader.next()) {
        printer.print(reader.record());
        count++;
      }
    } finally {
      printer.end();
    }
    return count;
  }

  /** One output format; the first row brings the header. */
  interface RowWriter {
    void row(List<String> values) throws IOException;

    void end() throws IOException;
  }
}
