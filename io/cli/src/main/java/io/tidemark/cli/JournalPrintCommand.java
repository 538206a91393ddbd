package io.tidemark.cli;

import io.tidemark.cli.run.ExitStatus;
import io.tidemark.cli.run.Terminal;
import io.tidemark.journal.JournalException;
import io.tidemark.journal.JournalPrinter;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.PrintFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code tidemark journal print}: shows the records of a journal. */
@Command(
    name = "print",
    description = {
      "Prints the records of a journal, in the order written; the journal is not changed, and may"
          + " still be written by another process.",
      "",
      "A record has its number (from 0), kind, reason, window, partition, key, timestamp, arrival"
          + " (ns since the epoch), the watermark it was judged by, its line in the source, the"
          + " source's own number, and the row.",
      "",
      "Exit status: 0; 1 when a record is damaged, after those before it have been printed; 2 when"
          + " there is no journal."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class JournalPrintCommand implements Callable<Integer> {
  private static final int RECORDS_BETWEEN_CHECKS = 1 << 10;

  private final Terminal terminal;

  @Parameters(paramLabel = "DIR", description = "The directory of the journal.")
  private Path directory;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      converter = FormatConverter.class,
      description = "table, csv or jsonl; ${DEFAULT-VALUE} if left out.")
  private PrintFormat format;

  JournalPrintCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (JournalReader journal = JournalReader.open(directory)) {
      return print(journal);
    } catch (JournalException e) {
      terminal.err().println(e.getMessage());
      return ExitStatus.USAGE;
    }
  }

  private int print(JournalReader journal) {
    try {
      printAll(journal);
      return ExitStatus.OK;
    } catch (IOException | JournalException e) {
      terminal.err().println(e.getMessage());
      return ExitStatus.FAULT;
    }
  }

  private void printAll(JournalReader journal) throws IOException {
    Writer out = new BufferedWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8));
    JournalPrinter printer = new JournalPrinter(format, out);
    try {
      for (long count = 1; journal.next(); count++) {
        printer.print(journal.record());
        if (count % RECORDS_BETWEEN_CHECKS == 0) {
          flush(out);
        }
      }
    } finally {
      printer.end();
      flush(out);
    }
  }

  /** A reader that has seen enough, such as {@code head}, need not wait for the rest. */
  private void flush(Writer out) throws IOException {
    out.flush();
    if (terminal.out().checkError()) {
      throw new IOException(
          "cannot write standard output: its reader is gone, or there is no room");
    }
  }

  /** Formats by their names in lower case. */
  static final class FormatConverter implements ITypeConverter<PrintFormat> {
    @Override
    public PrintFormat convert(String name) {
      for (PrintFormat format : PrintFormat.values()) {
        if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
          return format;
        }
      }
      throw new TypeConversionException("'" + name + "': expected table, csv or jsonl");
    }
  }
}
