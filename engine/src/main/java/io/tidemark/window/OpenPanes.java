package io.tidemark.window;

import java.math.BigInteger;

/**
 * Live panes side by side of which no window has fired: nearly all events fall among them, and find
 * their pane's slot by a multiplication. It grows by its neighbours and starts anew at a pane
 * elsewhere; events of other panes have to be looked for.
 *
 * <p>The multiplication is an exact division by the slide (T. Granlund, P. Montgomery, Division by
 * Invariant Integers using Multiplication, PLDI 1994): some 5 ns faster than one. One writer: the
 * stage that runs the windows.
 */
final class OpenPanes {
  /** So many bits a distance from the beginning may have. */
  private static final int BITS = 60;

  /** Longer slides are divided by where they are looked for: few panes are live then. */
  private static final long LONGEST_SLIDE = 1L << 57;

  private static final int MOST = 1 << 24;

  private final SlidingAssigner assigner;
  private final Panes panes;
  private final long slide;
  private final int shift;
  private final long rest;
  private final long multiplier;
  private final int multiplierShift;

  /** The most panes. */
  private final long limit;

  /** The index of the first pane, and how many there are. */
  private long first;

  private int count;

  /** Where the slide begins that has the first pane, and whether that is its second one. */
  private long start;

  private int second;

  /** The length of all slides that have any of the panes. */
  private long length;

  /** The panes' slots, at index &amp; mask. */
  private int[] slots = new int[64];

  private int mask = slots.length - 1;

  OpenPanes(SlidingAssigner assigner, Panes panes) {
    this.assigner = assigner;
    this.panes = panes;
    this.slide = assigner.slide();
    this.shift = assigner.panesPerSlide() - 1;
    this.rest = assigner.rest();
    this.limit = slide > LONGEST_SLIDE ? 0 : Math.min(MOST, (1L << (BITS - 1)) / slide);
    int log = Long.SIZE - Long.numberOfLeadingZeros(slide - 1);
    this.multiplierShift = log;
    this.multiplier = limit == 0 ? 0 : ceilingOfPowerOver(BITS + log, slide) << 2;
  }

  private static long ceilingOfPowerOver(int power, long divisor) {
    BigInteger by = BigInteger.valueOf(divisor);
    BigInteger rounded = BigInteger.ONE.shiftLeft(power).add(by).subtract(BigInteger.ONE);
    return rounded.divide(by).longValueExact();
  }

  /**
   * Finds the slots of the events' panes.
   *
   * @param slotOf takes them, at the events' places
   * @return the place of the first event whose pane is not one of these, at least {@code from}
   */
  int find(long[] timestamps, int from, int to, int[] slotOf) {
    return shift == 0
        ? findWhole(timestamps, from, to, slotOf)
        : findHalves(timestamps, from, to, slotOf);
  }

  /**
   * How far events fall into these panes, where a slide is one pane.
   *
   * @return the place of the first event whose pane is not one of these, at least {@code from}
   */
  int covered(long[] timestamps, int from, int to) {
    long begin = start;
    long end = length;
    int i = from;
    while (i < to && Long.compareUnsigned(timestamps[i] - begin, end) < 0) {
      i++;
    }
    return i;
  }

  private int findWhole(long[] timestamps, int from, int to, int[] slotOf) {
    int[] slotAt = slots;
    int last = mask;
    int begin = (int) first;
    int i = from;
    for (; i < to; i++) {
      long distance = timestamps[i] - start;
      if (distance < 0 || distance >= length) {
        break;
      }
      slotOf[i] = slotAt[(begin + slides(distance)) & last];
    }
    return i;
  }

  private int findHalves(long[] timestamps, int from, int to, int[] slotOf) {
    int[] slotAt = slots;
    int last = mask;
    int begin = (int) first;
    int i = from;
    for (; i < to; i++) {
      long distance = timestamps[i] - start;
      if (distance < 0 || distance >= length) {
        break;
      }
      int slides = slides(distance);
      int pane = 2 * slides + (distance - slides * slide < rest ? 0 : 1) - second;
      if (pane < 0 || pane >= count) {
        break;
      }
      slotOf[i] = slotAt[(begin + pane) & last];
    }
    return i;
  }

  private int slides(long distance) {
    return (int) (Math.multiplyHigh(distance << 2, multiplier) >> multiplierShift);
  }

  /**
   * A pane has been opened of which no window has fired.
   *
   * @param watermark up to which windows have fired
   */
  void add(Pane pane, long watermark) {
    long index = pane.index;
    if (count > 0 && index - first == count) {
      append(pane);
    } else if (limit > 0) {
      first = index;
      count = 0;
      append(pane);
      Pane before = panes.find(first - 1);
      while (before != null
          && before.index < index
          && before.firstFiresAt > watermark
          && count < limit) {
        first--;
        put(before);
        before = panes.find(first - 1);
      }
    }
    Pane next = panes.find(first + count);
    while (next != null && next.index > index && count < limit) {
      append(next);
      next = panes.find(first + count);
    }
    measure();
  }

  private void append(Pane pane) {
    if (count < limit) {
      put(pane);
    }
  }

  private void put(Pane pane) {
    count++;
    if (count > slots.length) {
      grow();
    }
    slots[(int) pane.index & mask] = pane.slot;
  }

  private void grow() {
    int[] old = slots;
    int oldMask = mask;
    slots = new int[old.length * 2];
    mask = slots.length - 1;
    for (int n = 0; n <= old.length; n++) {
      int at = (int) first + n;
      slots[at & mask] = old[at & oldMask];
    }
  }

  /** Windows with all panes up to this one have fired. */
  void fired(long pane) {
    if (count > 0 && pane >= first) {
      long gone = pane - first + 1;
      count = gone > 0 && gone < count ? count - (int) gone : 0;
      first += gone;
      measure();
    }
  }

  private void measure() {
    if (count == 0) {
      length = 0;
      return;
    }
    long firstSlide = first >> shift;
    long lastSlide = (first + (count - 1)) >> shift;
    start = assigner.start(firstSlide);
    second = (int) (first - (firstSlide << shift));
    length = (lastSlide - firstSlide + 1) * slide;
  }
}
