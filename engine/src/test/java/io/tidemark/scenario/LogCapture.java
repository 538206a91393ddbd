package io.tidemark.scenario;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the engine logs while this is open, instead of on standard error. */
final class LogCapture extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.tidemark");
  private final List<String> messages = new CopyOnWriteArrayList<>();

  LogCapture() {
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  List<String> messages() {
    return messages;
  }

  @Override
  public void publish(LogRecord logged) {
    messages.add(MessageFormat.format(logged.getMessage(), logged.getParameters()));
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
