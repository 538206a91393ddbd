package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.time.SlotBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes events into the rows of their panes, see {@link PaneRows}, for all definitions that share
 * panes; a single one shares them with no other.
 *
 * <p>Each definition has panes of its own, which open and close as if it were alone; those of one
 * index have the same rows. A row has an event if any of the definitions counts it. Another one for
 * which the event is too late will not look at that row: the last of its windows that has the pane
 * has closed. One writer: the stage that runs the windows.
 */
final class PaneIntake {
  /** So few panes may be nearly empty. */
  private static final int FEW_PANES = 64;

  /** At least every so many keys are to be in a pane for its rows to lie at their numbers. */
  private static final int SPARSE = 4;

  /** Rows of closed panes kept for reuse beyond as many as are live. */
  private static final int POOLED = 16;

  private final RowCode code;

  /** The longs of a suffix. */
  private final int suffix;

  /** How many definitions share panes. */
  private final int definitions;

  final KeyNumbers numbers = new KeyNumbers();
  private final List<Panes> panes = new ArrayList<>();
  private final List<RunningTable> tables = new ArrayList<>();
  private final PaneSlots slots = new PaneSlots();

  /** Where the events at hand go: their panes' slots, to be set before they are taken. */
  final int[] slotOf = new int[SlotBatch.SIZE];

  /** Their keys' numbers, or their rows. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** How many rows the events taken last have made. */
  private int opened;

  /** Whether the event at hand has been taken. */
  private boolean isTaken;

  /** Rows in live panes, and how many of these there are. */
  private long liveRows;

  private int livePanes;

  private PaneRows[] pool = new PaneRows[POOLED];
  private int pooled;

  /**
   * No panes.
   *
   * @param code {@linkplain RowCode#counted counts}; the aggregates of all definitions
   */
  PaneIntake(RowCode code, int definitions) {
    this.code = code;
    this.suffix = code.notInvertible().width();
    this.definitions = definitions;
  }

  /**
   * One more definition, before the first event.
   *
   * @return its number among those that share panes
   */
  int add(Panes ofDefinition, RunningTable table) {
    numbers.addDefinition();
    panes.add(ofDefinition);
    tables.add(table);
    return panes.size() - 1;
  }

  /**
   * A definition has opened a pane: it gets the rows of the others' pane of this index, or new
   * ones. Decides where those are to lie, at numbers where most keys are in most panes.
   */
  void open(Pane pane) {
    PaneRows rows = rowsOfOthers(pane);
    if (rows == null) {
      rows = pooled == 0 ? new PaneRows(code, definitions) : pool[--pooled];
      livePanes++;
      boolean few = numbers.size() <= PaneRows.FEW && livePanes <= FEW_PANES;
      boolean dense = few || liveRows * SPARSE >= (long) numbers.size() * livePanes;
      rows.open(pane.index, dense ? numbers.size() : -1);
      slots.take(rows);
    }
    rows.users++;
    pane.rows = rows;
    pane.slot = rows.slot;
  }

  private PaneRows rowsOfOthers(Pane pane) {
    for (int n = 0; n < definitions; n++) {
      Pane other = panes.get(n).find(pane.index);
      if (other != null && other != pane) {
        return other.rows;
      }
    }
    return null;
  }

  /**
   * A definition has closed a pane.
   *
   * @return how many rows it had
   */
  int close(Pane pane) {
    PaneRows rows = pane.rows;
    pane.rows = null;
    int size = rows.size();
    if (--rows.users == 0) {
      liveRows -= size;
      livePanes--;
      rows.clear();
      slots.free(rows);
      keep(rows);
    }
    return size;
  }

  private void keep(PaneRows rows) {
    if (pooled < POOLED + livePanes) {
      if (pooled == pool.length) {
        pool = Arrays.copyOf(pool, pooled * 2);
      }
      pool[pooled++] = rows;
    }
  }

