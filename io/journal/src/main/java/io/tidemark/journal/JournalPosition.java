package io.tidemark.journal;

/**
 * Where a reader goes on: a value to be stored and given to {@link JournalReader#moveTo} later, in
 * another process too.
 *
 * @param journal which journal; one that was started anew in the same directory is another
 * @param record number of the next record to be read, from 0; the number of records at the end
 */
public record JournalPosition(long journal, long record) {
  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException when it is anything else
   */
  public static JournalPosition parse(String text) {
    int colon = text.indexOf(':');
    try {
      long journal = Long.parseUnsignedLong(text.substring(0, Math.max(colon, 0)), 16);
      long record = Long.parseLong(text.substring(colon + 1));
      if (record >= 0) {
        return new JournalPosition(journal, record);
      }
    } catch (NumberFormatException e) {
      // told below, with all of it
    }
    throw new IllegalArgumentException(
        "journal position is '" + text + "', expected JOURNAL:RECORD, like 5f0c29d1a2b3c4d5:42");
  }

  /** The journal in hexadecimal, a colon, the record: one word. */
  @Override
  public String toString() {
    return Long.toHexString(journal) + ':' + record;
  }
}
