package io.tidemark.output;

import io.tidemark.aggregate.Column;
import java.util.List;

/**
 * One firing of one window for one key. A flyweight, valid during the call that hands it out.
 *
 * <p>(window, key, start, end, revision) names a firing for ever: the same input gives the same one
 * in every run and layout; a retraction has the name of the firing that it takes back.
 *
 * <p>The firings of a window in time come in the order in which their keys were first seen in it;
 * those of sliding windows in the order in which the definition first saw them, see {@code
 * docs/windows.md}.
 */
public final class WindowResult {
  private final String window;
  private final int windowIndex;
  private final boolean includesEnd;
  private final List<Column> columns;
  private final long[] values;

  private long key;
  private long start;
  private long end;
  private FiringKind kind;
  private int revision;
  private boolean isFinal;
  private boolean isRetraction;

  /**
   * For the engine: a flyweight for the firings of one window definition.
   *
   * @param includesEnd whether its windows are (start, end]
   * @param values where the engine writes the results, one long a column, as raw bits
   */
  public WindowResult(
      String window, int windowIndex, boolean includesEnd, List<Column> columns, long[] values) {
    this.window = window;
    this.windowIndex = windowIndex;
    this.includesEnd = includesEnd;
    this.columns = List.copyOf(columns);
    this.values = values;
  }

  /** For the engine: says which firing the values are of. */
  public WindowResult wrap(
      long newKey, long newStart, long newEnd, FiringKind newKind, int newRevision) {
    key = newKey;
    start = newStart;
    end = newEnd;
    kind = newKind;
    revision = newRevision;
    isFinal = false;
    isRetraction = false;
    return this;
  }

  /** For the engine: no later firing of this window and key can come. */
  public WindowResult markFinal() {
    isFinal = true;
    return this;
  }

  /** For the engine: this takes the firing back. */
  public WindowResult markRetraction() {
    isRetraction = true;
    return this;
  }

  /** The window definition. */
  public String window() {
    return window;
  }

  /** That definition's place in the job, from 0. */
  public int windowIndex() {
    return windowIndex;
  }

  /** The key. */
  public long key() {
    return key;
  }

  /**
   * The window's first moment, in the job's unit; the one before it where windows are (start, end];
   * of a count window the number of its first event.
   */
  public long start() {
    return start;
  }

  /**
   * The first moment after the window, in the job's unit; its last one where windows are (start,
   * end]; of a count window the number of the first event after it.
   */
  public long end() {
    return end;
  }

  /**
   * Whether the window is (start, end] and not [start, end): of definitions that ask for it, and of
   * rolling windows.
   */
  public boolean includesEnd() {
    return includesEnd;
  }

  /** Why it fired. */
  public FiringKind kind() {
    return kind;
  }

  /** How many times this window fired for this key before. */
  public int revision() {
    return revision;
  }

  /**
   * Whether no later firing of this window and key can come: the window closes with this one, as
   * there is no allowed lateness, or fires when it closes only, or as time has ended. A window that
   * is kept for late events and gets none closes without a further firing; an early firing is never
   * called final.
   */
  public boolean isFinal() {
    return isFinal;
  }

  /**
   * Whether this takes back the firing of the same window, key, bounds, kind, revision and values,
   * rather than being it. Comes of definitions that retract only.
   */
  public boolean isRetraction() {
    return isRetraction;
  }

  /** The columns of the result, in the order in which the definition names them. */
  public List<Column> columns() {
    return columns;
  }

  /** A column's value: the integer, or the unscaled value of a decimal, or a double's raw bits. */
  public long longValue(int column) {
    return values[column];
  }

  /**
   * A column's value as a double; of a long or a decimal, the nearest one. Allocates where a
   * decimal's unscaled value is beyond 2^53.
   */
  public double doubleValue(int column) {
    return Values.doubleValue(columns.get(column), values[column]);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(window).append(' ').append(key).append(includesEnd ? " (" : " [").append(start);
    text.append(',').append(end).append(includesEnd ? "] " : ") ");
    text.append(kind.text()).append(' ').append(revision);
    text.append(isRetraction ? " retraction" : "");
    Values.append(text, columns, values);
    return text.toString();
  }
}
