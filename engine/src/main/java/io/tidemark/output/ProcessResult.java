package io.tidemark.output;

import io.tidemark.aggregate.Column;
import java.util.List;

/**
 * One row that a process function emitted. A flyweight, valid during the call that hands it out.
 */
public final class ProcessResult {
  private final String process;
  private final int processIndex;
  private final String output;
  private final int outputIndex;
  private final List<Column> columns;
  private final long[] values;

  private long key;
  private long timestamp;

  /** For the engine: a flyweight for the rows of one output of one process definition. */
  public ProcessResult(
      String process, int processIndex, String output, int outputIndex, List<Column> columns) {
    this.process = process;
    this.processIndex = processIndex;
    this.output = output;
    this.outputIndex = outputIndex;
    this.columns = List.copyOf(columns);
    this.values = new long[columns.size()];
  }

  /** For the engine: points the flyweight at a row, one long a column, as raw bits. */
  public ProcessResult wrap(long newKey, long newTimestamp, long[] rows, int at) {
    key = newKey;
    timestamp = newTimestamp;
    System.arraycopy(rows, at, values, 0, values.length);
    return this;
  }

  /** The process definition. */
  public String process() {
    return process;
  }

  /** That definition's place among the job's process definitions, from 0. */
  public int processIndex() {
    return processIndex;
  }

  /** The output's name. */
  public String output() {
    return output;
  }

  /** That output's place in its definition, from 0. */
  public int outputIndex() {
    return outputIndex;
  }

  /** The key. */
  public long key() {
    return key;
  }

  /**
   * The timestamp of the event for which it was emitted, in the job's unit; or what the timer was
   * registered for, which of a processing-time timer is in ns since the epoch.
   */
  public long timestamp() {
    return timestamp;
  }

  /** The columns, in the order in which the definition names them. */
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
    text.append(process).append('.').append(output).append(' ').append(key).append(" @");
    text.append(timestamp);
    Values.append(text, columns, values);
    return text.toString();
  }
}
