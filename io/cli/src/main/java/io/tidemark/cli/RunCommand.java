package io.tidemark.cli;

import io.tidemark.cli.run.JobRunner;
import io.tidemark.cli.run.Layout;
import io.tidemark.cli.run.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code tidemark run}: runs job files. */
@Command(
    name = "run",
    description = {
      "Runs job files, one after the other; each says what it reads, which windows aggregate what,"
          + " and what it writes. docs/job-file.md has all of it.",
      "",
      "Exit status: 0, also where rows were late or rejected; 1 after a fault; 2 for what can be"
          + " known before the first row. Of several job files the largest counts."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class RunCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "JOB.yaml", arity = "1..*", description = "The job files.")
  private List<Path> jobFiles;

  @Option(
      names = {"-q", "--quiet"},
      description = "Tell errors only: no progress and no summary.")
  private boolean quiet;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      converter = LayoutConverter.class,
      description =
          "inline: one thread reads and counts; fused: a thread each, so that time goes on while"
              + " the input is silent. Results are the same. Left out: fused for a job without"
              + " arrival that has idleness or emit, else inline.")
  private Layout layout;

  RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    JobRunner runner = new JobRunner(terminal, quiet, Optional.ofNullable(layout));
    return jobFiles.stream().mapToInt(file -> runner.run(file).status()).max().orElseThrow();
  }

  /** Reads a layout's name. */
  static final class LayoutConverter implements ITypeConverter<Layout> {
    @Override
    public Layout convert(String name) {
      try {
        return Layout.named(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + name + "': " + e.getMessage());
      }
    }
  }
}
