package io.tidemark.differential;

import io.tidemark.output.FiringKind;
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectReason;
import java.util.List;

/** What leaves the engine through a handler. */
sealed interface Output {

  /**
   * A window fires for a key.
   *
   * @param window the definition's name
   * @param values the columns' values, as raw bits
   */
  record Fired(
      String window,
      long key,
      long start,
      long end,
      FiringKind kind,
      int revision,
      List<Long> values,
      boolean isFinal,
      boolean isRetraction)
      implements Output {
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      text.append("%s k%d [%d,%d) %s %d".formatted(window, key, start, end, kind.text(), revision));
      text.append(isFinal ? " final" : "").append(isRetraction ? " retraction" : "");
      List<Column> columns = Column.of(window);
      for (int i = 0; i < values.size(); i++) {
        text.append(' ').append(columns.get(i)).append('=').append(text(columns.get(i), i));
      }
      return text.toString();
    }

    private Object text(Column column, int i) {
      boolean isDouble = column.name().contains("AVG") || column.name().startsWith("DOUBLE");
      return isDouble ? (Object) Double.longBitsToDouble(values.get(i)) : values.get(i);
    }
  }

  /**
   * An event is too late for a definition.
   *
   * @param step the one it came from
   * @param watermark the merged watermark that it was judged by
   */
  record Late(
      int step,
      String window,
      long key,
      long timestamp,
      long watermark,
      LateKind kind,
      int missed,
      int counted,
      long adjusted)
      implements Output {}

  /** An event is rejected, or the row of that step. */
  record Rejected(int step, RejectReason reason) implements Output {}
}
