package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.SlotBatch;

/**
 * Count windows. A key has one row: the part under way, and the parts of the window before it in a
 * ring, held as two stacks (see {@link CountRows}).
 *
 * <p>They know no time: no event is late, until time ends and all is forgotten. The cost of an
 * event is a look-up and an addition, of a part some merges, amortised, whatever the size; the
 * memory of a key is {@link CountShape#parts} states, for ever. One writer: the stage that runs the
 * windows.
 */
final class CountOperator extends WindowOperator {
  private final CountRows rows;
  private final long size;

  /** Where the rows of the events at hand begin, and the states of their parts. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  private final int[] stateOf = new int[SlotBatch.SIZE];

  CountOperator(OperatorSetup setup, CountShape shape) {
    super(setup, false);
    this.size = shape.size();
    this.rows = new CountRows(code, shape);
  }

  /** Quiet are events of which so many do not bring their key to the end of a part. */
  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    int i = from;
    while (i < to) {
      int at = rows.find(batch.keys[i]);
      if (at < 0 || !rows.isCounting(at) || rows.left(at) <= to - from) {
        break;
      }
      rowOf[i] = at;
      stateOf[i++] = rows.part(at);
    }
    return i;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    for (int i = from; i < to; i++) {
      rows.count(rowOf[i]);
    }
    code.addAll(rows.array(), stateOf, 0, batch.values, batch.timestamps, from, to);
  }

  @Override
  int take(SlotBatch batch, int i) {
    if (batch.judgedBy[i] == Long.MAX_VALUE) {
      missedWindows = 1;
      return TOO_LATE;
    }
    int at = rows.find(batch.keys[i]);
    if (at < 0) {
      at = rows.add(batch.keys[i]);
      counters.openedRows.increment();
    }
    boolean counts = rows.isCounting(at);
    rows.count(at);
    if (counts) {
      stateOf[i] = rows.part(at);
      code.addAll(rows.array(), stateOf, 0, batch.values, batch.timestamps, i, i + 1);
    }
    if (rows.left(at) == 0 && rows.endPart(at)) {
      long seen = rows.seen(at);
      emitWithoutTimes(rows.window(at), 0, Math.max(seen - size, 0), seen, FiringKind.ON_TIME);
    }
    return counts ? COUNTED : UNASSIGNED;
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    return batch.judgedBy[i] == Long.MAX_VALUE || rows.find(batch.keys[i]) >= 0 ? 0 : 1;
  }

  @Override
  boolean tryOut(SlotBatch batch, int i) {
    int at = rows.find(batch.keys[i]);
    if (at < 0) {
      copyOfState(null, 0);
      addToCopy(batch, i);
    } else if (rows.isCounting(at)) {
      copyOfState(rows.array(), rows.part(at) - stateAt);
      addToCopy(batch, i);
    }
    return true;
  }

  @Override
  long nextFiring() {
    return NEVER;
  }

  @Override
  void fireNext() {
    throw new IllegalStateException("time does not make count windows fire");
  }

  @Override
  void closeUpTo(long watermark) {
    if (watermark == Long.MAX_VALUE) {
      counters.closedRows.add(rows.size());
      rows.clear();
    }
  }

  @Override
  long nextClosing() {
    return NEVER;
  }
}
