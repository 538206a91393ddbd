package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.files.Slice;
import io.tidemark.files.SymbolTable;
import io.tidemark.journal.EventTexts;
import io.tidemark.journal.JournalException;
import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalOutput;
import io.tidemark.journal.JournalRecord;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordField;
import io.tidemark.time.SlotKind;
import java.util.Map;

/** Opens the journal of a run's late and rejected rows. Only a job that names one loads it. */
final class RowJournal {
  private static final String KEY = "output.journal";

  private RowJournal() {}

  /**
   * Starts the job's journal anew.
   *
   * @param keys the texts of keys
   * @param partitions the texts of partitions
   * @throws JobFileException when it cannot be made, or its directory holds anything else; then all
   *     is as it was
   */
  static JournalOutput<FileEvent> open(
      JobFile file, JournalFormat format, SymbolTable keys, SymbolTable partitions)
      throws JobFileException {
    try {
      JournalOptions options =
          JournalOptions.in(file.resolve(file.output().journal().orElseThrow()));
      for (Map.Entry<String, String> attribute : format.attributes().entrySet()) {
        options = options.attribute(attribute.getKey(), attribute.getValue());
      }
      return new JournalOutput<>(
          JournalWriter.startAnew(options),
          new RowEncoder(!format.columns().isEmpty()),
          new Texts(keys, partitions, file.input().arePartitions()));
    } catch (JournalException e) {
      throw file.problem(KEY, e.getMessage());
    }
  }

  private static final class Texts implements EventTexts<FileEvent> {
    private final SymbolTable keys;
    private final SymbolTable partitions;
    private final boolean inputsArePartitions;
    private final Slice text = new Slice();

    Texts(SymbolTable keys, SymbolTable partitions, boolean inputsArePartitions) {
      this.inputsArePartitions = inputsArePartitions;
      this.keys = keys;
      this.partitions = partitions;
    }

    @Override
    public void partition(FileEvent event, JournalRecord into) {
      // Of a row that could not be read, the partition is not known, unless it is the input.
      if (event.kind() == SlotKind.EVENT || inputsArePartitions) {
        set(RecordField.PARTITION, partitions, event.partition(), into);
      }
    }

    @Override
    public void partition(int partition, JournalRecord into) {
      set(RecordField.PARTITION, partitions, partition, into);
    }

    @Override
    public void key(FileEvent event, long key, JournalRecord into) {
      set(RecordField.KEY, keys, key, into);
    }

    private void set(RecordField field, SymbolTable texts, long id, JournalRecord into) {
      texts.text((int) id, text);
      into.set(field, text.bytes(), text.start(), text.length());
    }
  }
}
