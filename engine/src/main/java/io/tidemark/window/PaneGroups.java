package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * The events of a batch, sorted by their panes: where panes meet, events alternate between them,
 * and taken pane by pane they go through the same short loops as those of a single pane. Stable, so
 * each pane gets its events in their order.
 *
 * <p>Where only two panes meet, nearly always, one comparison an event tells which, without a
 * branch, which would be a coin's toss; more are told apart by a counting sort. Cost: O(events +
 * panes from the first to the last met). One writer: the stage that runs the windows.
 */
final class PaneGroups {
  /** How many panes side by side can be told apart: no stretch of open ones is longer. */
  static final int LIMIT = SlotBatch.SIZE;

  /** How many places there are for events: two groups of a whole batch. */
  static final int PLACES = 2 * SlotBatch.SIZE;

  private final long paneSize;
  private final int width;
  private final int[] groupOf = new int[SlotBatch.SIZE];

  /** Where the next event of each group goes; once sorted, where the group ends. */
  private final int[] ends = new int[LIMIT];

  private final int[] starts = new int[LIMIT];

  /** The events, group by group. */
  final long[] keys = new long[PLACES];

  final long[] timestamps = new long[PLACES];
  final long[] values;

  PaneGroups(long paneSize, int valuesPerEvent) {
    this.paneSize = paneSize;
    this.width = valuesPerEvent;
    this.values = new long[PLACES * valuesPerEvent];
  }

  /**
   * Sorts events into {@code count} panes, the first of which begins at {@code start} and ends at
   * {@code firstEnd}. They may differ in size where there are two.
   *
   * @param from the place of the first event; up to {@code to} all fall among these panes
   */
  void sort(SlotBatch batch, int from, int to, long start, long firstEnd, int count) {
    if (count == 2) {
      split(batch, from, to, firstEnd);
    } else {
      number(batch, from, to, start, count);
      distribute(batch, from, to);
    }
  }

  /** Where a pane's events begin. */
  int start(int group) {
    return starts[group];
  }

  /** Where they end. */
  int end(int group) {
    return ends[group];
  }

  private void split(SlotBatch batch, int from, int to, long boundary) {
    int older = 0;
    int newer = 0;
    for (int i = from; i < to; i++) {
      long timestamp = batch.timestamps[i];
      int isNewer = timestamp < boundary ? 0 : 1;
      int at = timestamp < boundary ? older : SlotBatch.SIZE + newer;
      newer += isNewer;
      older += 1 - isNewer;
      copy(batch, i, at);
    }
    starts[0] = 0;
    ends[0] = older;
    starts[1] = SlotBatch.SIZE;
    ends[1] = SlotBatch.SIZE + newer;
  }

  private void number(SlotBatch batch, int from, int to, long start, int count) {
    for (int g = 0; g < count; g++) {
      ends[g] = 0;
    }
    for (int i = from; i < to; i++) {
      int group = (int) ((batch.timestamps[i] - start) / paneSize);
      groupOf[i] = group;
      ends[group]++;
    }
    int next = 0;
    for (int g = 0; g < count; g++) {
      starts[g] = next;
      next += ends[g];
      ends[g] = starts[g];
    }
  }

  private void distribute(SlotBatch batch, int from, int to) {
    for (int i = from; i < to; i++) {
      copy(batch, i, ends[groupOf[i]]++);
    }
  }

  private void copy(SlotBatch batch, int i, int at) {
    keys[at] = batch.keys[i];
    timestamps[at] = batch.timestamps[i];
    for (int v = 0; v < width; v++) {
      values[at * width + v] = batch.values[i * width + v];
    }
  }
}
