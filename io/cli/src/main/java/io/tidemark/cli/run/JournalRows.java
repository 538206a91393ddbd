package io.tidemark.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.cli.job.RecordKind;
import io.tidemark.files.Slice;
import io.tidemark.files.WholeRows;
import io.tidemark.journal.JournalException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalRecord;
import io.tidemark.journal.RecordField;
import java.io.IOException;
import java.util.Optional;

/**
 * The rows in a journal's records of one kind and, if it is named, of one window definition. A
 * row's line is its record's number, from 1. Allocates only to grow with the longest row.
 */
final class JournalRows implements WholeRows {
  private final JournalReader journal;
  private final io.tidemark.journal.RecordKind kind;

  /** The name of the window definition; null for any. */
  private final byte[] window;

  private byte[] row = new byte[256];
  private int length;

  /** Takes the reader over. The window counts for late records only. */
  JournalRows(JournalReader journal, RecordKind kind, Optional<String> window) {
    this.journal = journal;
    this.kind =
        switch (kind) {
          case LATE -> io.tidemark.journal.RecordKind.LATE;
          case REJECTED -> io.tidemark.journal.RecordKind.REJECTED;
          case QUARANTINED -> io.tidemark.journal.RecordKind.QUARANTINED;
        };
    this.window =
        kind == RecordKind.LATE ? window.map(name -> name.getBytes(UTF_8)).orElse(null) : null;
  }

  @Override
  public String name() {
    return "journal " + journal.directory();
  }

  @Override
  public boolean next() throws IOException {
    try {
      while (journal.next()) {
        if (isMeant(journal.record())) {
          take(journal.record());
          return true;
        }
      }
      return false;
    } catch (JournalException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** When the row arrived, in ns since the epoch; {@link JournalRecord#NONE} where unknown. */
  long arrivalNs() {
    return journal.record().arrivalNs();
  }

  private boolean isMeant(JournalRecord record) {
    if (record.kind() != kind) {
      return false;
    }
    if (window == null) {
      return true;
    }
    if (record.length(RecordField.WINDOW) != window.length) {
      return false;
    }
    int start = record.offset(RecordField.WINDOW);
    for (int i = 0; i < window.length; i++) {
      if (record.buffer().getByte(start + i) != window[i]) {
        return false;
      }
    }
    return true;
  }

  private void take(JournalRecord record) {
    length = record.length(RecordField.EVENT);
    if (row.length < length) {
      row = new byte[Math.max(length, 2 * row.length)];
    }
    record.buffer().getBytes(record.offset(RecordField.EVENT), row, 0, length);
  }

  @Override
  public void row(Slice into) {
    into.set(row, 0, length);
  }

  @Override
  public long line() {
    return journal.record().number() + 1;
  }

  @Override
  public void close() {
    journal.close();
  }
}