  /** Takes events whose slots are known and which count in all definitions. */
  void take(SlotBatch batch, int from, int to) {
    opened = 0;
    int next = from;
    while (next < to) {
      next = takeKnown(batch, next, to);
      if (next < to) {
        int number = makeRoom(batch.keys[next], next);
        for (int n = 0; n < definitions; n++) {
          tables.get(n).know(number);
          tables.get(n).noteUse(number, slots.pane(slotOf[next]).index);
        }
      }
    }
  }

  /** How many rows the events taken last have made. */
  int opened() {
    return opened;
  }

  /** An event comes that not all definitions may count. */
  void begin() {
    isTaken = false;
  }

  /**
   * Takes this event for the first definition that counts it, and gives it its place in the order
   * of keys of this one.
   *
   * @return whether the event made the row
   */
  boolean takeOne(int definition, SlotBatch batch, int i) {
    PaneRows rows = slots.pane(slotOf[i]);
    if (!isTaken) {
      isTaken = true;
      opened = 0;
      makeRoom(batch.keys[i], i);
      takeInRoom(batch, i);
    }
    int number = numbers.find(batch.keys[i]);
    tables.get(definition).know(number);
    tables.get(definition).noteUse(number, rows.index);
    return opened > 0;
  }

  private void takeInRoom(SlotBatch batch, int i) {
    PaneRows rows = slots.pane(slotOf[i]);
    rowOf[i] = rows.at(batch.keys[i], numbers.find(batch.keys[i]));
    count(code.addCounted(slots.arrays(), slotOf, rowOf, batch.values, batch.timestamps, i, i + 1));
  }

  /** Takes events up to the first one for which there is no room. */
  private int takeKnown(SlotBatch batch, int from, int to) {
    if (slots.haveTables()) {
      return takeMixed(batch, from, to);
    }
    int known = numbers.findAll(batch.keys, from, to, rowOf);
    long taken =
        code.addNumbered(
            slots.arrays(), slotOf, rowOf, batch.values, batch.timestamps, from, known);
    count((int) (taken >>> Integer.SIZE));
    return (int) taken;
  }

  /** The same where some panes have tables of their own. */
  private int takeMixed(SlotBatch batch, int from, int to) {
    int end = find(batch.keys, from, to);
    count(
        code.addCounted(slots.arrays(), slotOf, rowOf, batch.values, batch.timestamps, from, end));
    return end;
  }

  private int find(long[] eventKeys, int from, int to) {
    long[][] arrays = slots.arrays();
    KeyTable[] tableOf = slots.tables();
    int width = code.width();
    boolean allKnown = numbers.areAllKnownToAll();
    int i = from;
    for (; i < to; i++) {
      int slot = slotOf[i];
      KeyTable table = tableOf[slot];
      int number = table == null || !allKnown ? numbers.find(eventKeys[i]) : 0;
      if (number < 0 || (!allKnown && !numbers.isKnownToAll(number))) {
        break;
      }
      int at = table == null ? number * width : table.find(eventKeys[i]) + 1;
      if (at >= arrays[slot].length || (table != null && at == 0)) {
        break;
      }
      rowOf[i] = at;
    }
    return i;
  }

  private void count(int more) {
    opened += more;
    liveRows += more;
  }

  /**
   * Makes room for a row, where the pane's rows lie or in a table.
   *
   * @return the key's number
   */
  private int makeRoom(long key, int i) {
    PaneRows rows = slots.pane(slotOf[i]);
    int number = numbers.numberOf(key);
    if (rows.isNumbered() && rows.isTooSparseFor(number)) {
      rows.toTable(numbers, suffix);
      for (int n = 0; n < definitions; n++) {
        tables.get(n).noteUses(rows);
      }
    }
    if (rows.isNumbered()) {
      rows.makeRoomAt(number);
    } else if (rows.find(key, number) < 0) {
      rows.addFor(key, number);
    }
    slots.note(rows);
    return number;
  }
}
