package io.tidemark.process;

/**
 * A set of timers (key, time), in the order of their times and then of their registration.
 *
 * <p>An indexed 4-ary heap (d-ary heap: Johnson 1975) over arrays of primitives, beside an
 * open-addressed index from (key, time) to the timer's slot, by which a timer is found to be there
 * already or to be deleted. The four children of a place lie in one cache line.
 *
 * <pre>
 *   index ──► slot ──► key, time, place in the heap        heap ──► time, order, slot
 * </pre>
 *
 * <p>{@code bench/run process} measures it beside hierarchical timer wheels; docs/decisions/010
 * says why it is not those. Cost: registering and deleting O(log n), registering what comes last
 * O(1); taking the first O(log n). Growing copies all; so does shrinking, which waits until few
 * timers have been live for long: crowds that come and go allocate nothing. One writer: the stage
 * that runs the processes.
 */
public final class Timers {
  private static final int SMALLEST = 16;

  /** The largest number of timers: an index of twice as many places is an array's limit. */
  private static final int LARGEST = 1 << 29;

  /** 2^64 divided by the golden ratio, odd. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  /** From the finaliser of Austin Appleby's MurmurHash3 (public domain). */
  private static final long MULTIPLIER = 0xc4ceb9fe1a85ec53L;

  // The heap, by place.
  private long[] heapTimes;
  private long[] heapOrders;
  private int[] heapSlots;
  private int size;

  // By slot.
  private long[] keys;
  private long[] times;

  /** Where in the heap; of a free slot the next free one, or -1. */
  private int[] places;

  private int firstFree;

  /** The slot of the timer at each place, + 1; 0 where there is none. */
  private int[] index;

  private int mask;
  private int shift;

  private long nextOrder;

  /** How many timers have been registered since an eighth of the capacity was last in use. */
  private int sinceCrowd;

  /** No timers. */
  public Timers() {
    allocate(SMALLEST);
    linkFree();
  }

  /** How many timers there are. */
  public int size() {
    return size;
  }

  /** For how many timers there is room. */
  int capacity() {
    return keys.length;
  }

  /** Whether there is a timer for this time or an earlier one. */
  public boolean isDue(long time) {
    return size > 0 && heapTimes[0] <= time;
  }

  /** The key of the first timer; there is one. */
  public long firstKey() {
    return keys[heapSlots[0]];
  }

  /** The time of the first timer; there is one. */
  public long firstTime() {
    return heapTimes[0];
  }

  /** Removes the first timer; there is one. */
  public void removeFirst() {
    int slot = heapSlots[0];
    removeFromIndex(indexOf(keys[slot], times[slot]));
    remove(slot);
  }

  /** Adds a timer; returns false if it was there. */
  public boolean register(long key, long time) {
    int at = indexOf(key, time);
    if (index[at] != 0) {
      return false;
    }
    if (size == keys.length) {
      resize(grown());
      at = indexOf(key, time);
    }
    int slot = firstFree;
    firstFree = places[slot];
    keys[slot] = key;
    times[slot] = time;
    index[at] = slot + 1;
    siftUp(size++, time, nextOrder++, slot);
    sinceCrowd = size > keys.length >> 3 ? 0 : sinceCrowd + 1;
    return true;
  }

  /** Removes a timer; returns false if it was not there. */
  public boolean delete(long key, long time) {
    int at = indexOf(key, time);
    if (index[at] == 0) {
      return false;
    }
    int slot = index[at] - 1;
    removeFromIndex(at);
    remove(slot);
    return true;
  }

  private void remove(int slot) {
    int hole = places[slot];
    places[slot] = firstFree;
    firstFree = slot;
    int last = --size;
    if (hole < last) {
      long time = heapTimes[last];
      long order = heapOrders[last];
      int moved = heapSlots[last];
      if (hole > 0 && isBefore(time, order, (hole - 1) >> 2)) {
        siftUp(hole, time, order, moved);
      } else {
        siftDown(hole, time, order, moved);
      }
    }
    if (sinceCrowd > keys.length && keys.length > SMALLEST) {
      sinceCrowd = 0;
      resize(keys.length >> 1);
    }
  }

