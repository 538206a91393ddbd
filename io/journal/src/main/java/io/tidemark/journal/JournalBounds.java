package io.tidemark.journal;

import io.tidemark.time.BoundDecisions;
import java.util.function.ToIntFunction;

/**
 * Reads the decisions of adaptive bounds that a journal kept, so that another run repeats them:
 *
 * <pre>{@code
 * try (JournalReader journal = JournalReader.open(directory)) {
 *   bound = bound.replaying(JournalBounds.read(journal, Integer::parseInt));
 * }
 * }</pre>
 */
public final class JournalBounds {
  private JournalBounds() {}

  /**
   * The decisions in the records from the reader's position to the journal's end.
   *
   * @param partitions gives the text of a partition its number in the run that is to come
   * @throws CorruptJournalException when a record is damaged, or holds no decision where it says so
   */
  public static BoundDecisions read(JournalReader journal, ToIntFunction<String> partitions) {
    BoundDecisions decisions = new BoundDecisions();
    while (journal.next()) {
      JournalRecord record = journal.record();
      if (record.kind() == RecordKind.BOUND) {
        int partition = partitions.applyAsInt(record.partition());
        decisions.onBound(partition, record.line(), bound(journal, record));
      }
    }
    return decisions;
  }

  private static long bound(JournalReader journal, JournalRecord record) {
    String digits = record.text(RecordField.EVENT);
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new CorruptJournalException(
          "journal "
              + journal.directory()
              + ": record "
              + record.number()
              + " is a bound of '"
              + digits
              + "', expected a number",
          record.number(),
          e);
    }
  }
}
