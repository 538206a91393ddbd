package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobInput;
import io.tidemark.cli.job.RecordKind;
import io.tidemark.files.CsvReader;
import io.tidemark.files.JsonlReader;
import io.tidemark.journal.CorruptJournalException;
import io.tidemark.journal.JournalException;
import io.tidemark.journal.JournalReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Opens a journal as the input of a run. Only a job that names one loads what it needs. */
final class JournalInput {
  private final JobFile job;
  private final JobInput input;
  private final Path directory;

  private final String setting;

  private JournalInput(JobFile job, int number) {
    this.job = job;
    this.input = job.input();
    this.directory = job.resolve(input.paths().get(number));
    this.setting = input.setting(number);
  }

  /**
   * The rows of a journal that a job names.
   *
   * @param number which one, from 0
   * @throws JobFileException when there is none, it holds no rows, or it does not follow from the
   *     job file which of its rows are meant
   */
  static Source open(JobFile job, int number) throws JobFileException {
    JournalInput journal = new JournalInput(job, number);
    try {
      return journal.open();
    } catch (JournalException e) {
      throw job.problem(journal.setting, e.getMessage());
    }
  }

  private Source open() throws JobFileException {
    JournalReader journal = JournalReader.open(directory);
    try {
      JournalFormat format = JournalFormat.of(journal.attributes());
      if (format == null) {
        throw job.problem(
            setting,
            "journal " + directory + " holds no rows; expected one that output.journal wrote");
      }
      checkWindow(format.windows());
      JournalRows rows = new JournalRows(journal, input.kind(), input.window());
      List<String> columns = format.columns();
      return columns.isEmpty()
          ? new Source(JsonlReader.of(rows), columns, rows::arrivalNs)
          : new Source(CsvReader.of(rows, columns), columns, rows::arrivalNs);
    } catch (JobFileException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  /** Rejected rows belong to no window. */
  private void checkWindow(List<String> defined) throws JobFileException {
    if (input.kind() != RecordKind.LATE) {
      return;
    }
    if (input.window().isPresent()) {
      String window = input.window().get();
      if (!defined.contains(window)) {
        throw job.problem(
            "input.window",
            "'"
                + window
                + "' is no window of journal "
                + directory
                + "; expected "
                + oneOf(defined));
      }
    } else if (defined.size() > 1) {
      Set<String> late = lateWindows();
      if (late.size() > 1) {
        throw job.problem(
            "input.window",
            "missing; journal " + directory + " has late rows of several, expected " + oneOf(late));
      }
    }
  }

  private static String oneOf(Iterable<String> names) {
    return "one of " + String.join(", ", names);
  }

  /** The window definitions that late records are of, as far as the journal can be read. */
  private Set<String> lateWindows() {
    Set<String> windows = new TreeSet<>();
    try (JournalReader journal = JournalReader.open(directory)) {
      while (journal.next()) {
        if (journal.record().kind() == io.tidemark.journal.RecordKind.LATE) {
          windows.add(journal.record().window());
        }
      }
    } catch (CorruptJournalException e) {
      // The run comes to the same record, which is a fault then.
      return windows;
    }
    return windows;
  }
}
