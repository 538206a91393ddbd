package io.tidemark.window;

import java.util.Arrays;

/**
 * The segments of an index, in pages: a segment is named by its address, the number of its page
 * and, in the lower bits, where it begins there. One writer: the table's.
 */
final class SegmentPages {
  /** The places of a segment, and their bits in an address. */
  static final int SEGMENT_BITS = 12;

  static final int SEGMENT = 1 << SEGMENT_BITS;

  /** The bits of an address below the number of the page. */
  static final int PAGE_BITS = 19;

  static final int IN_PAGE = (1 << PAGE_BITS) - 1;

  /** The most segments of a page: with its header it is just short of 2 MB, a region of G1's. */
  private static final int LARGEST = 127;

  /** Larger pages but for the largest would leave much of their regions unused. */
  private static final int HALF = 63;

  private static final int SMALLEST = 8;

  private static final int MOST_PAGES = 1 << (Integer.SIZE - 1 - PAGE_BITS);

  private static final int NONE = -1;

  private int[][] pages = new int[1][];

  /** By a segment's number, its address without the bits of a place: how many keys it has. */
  int[] keys = new int[0];

  /** How many places those stand behind their first ones, all together. */
  int[] steps = new int[0];

  /** The page that segments are taken from, and how many longs of it have been. */
  private int page;

  private int used;

  /** The segment given back last; in place of its steps, the one given back before it. */
  private int freed = NONE;

  private int taken;

  /** The pages, by number; taking a segment may replace the array. */
  int[][] pages() {
    return pages;
  }

  /** How many segments are in use. */
  int taken() {
    return taken;
  }

  /** Takes a segment, without keys. */
  int take() {
    int address = freed;
    if (address == NONE) {
      address = next();
    } else {
      freed = steps[address >>> SEGMENT_BITS];
    }
    taken++;
    empty(address);
    return address;
  }

  /** Takes all keys out of a segment. */
  void empty(int address) {
    int from = address & IN_PAGE;
    Arrays.fill(pages[address >>> PAGE_BITS], from, from + SEGMENT, 0);
    keys[address >>> SEGMENT_BITS] = 0;
    steps[address >>> SEGMENT_BITS] = 0;
  }

  /** Gives a segment back, without keys. */
  void free(int address) {
    empty(address);
    steps[address >>> SEGMENT_BITS] = freed;
    freed = address;
    taken--;
  }

  /** Takes back all segments, as they are, and keeps room for so many. */
  void clear(int kept) {
    page = 0;
    used = 0;
    freed = NONE;
    taken = 0;
    int room = 0;
    for (int i = 0; i < pages.length && pages[i] != null; i++) {
      if (room >= kept) {
        pages[i] = null;
      } else {
        room += pages[i].length / SEGMENT;
      }
    }
  }

  /** How many places there is room for. */
  long room() {
    long room = 0;
    for (int[] ofPage : pages) {
      room += ofPage == null ? 0 : ofPage.length;
    }
    return room;
  }

  private int next() {
    if (pages[page] != null && used == pages[page].length) {
      page++;
      used = 0;
      if (page == pages.length) {
        growPages();
      }
    }
    if (pages[page] == null) {
      pages[page] = new int[segmentsOfPage() * SEGMENT];
    }
    int address = (page << PAGE_BITS) + used;
    int number = address >>> SEGMENT_BITS;
    if (number >= keys.length) {
      int room = (page + 1 + page / 8) << (PAGE_BITS - SEGMENT_BITS);
      keys = Arrays.copyOf(keys, room);
      steps = Arrays.copyOf(steps, room);
    }
    used += SEGMENT;
    return address;
  }

  private void growPages() {
    if (page == MOST_PAGES) {
      throw new IllegalStateException("a table's index has room for " + taken + " segments");
    }
    pages = Arrays.copyOf(pages, Math.min(MOST_PAGES, page + 4 + page / 4));
  }

  /** A part of what there is, so that small indexes have not much to spare. */
  private int segmentsOfPage() {
    int wanted = Math.max(SMALLEST, taken / 2);
    return wanted >= LARGEST ? LARGEST : Math.min(wanted, HALF);
  }
}
