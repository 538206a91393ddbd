package io.tidemark.window;

import io.tidemark.time.Durations;

/**
 * The arithmetic of sliding windows: window k is [offset + k × slide, offset + k × slide + size),
 * and panes are the slices between neighbouring edges of windows.
 *
 * <p>Where the slide divides the size, starts and ends fall together and a slide is one pane; else
 * it is two: one up to the end of an older window, one from there on.
 *
 * <pre>
 *   size 5, slide 3       0   2 3   5 6   8 9
 *   window 0              |---------|
 *   window 1                    |---------|
 *   panes                 | 0 |1| 2 |3| 4 |5|      window k = panes 2k to 2k + 2
 * </pre>
 *
 * <p>Where the slide is larger than the size, the second pane of a slide is a gap that belongs to
 * no window. All is floor division, right for negative timestamps and up to the ends of long: a
 * product may wrap around on the way to a sum that fits.
 */
final class SlidingAssigner implements WindowAssigner {
  /** Smaller timestamps, multiplied as doubles, are at most one slide off. */
  private static final long EXACT = 1L << 51;

  private final long size;
  private final long slide;

  /** The offset and the boundary's shift brought into 0 to slide - 1: the same windows. */
  private final long offset;

  private final long boundaryShift;

  /** How far into a slide an older window ends; 0 where slides begin there too. */
  private final long rest;

  /** 1 where a slide is two panes, else 0: the number of a slide is its first pane's shifted. */
  private final int shift;

  private final long panesPerWindow;

  /** A multiplication is some 5 ns faster than a division. */
  private final double slidesPerUnit;

  /**
   * Windows of this size, one a slide.
   *
   * @param boundaryShift 0 for [start, end), 1 for (start, end]: its events are those of [start +
   *     1, end + 1)
   */
  SlidingAssigner(long size, long slide, long offset, long boundaryShift) {
    this.size = size;
    this.slide = slide;
    this.offset = Math.floorMod(Math.floorMod(offset, slide) + boundaryShift, slide);
    this.boundaryShift = boundaryShift;
    this.rest = size % slide;
    this.shift = rest == 0 ? 0 : 1;
    this.slidesPerUnit = 1.0 / slide;
    this.panesPerWindow = ((size / slide) << shift) + shift;
  }

  /** From the start of a window to that of the next one. */
  long slide() {
    return slide;
  }

  /** How far into a slide its second pane begins; 0 where it has but one. */
  long rest() {
    return rest;
  }

  /** How many panes a slide has. */
  int panesPerSlide() {
    return 1 << shift;
  }

  /** The pane of a timestamp. */
  long pane(long timestamp) {
    long quotient =
        timestamp > -EXACT && timestamp < EXACT
            ? (long) (timestamp * slidesPerUnit)
            : Math.floorDiv(timestamp, slide);
    long into = timestamp - quotient * slide - offset;
    while (into < 0) {
      quotient--;
      into += slide;
    }
    while (into >= slide) {
      quotient++;
      into -= slide;
    }
    return shift == 0 ? quotient : (quotient << 1) + (into < rest ? 0 : 1);
  }

  /**
   * Whether the pane belongs to no window. Asked before all else: the first window of a gap that is
   * the last pane of all would wrap around.
   */
  boolean isGap(long pane) {
    return size < slide && (pane & 1) != 0;
  }

  /** The first window that has the pane. */
  long oldestWindow(long pane) {
    return (pane - panesPerWindow + 1 + shift) >> shift;
  }

  /** The last window that has the pane. */
  long newestWindow(long pane) {
    return pane >> shift;
  }

  /** The window's first pane. */
  long firstPane(long window) {
    return window << shift;
  }

  /** The window's last pane. */
  long lastPane(long window) {
    return (window << shift) + (panesPerWindow - 1);
  }

  /** The window's first timestamp. */
  long start(long window) {
    return offset + window * slide;
  }

  /** The window's last timestamp: it fires at this watermark, or so much later. */
  long last(long window) {
    return start(window) + (size - 1);
  }

  /** The first timestamp behind the window. */
  long end(long window) {
    return last(window) + 1;
  }

  /** The first of these windows whose end - 1 and so much more lies beyond the watermark. */
  long firstBeyond(long watermark, long from, long behind, long more) {
    long low = from;
    long high = behind;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (Durations.saturatedAdd(last(middle), more) <= watermark) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public int most() {
    return Math.toIntExact(size / slide + shift);
  }

  @Override
  public int assign(long timestamp, long[] starts, long[] ends) {
    long pane = pane(timestamp);
    long oldest = oldestWindow(pane);
    int count = (int) (newestWindow(pane) - oldest + 1);
    for (int n = 0; n < count; n++) {
      starts[n] = start(oldest + n);
      ends[n] = starts[n] + size;
    }
    return count;
  }

  /** The smallest timestamp whose windows all fit in 64 bits; the smallest long is no timestamp. */
  long smallestTimestamp() {
    long least = Long.MIN_VALUE + boundaryShift;
    long ahead = Math.floorMod(offset - Math.floorMod(least, slide), slide);
    return Long.MIN_VALUE + Math.max(ahead + (size - slide) + boundaryShift, 1);
  }

  /** The largest timestamp whose windows all fit in 64 bits. */
  long largestTimestamp() {
    long beyondStart = Math.floorMod(Math.floorMod(Long.MAX_VALUE, slide) - offset, slide);
    long lastEnd = Long.MAX_VALUE - Math.floorMod(beyondStart - rest, slide);
    return Durations.saturatedAdd(lastEnd - 1, slide - size);
  }
}
