package io.tidemark.bench.sliding;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;

/**
 * Sliding windows by hand, for this stream only: one thread, panes of rows at the ordinals of the
 * keys, no look-up, nothing kept behind the watermark, results in no order. The ways to come from
 * window to window that were weighed against each other; see docs/decisions/003.
 */
final class HandSliding {
  private static final int WIDTH = 4;
  private static final int MIN = 2;
  private static final int MAX = 3;

  private final Workload workload;
  private final Way way;
  private final long sizeMs;
  private final long slideMs;
  private final int panesPerWindow;
  private final long[] empty;
  private final long[][] panes;

  /** For each pane of the front: the rows of it and the panes of the front behind it, merged. */
  private final long[][] suffixes;

  /** All held panes; of min and max, those behind the front. */
  private final long[] running;

  private final Digest digest = new Digest();
  private final long[] watermarks = new long[Workload.PARTITIONS];

  /** The next window, which begins with the pane of this number. */
  private long next;

  /** Behind the last pane that is in the running rows, and behind the front. */
  private long heldEnd;

  private long frontEnd;
  private long events;
  private long late;
  private long longestFireNs;

  HandSliding(Workload workload, Shape shape, Way way) {
    this.workload = workload;
    this.way = way;
    this.sizeMs = shape.sizeMs;
    this.slideMs = shape.slideMs;
    if (sizeMs % slideMs != 0) {
      throw new IllegalArgumentException(shape + ": the slide does not divide the size");
    }
    this.panesPerWindow = (int) (sizeMs / slideMs);
    int width = WIDTH * workload.keys();
    this.empty = new long[width];
    for (int row = 0; row < width; row += WIDTH) {
      empty[row + MIN] = Long.MAX_VALUE;
      empty[row + MAX] = Long.MIN_VALUE;
    }
    int open = (int) ((Workload.BOUND_MS + Workload.MAX_DELAY_MS) / slideMs) + 2;
    int room = Integer.highestOneBit(panesPerWindow + open) * 2;
    this.panes = new long[room][];
    this.suffixes = new long[room][];
    for (int p = 0; p < room; p++) {
      panes[p] = empty.clone();
      suffixes[p] = way == Way.TWO_STACKS ? empty.clone() : empty;
    }
    this.running = empty.clone();
    Arrays.fill(watermarks, Long.MIN_VALUE);
    this.next = (Workload.T0 - Workload.MAX_DELAY_MS - sizeMs) / slideMs;
    this.heldEnd = next;
    this.frontEnd = next;
  }

  /** Takes the events up to number {@code end}, exclusive, and says the outcome so far. */
  Outcome advanceTo(long end) {
    longestFireNs = 0;
    while (events < end) {
      accept(events++);
    }
    return digest.outcome(late);
  }

  /** Ends the stream: all windows fire. */
  Outcome finish() {
    long last = Workload.baseTime(events) / slideMs;
    while (next <= last) {
      fire();
    }
    return digest.outcome(late);
  }

  /** The longest time that a window took since the last advance began. */
  long longestFireNs() {
    return longestFireNs;
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw);
    long pane = timestamp / slideMs;
    if (pane < next) {
      late++;
    } else {
      int row = WIDTH * workload.keyOrdinal(draw);
      long value = Workload.value(draw);
      add(panes[place(pane)], row, 1, value, value, value);
      if (pane < heldEnd && way != Way.RECOMBINE) {
        addToHeld(pane, row, value);
      }
    }
    int partition = Workload.partition(i);
    watermarks[partition] = Math.max(watermarks[partition], timestamp - Workload.BOUND_MS);
    long watermark = watermark();
    while (watermark != Long.MIN_VALUE && next * slideMs + sizeMs <= watermark) {
      long start = System.nanoTime();
      fire();
      longestFireNs = Math.max(longestFireNs, System.nanoTime() - start);
    }
  }

  private long watermark() {
    long least = watermarks[0];
    for (long each : watermarks) {
      least = Math.min(least, each);
    }
    return least;
  }

  private int place(long pane) {
    return (int) pane & (panes.length - 1);
  }

  private static void add(long[] rows, int row, long count, long sum, long min, long max) {
    rows[row] += count;
    rows[row + 1] += sum;
    rows[row + MIN] = Math.min(rows[row + MIN], min);
    rows[row + MAX] = Math.max(rows[row + MAX], max);
  }

  private static void addAll(long[] rows, long[] from) {
    for (int row = 0; row < rows.length; row += WIDTH) {
      add(rows, row, from[row], from[row + 1], from[row + MIN], from[row + MAX]);
    }
  }

  private void addToHeld(long pane, int row, long value) {
    boolean front = pane < frontEnd;
    long min = front ? Long.MAX_VALUE : value;
    long max = front ? Long.MIN_VALUE : value;
    add(running, row, 1, value, min, max);
    for (long p = pane; front && p >= next; p--) {
      add(suffixes[place(p)], row, 0, 0, value, value);
    }
  }

  private void fire() {
    long start = next * slideMs;
    if (way == Way.RECOMBINE) {
      System.arraycopy(empty, 0, running, 0, empty.length);
      for (long p = next; p < next + panesPerWindow; p++) {
        addAll(running, panes[place(p)]);
      }
      emit(start, empty);
    } else {
      for (; heldEnd < next + panesPerWindow; heldEnd++) {
        addAll(running, panes[place(heldEnd)]);
      }
      emit(start, next < frontEnd ? suffixes[place(next)] : empty);
      if (way == Way.TWO_STACKS && next >= frontEnd) {
        flip();
      }
      subtract(panes[place(next)]);
    }
    System.arraycopy(empty, 0, panes[place(next)], 0, empty.length);
    next++;
  }

  private void emit(long start, long[] front) {
    boolean extremes = way != Way.SUBTRACT;
    for (int row = 0; row < running.length; row += WIDTH) {
      if (running[row] != 0) {
        digest.add(
            Workload.keyOf(row / WIDTH),
            start,
            start + sizeMs,
            running[row],
            running[row + 1],
            extremes ? Math.min(running[row + MIN], front[row + MIN]) : 0,
            extremes ? Math.max(running[row + MAX], front[row + MAX]) : 0);
      }
    }
  }

  private void flip() {
    long[] behind = empty;
    for (long p = heldEnd - 1; p >= next; p--) {
      long[] suffix = suffixes[place(p)];
      System.arraycopy(panes[place(p)], 0, suffix, 0, suffix.length);
      addAll(suffix, behind);
      behind = suffix;
    }
    frontEnd = heldEnd;
    for (int row = 0; row < running.length; row += WIDTH) {
      running[row + MIN] = Long.MAX_VALUE;
      running[row + MAX] = Long.MIN_VALUE;
    }
  }

  private void subtract(long[] from) {
    for (int row = 0; row < running.length; row += WIDTH) {
      running[row] -= from[row];
      running[row + 1] -= from[row + 1];
    }
  }
}
