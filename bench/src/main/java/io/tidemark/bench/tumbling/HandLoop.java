package io.tidemark.bench.tumbling;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;

/**
 * The yardstick: the whole job written by hand for this one workload, on one thread, with
 * everything known beforehand. Ratios "to hand" are to this loop.
 *
 * <p>What it may do and a general engine may not: its tables have their final size from the start
 * and never check for growth; window, bound, partitions and aggregates are constants; eight panes
 * are always enough; one multiplication is hash enough; results leave in the order of the table.
 *
 * <p>All panes lie in one {@code long[]}, pane {@code p} at {@code p & 7}. In a pane, open
 * addressing with linear probing over rows of (key, count, sum, min, max); a row with count 0 is
 * empty.
 */
final class HandLoop implements TumblingJob {

  private static final int PANES = 8;
  private static final int PANE_MASK = PANES - 1;
  private static final int WIDTH = 5;
  private static final int COUNT = 1;
  private static final int SUM = 2;
  private static final int MIN = 3;
  private static final int MAX = 4;

  /**
   * Events a call of {@link #process}: short enough for the JIT to compile the method, not the
   * loop.
   */
  private static final int BATCH = 4096;

  // The first pane that the stream can have. All panes from here to that of T0, and the one after
  // it, fit in.
  private static final long FIRST_PANE = (Workload.T0 - Workload.MAX_DELAY_MS) / Workload.WINDOW_MS;

  // 2^64 divided by the golden ratio, odd.
  private static final long FIBONACCI = 0x9E3779B97F4A7C15L;

  private final Workload workload;
  private final Digest digest = new Digest();
  private final long[] table;
  private final int slotMask;
  private final int hashShift;
  private final int paneLength;
  private final int[] paneSizes = new int[PANES];
  private final long[] newest = new long[Workload.PARTITIONS];
  private long firstOpen = FIRST_PANE;
  private long events;
  private long late;

  /**
   * Allocates all tables: 8 panes of 40 bytes times the next power of two above the number of keys.
   * With the keys of W1 and W2 that fills a table to 0.6; twice the slots were no faster, and more
   * memory.
   */
  HandLoop(Workload workload) {
    this.workload = workload;
    int slots = Integer.highestOneBit(workload.keys()) << 1;
    this.slotMask = slots - 1;
    this.hashShift = Long.numberOfLeadingZeros(slotMask);
    this.paneLength = slots * WIDTH;
    this.table = new long[Math.multiplyExact(PANES, paneLength)];
    Arrays.fill(newest, Long.MIN_VALUE + Workload.BOUND_MS);
  }

  @Override
  public Outcome advanceTo(long end) {
    while (events < end) {
      long to = Math.min(events + BATCH, end);
      process(events, to);
      events = to;
    }
    return digest.outcome(late);
  }

  @Override
  public Outcome finish() {
    fireUpTo(firstOpen + PANES);
    return digest.outcome(late);
  }

  private void process(long from, long to) {
    long open = firstOpen;
    long closesAt = (open + 1) * Workload.WINDOW_MS;
    for (long i = from; i < to; i++) {
      long draw = workload.draw(i);
      long timestamp = Workload.timestamp(i, draw);
      long pane = timestamp / Workload.WINDOW_MS;
      if (((pane - open) & -PANES) == 0) {
        update((int) pane & PANE_MASK, workload.key(draw), Workload.value(draw));
      } else {
        requireLate(pane, open);
        late++;
      }
      int partition = Workload.partition(i);
      if (timestamp > newest[partition]) {
        newest[partition] = timestamp;
        long watermark = watermark();
        if (watermark >= closesAt) {
          open = watermark / Workload.WINDOW_MS;
          closesAt = (open + 1) * Workload.WINDOW_MS;
          fireUpTo(open);
        }
      }
    }
  }

  private long watermark() {
    long[] n = newest;
    return Math.min(Math.min(n[0], n[1]), Math.min(n[2], n[3])) - Workload.BOUND_MS;
  }

  private static void requireLate(long pane, long open) {
    if (pane >= open) {
      throw new IllegalStateException(
          "pane "
              + pane
              + ", first open pane "
              + open
              + ": expected less than "
              + PANES
              + " apart");
    }
  }

  private void update(int place, long key, long value) {
    long[] t = table;
    int base = place * paneLength;
    int slot = (int) ((key * FIBONACCI) >>> hashShift);
    while (true) {
      int row = base + slot * WIDTH;
      long count = t[row + COUNT];
      if (count == 0) {
        insert(row, key, value);
        paneSizes[place]++;
        return;
      }
      if (t[row] == key) {
        t[row + COUNT] = count + 1;
        t[row + SUM] += value;
        if (value < t[row + MIN]) {
          t[row + MIN] = value;
        }
        if (value > t[row + MAX]) {
          t[row + MAX] = value;
        }
        return;
      }
      slot = (slot + 1) & slotMask;
    }
  }

  private void insert(int row, long key, long value) {
    long[] t = table;
    t[row] = key;
    t[row + COUNT] = 1;
    t[row + SUM] = value;
    t[row + MIN] = value;
    t[row + MAX] = value;
  }

  private void fireUpTo(long open) {
    for (long pane = firstOpen; pane < open; pane++) {
      int place = (int) pane & PANE_MASK;
      if (paneSizes[place] != 0) {
        fire(place, pane * Workload.WINDOW_MS);
        paneSizes[place] = 0;
      }
    }
    firstOpen = open;
  }

  private void fire(int place, long start) {
    long[] t = table;
    long end = start + Workload.WINDOW_MS;
    int last = (place + 1) * paneLength;
    for (int row = place * paneLength; row < last; row += WIDTH) {
      long count = t[row + COUNT];
      if (count != 0) {
        digest.add(t[row], start, end, count, t[row + SUM], t[row + MIN], t[row + MAX]);
        t[row + COUNT] = 0;
      }
    }
  }
}