  private void siftUp(int from, long time, long order, int slot) {
    int hole = from;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (!isBefore(time, order, parent)) {
        break;
      }
      put(hole, heapTimes[parent], heapOrders[parent], heapSlots[parent]);
      hole = parent;
    }
    put(hole, time, order, slot);
  }

  private void siftDown(int from, long time, long order, int slot) {
    int hole = from;
    for (int child; (child = 4 * hole + 1) < size; ) {
      int first = child;
      int end = Math.min(child + 4, size);
      for (int other = child + 1; other < end; other++) {
        if (isBefore(heapTimes[other], heapOrders[other], first)) {
          first = other;
        }
      }
      if (isBefore(time, order, first)) {
        break;
      }
      put(hole, heapTimes[first], heapOrders[first], heapSlots[first]);
      hole = first;
    }
    put(hole, time, order, slot);
  }

  private boolean isBefore(long time, long order, int place) {
    long other = heapTimes[place];
    return time < other || (time == other && order < heapOrders[place]);
  }

  private void put(int place, long time, long order, int slot) {
    heapTimes[place] = time;
    heapOrders[place] = order;
    heapSlots[place] = slot;
    places[slot] = place;
  }

  /** Where in the index the timer is, or would be. */
  private int indexOf(long key, long time) {
    int at = firstIndexOf(key, time);
    for (int slot; (slot = index[at] - 1) >= 0; at = (at + 1) & mask) {
      if (times[slot] == time && keys[slot] == key) {
        break;
      }
    }
    return at;
  }

  private int firstIndexOf(long key, long time) {
    long hash = key * GOLDEN_RATIO + time;
    hash = (hash ^ (hash >>> 32)) * MULTIPLIER;
    return (int) (hash >>> shift);
  }

  private void removeFromIndex(int at) {
    int hole = at;
    // What was pushed past the hole moves into it (Knuth, TAOCP 3, 6.4, algorithm R).
    for (int next = (hole + 1) & mask; index[next] != 0; next = (next + 1) & mask) {
      int slot = index[next] - 1;
      int distance = (next - firstIndexOf(keys[slot], times[slot])) & mask;
      if (distance >= ((next - hole) & mask)) {
        index[hole] = index[next];
        hole = next;
      }
    }
    index[hole] = 0;
  }

  private int grown() {
    if (keys.length == LARGEST) {
      throw new IllegalStateException("a process has at most " + LARGEST + " timers of one domain");
    }
    return keys.length * 2;
  }

  /** Moves all to arrays of this capacity: slots become the places in the heap. */
  private void resize(int capacity) {
    long[] oldKeys = keys;
    long[] oldTimes = heapTimes;
    long[] oldOrders = heapOrders;
    int[] oldSlots = heapSlots;
    allocate(capacity);
    for (int i = 0; i < size; i++) {
      keys[i] = oldKeys[oldSlots[i]];
      times[i] = oldTimes[i];
      put(i, oldTimes[i], oldOrders[i], i);
      index[indexOf(keys[i], times[i])] = i + 1;
    }
    linkFree();
  }

  private void allocate(int capacity) {
    heapTimes = new long[capacity];
    heapOrders = new long[capacity];
    heapSlots = new int[capacity];
    keys = new long[capacity];
    times = new long[capacity];
    places = new int[capacity];
    index = new int[capacity * 2];
    mask = index.length - 1;
    shift = Long.numberOfLeadingZeros(mask);
  }

  /** Chains the slots behind those in use. */
  private void linkFree() {
    for (int slot = size; slot < places.length; slot++) {
      places[slot] = slot + 1 < places.length ? slot + 1 : -1;
    }
    firstFree = size < places.length ? size : -1;
  }
}
