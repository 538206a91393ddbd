package io.tidemark.window;

import java.util.Arrays;

/**
 * Windows whose edges take long to work out, as those of a calendar do: each window or gap is
 * worked out when it is first met, and kept. In steady state nothing is allocated.
 *
 * <p>Cost: a comparison where the timestamp falls where the last one did, else a binary search; of
 * a new window some allocations. One writer: the stage that runs the windows.
 */
abstract class CachedEdges implements WindowEdges {
  /** The most windows and gaps that are kept: three years of days. Then it begins anew. */
  private static final int LIMIT = 1_024;

  private final long shift;

  /** What is known, in the order of time. */
  private long[] starts = new long[16];

  private long[] ends = new long[16];
  private long[] numbers = new long[16];
  private boolean[] gaps = new boolean[16];
  private int size;

  // What was found last.
  private long start;
  private long end;
  private long number;
  private boolean gap;

  /**
   * Nothing is known.
   *
   * @param includesEnd whether windows are (start, end]: then their events are those of [start + 1,
   *     end + 1)
   */
  CachedEdges(boolean includesEnd) {
    this.shift = includesEnd ? 1 : 0;
  }

  /** Works out where a timestamp falls, and says so by {@link #found}. */
  abstract void workOut(long timestamp);

  /** The timestamp falls into [start, end), a window of this number or a gap. */
  final void found(long newStart, long newEnd, long newNumber, boolean isGap) {
    start = newStart;
    end = newEnd;
    number = newNumber;
    gap = isGap;
  }

  /** The smallest timestamp, at least this one, whose window begins no earlier. */
  final long smallestTimestamp(long earliest) {
    workOut(earliest);
    return Math.max(gap ? earliest : end, Long.MIN_VALUE + 1) + shift;
  }

  /** The largest timestamp, at most this one, whose window ends no later. */
  final long largestTimestamp(long latest) {
    // What lies beyond 64 bits is told to be at its end, which no window reaches then.
    long last = Math.min(latest, Long.MAX_VALUE - 1);
    workOut(last);
    return (gap ? last : start - 1) + shift;
  }

  @Override
  public final boolean find(long timestamp) {
    long moment = timestamp - shift;
    if (moment < start || moment >= end) {
      look(moment);
    }
    return !gap;
  }

  @Override
  public final long index() {
    return number;
  }

  @Override
  public final long start() {
    return start + shift;
  }

  @Override
  public final long end() {
    return end + shift;
  }

  private void look(long moment) {
    int place = Arrays.binarySearch(starts, 0, size, moment);
    int at = place < 0 ? -place - 2 : place;
    if (at >= 0 && moment < ends[at]) {
      found(starts[at], ends[at], numbers[at], gaps[at]);
    } else {
      workOut(moment);
      keep(at + 1);
    }
  }

  private void keep(int place) {
    if (size == LIMIT) {
      size = 0;
      keep(0);
      return;
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
      numbers = Arrays.copyOf(numbers, size * 2);
      gaps = Arrays.copyOf(gaps, size * 2);
    }
    int behind = size - place;
    System.arraycopy(starts, place, starts, place + 1, behind);
    System.arraycopy(ends, place, ends, place + 1, behind);
    System.arraycopy(numbers, place, numbers, place + 1, behind);
    System.arraycopy(gaps, place, gaps, place + 1, behind);
    starts[place] = start;
    ends[place] = end;
    numbers[place] = number;
    gaps[place] = gap;
    size++;
  }
}
