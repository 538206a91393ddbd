package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.files.SymbolTable;
import io.tidemark.journal.JournalBounds;
import io.tidemark.journal.JournalException;
import io.tidemark.journal.JournalReader;
import io.tidemark.time.BoundDecisions;

/** Reads the decisions that a journal kept. Only a job that names one loads it. */
final class RecordedBounds {
  private static final String KEY = "watermarks.bounds-from";

  private RecordedBounds() {}

  /**
   * The decisions, in the order made.
   *
   * @param written the directory as the job file has it
   * @param partitions the texts of partitions; those that the journal has get their numbers
   * @throws JobFileException when there is no such journal, it is damaged, or it holds none
   */
  static BoundDecisions read(JobFile file, String written, SymbolTable partitions)
      throws JobFileException {
    try (JournalReader journal = JournalReader.open(file.resolve(written))) {
      BoundDecisions decisions = JournalBounds.read(journal, partitions::idOf);
      if (decisions.all().isEmpty()) {
        throw file.problem(
            KEY,
            "'"
                + written
                + "' holds no decisions of bounds; expected the journal of a job with strategy"
                + " adaptive");
      }
      return decisions;
    } catch (JournalException e) {
      throw file.problem(KEY, e.getMessage());
    }
  }
}
