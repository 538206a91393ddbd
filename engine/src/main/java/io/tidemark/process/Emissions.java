package io.tidemark.process;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.ColumnType;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResult;
import io.tidemark.output.ProcessResultHandler;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that one call of a process function emits, kept until it has returned. One writer: the
 * stage that runs the processes.
 */
final class Emissions {
  private final ProcessResultHandler handler;
  private final ProcessCounters counters;
  private final Row[] outputs;

  /** What was emitted: the number of the output, then its columns. */
  private long[] rows = new long[16];

  private int end;

  Emissions(
      String process,
      int processIndex,
      List<ProcessDefinition.Output> outputs,
      ProcessResultHandler handler,
      ProcessCounters counters) {
    this.handler = handler;
    this.counters = counters;
    this.outputs = new Row[outputs.size()];
    for (int i = 0; i < this.outputs.length; i++) {
      ProcessDefinition.Output output = outputs.get(i);
      this.outputs[i] =
          new Row(i, new ProcessResult(process, processIndex, output.name(), i, output.columns()));
    }
  }

  ProcessOutput output(int number) {
    if (number < 0 || number >= outputs.length) {
      throw new IllegalArgumentException(
          "output " + number + "; expected 0 to " + (outputs.length - 1));
    }
    return outputs[number];
  }

  /** Forgets what was emitted or begun. */
  void discard() {
    end = 0;
    for (Row output : outputs) {
      output.reset();
    }
  }

  /** Hands out what was emitted, in its order. */
  void handOut(long key, long timestamp) {
    int all = end;
    end = 0;
    for (int at = 0; at < all; ) {
      Row output = outputs[(int) rows[at++]];
      counters.outputs.increment();
      handler.onResult(output.result.wrap(key, timestamp, rows, at));
      at += output.values.length;
    }
    // What a function began and did not emit is not for its next call.
    for (Row output : outputs) {
      output.reset();
    }
  }

  private void add(int output, long[] values) {
    int needed = end + 1 + values.length;
    if (needed > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(needed, 2 * rows.length));
    }
    rows[end] = output;
    System.arraycopy(values, 0, rows, end + 1, values.length);
    end = needed;
  }

  private final class Row implements ProcessOutput {
    private final int number;
    private final ProcessResult result;
    private final List<Column> columns;
    private final long[] values;
    private boolean begun;

    Row(int number, ProcessResult result) {
      this.number = number;
      this.result = result;
      this.columns = result.columns();
      this.values = new long[columns.size()];
    }

    @Override
    public ProcessOutput setLong(int column, long value) {
      check(column, false);
      values[column] = value;
      begun = true;
      return this;
    }

    @Override
    public ProcessOutput setDouble(int column, double value) {
      check(column, true);
      values[column] = Double.doubleToRawLongBits(value);
      begun = true;
      return this;
    }

    @Override
    public void emit() {
      add(number, values);
      reset();
    }

    void reset() {
      if (begun) {
        Arrays.fill(values, 0);
        begun = false;
      }
    }

    private void check(int column, boolean asDouble) {
      if (column < 0 || column >= values.length) {
        throw new IllegalArgumentException(
            "column "
                + column
                + "; output "
                + result.output()
                + " has "
                + values.length
                + ", numbered from 0");
      }
      Column type = columns.get(column);
      if ((type.type() == ColumnType.DOUBLE) != asDouble) {
        throw new IllegalArgumentException("column " + type.name() + " is a " + type.type());
      }
    }
  }
}
