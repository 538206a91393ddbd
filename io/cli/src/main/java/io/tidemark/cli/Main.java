package io.tidemark.cli;

import io.tidemark.cli.run.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;

/** Where the {@code tidemark} command starts. */
public final class Main {
  /** The system property that says where Tidemark is installed; the launcher sets it. */
  public static final String HOME_PROPERTY = "tidemark.home";

  private Main() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] args) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    // Standard output is for results; what a library prints must not get between them.
    System.setOut(System.err);
    Terminal terminal =
        new Terminal(
            System.in,
            out,
            System.err,
            StandardError.isWatched(),
            Path.of(System.getProperty(HOME_PROPERTY, "")));
    int status = run(args, terminal);
    out.flush();
    System.exit(status);
  }

  /** Runs the command in this JVM, for somebody who watches no progress. */
  public static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    Path home = Path.of(System.getProperty(HOME_PROPERTY, ""));
    return run(args, new Terminal(in, out, err, false, home));
  }

  private static int run(String[] args, Terminal terminal) {
    return new CommandLine(new TidemarkCommand())
        .addSubcommand(new RunCommand(terminal))
        .addSubcommand(new DemoCommand(terminal))
        .addSubcommand(
            new CommandLine(new JournalCommand()).addSubcommand(new JournalPrintCommand(terminal)))
        // A job file's name may start with an @.
        .setExpandAtFiles(false)
        .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .execute(args);
  }
}
