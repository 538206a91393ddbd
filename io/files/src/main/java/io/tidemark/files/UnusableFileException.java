package io.tidemark.files;

import java.io.IOException;

/**
 * What is wrong with a file before its first row is read or written: it cannot be opened or made,
 * it has no header, or a column that is asked for is missing or there twice. The message names the
 * file, the setting that named it where there is one, and what was expected.
 */
public final class UnusableFileException extends IOException {
  private static final long serialVersionUID = 1L;

  UnusableFileException(String message) {
    super(message);
  }

  UnusableFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
