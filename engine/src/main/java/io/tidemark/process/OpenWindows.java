package io.tidemark.process;

import io.tidemark.window.KeyTable;
import java.util.Arrays;

/**
 * Windows with events that have not been handed out, by their ends, in order. Few are open at a
 * time, and nearly all events are in the last of them. Tables are used again. One writer: the stage
 * that runs the processes.
 */
final class OpenWindows {
  private final int stride;
  private long[] ends = new long[4];

  /** The open windows' tables, then spare ones. */
  private KeyTable[] tables = new KeyTable[4];

  private int size;

  OpenWindows(int stride) {
    this.stride = stride;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The end of the first one; there is one. */
  long firstEnd() {
    return ends[0];
  }

  /** The table of the first one; there is one. */
  KeyTable first() {
    return tables[0];
  }

  /** Closes the first one. */
  void removeFirst() {
    KeyTable table = tables[0];
    table.clear();
    size--;
    System.arraycopy(ends, 1, ends, 0, size);
    System.arraycopy(tables, 1, tables, 0, size);
    tables[size] = table;
  }

  /** The table of the window that ends here; it is opened if it is not open. */
  KeyTable at(long end) {
    int last = size - 1;
    int place = last >= 0 && ends[last] == end ? last : Arrays.binarySearch(ends, 0, size, end);
    if (place < 0) {
      place = -place - 1;
      insert(place, end);
    }
    return tables[place];
  }

  private void insert(int place, long end) {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      tables = Arrays.copyOf(tables, 2 * size);
    }
    KeyTable table = tables[size] == null ? new KeyTable(stride) : tables[size];
    System.arraycopy(ends, place, ends, place + 1, size - place);
    System.arraycopy(tables, place, tables, place + 1, size - place);
    ends[place] = end;
    tables[place] = table;
    size++;
  }
}
