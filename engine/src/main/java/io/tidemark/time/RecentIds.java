package io.tidemark.time;

import java.util.Arrays;

/**
 * The ids of events that are not long past: which of them have been seen. An id is forgotten once
 * the watermark has reached its event's timestamp plus the horizon, so what is known is a function
 * of the events and watermarks, whatever the speed at which they come.
 *
 * <p>Open addressing with linear probing, an id and a timestamp a place, at most half full. What is
 * forgotten is taken out by a hand that goes over the table, a few places with each new id, and by
 * moving back what follows (D. Knuth, The Art of Computer Programming, volume 3, 6.4, algorithm R):
 * there are no pauses, but where the table grows.
 *
 * <p>Cost: O(1) an event; no allocation but to grow. Memory: 32 to 86 bytes for each id that is not
 * forgotten, at the largest number of them there ever was. One writer: the time stage.
 */
final class RecentIds {
  /** No event has this timestamp. */
  private static final long EMPTY = Long.MIN_VALUE;

  private static final int FIRST_PLACES = 1 << 10;

  /**
   * With each new id the hand goes over so many places: it has been everywhere by the time that an
   * eighth of them have been filled.
   */
  private static final int HAND_STEPS = 8;

  private final long horizon;
  private long[] ids = new long[FIRST_PLACES];
  private long[] timestamps = new long[FIRST_PLACES];
  private int size;
  private int hand;

  /** With a horizon in the unit of timestamps, more than 0. */
  RecentIds(long horizon) {
    this.horizon = horizon;
    Arrays.fill(timestamps, EMPTY);
  }

  /** Whether an event with this id has been noted, and is not forgotten at this watermark. */
  boolean contains(long id, long watermark) {
    long timestamp = timestamps[find(id)];
    return timestamp != EMPTY && timestamp > forgottenUpTo(watermark);
  }

  /** Notes an event whose id is not contained. */
  void add(long id, long timestamp, long watermark) {
    long forgotten = forgottenUpTo(watermark);
    sweep(forgotten);
    if (timestamp <= forgotten) {
      return;
    }
    int place = find(id);
    if (timestamps[place] == EMPTY) {
      if (2 * (size + 1) > ids.length) {
        grow(forgotten);
        place = find(id);
      }
      size++;
    }
    ids[place] = id;
    timestamps[place] = timestamp;
  }

  /** How many places the table has; for tests. */
  int places() {
    return ids.length;
  }

  /** How many ids are held, of which some may be due to be taken out; for tests. */
  int size() {
    return size;
  }

  private long forgottenUpTo(long watermark) {
    return watermark == TimeStage.NO_WATERMARK
        ? EMPTY
        : Durations.saturatedAdd(watermark, -horizon);
  }

  /** Where the id is, or the empty place where it would be. */
  private int find(long id) {
    int mask = ids.length - 1;
    int place = home(id, mask);
    while (timestamps[place] != EMPTY && ids[place] != id) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void sweep(long forgotten) {
    for (int step = 0; step < HAND_STEPS; step++) {
      if (timestamps[hand] != EMPTY && timestamps[hand] <= forgotten) {
        // What moves in here is looked at next.
        remove(hand);
      } else {
        hand = (hand + 1) & (ids.length - 1);
      }
    }
  }

  private void remove(int place) {
    int mask = ids.length - 1;
    int hole = place;
    for (int next = (hole + 1) & mask; timestamps[next] != EMPTY; next = (next + 1) & mask) {
      boolean reachesHole = ((next - home(ids[next], mask)) & mask) >= ((next - hole) & mask);
      if (reachesHole) {
        ids[hole] = ids[next];
        timestamps[hole] = timestamps[next];
        hole = next;
      }
    }
    timestamps[hole] = EMPTY;
    size--;
  }

  /** Twice the places, for what is not forgotten. */
  private void grow(long forgotten) {
    long[] oldIds = ids;
    long[] oldTimestamps = timestamps;
    ids = new long[2 * oldIds.length];
    timestamps = new long[2 * oldIds.length];
    Arrays.fill(timestamps, EMPTY);
    size = 0;
    hand = 0;
    for (int i = 0; i < oldIds.length; i++) {
      if (oldTimestamps[i] != EMPTY && oldTimestamps[i] > forgotten) {
        int place = find(oldIds[i]);
        ids[place] = oldIds[i];
        timestamps[place] = oldTimestamps[i];
        size++;
      }
    }
  }

  /** The finaliser of MurmurHash3 (A. Appleby): ids may be counters, or spread in any way. */
  private static int home(long id, int mask) {
    long hash = (id ^ (id >>> 33)) * 0xFF51AFD7ED558CCDL;
    hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return (int) (hash ^ (hash >>> 33)) & mask;
  }
}
