package io.tidemark.cli.run;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * What surrounds the command.
 *
 * @param in standard input
 * @param out standard output: results only
 * @param err standard error: all else
 * @param progress whether somebody watches standard error
 * @param home where Tidemark is installed: the folder that has {@code examples}
 */
public record Terminal(
    InputStream in, PrintStream out, PrintStream err, boolean progress, Path home) {}
