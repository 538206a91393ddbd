package io.tidemark.oracle;

import java.util.HashMap;
import java.util.Map;

/**
 * The order of the keys of sliding windows: a key has its place from its first counted event on, as
 * long as windows that have not closed have any event of it. When a window fires, keys are
 * forgotten of which no window has an event that closes at its end or later.
 */
final class KeyPlaces {
  private final Map<Long, Integer> places = new HashMap<>();
  private final Map<Long, Long> closesAt = new HashMap<>();

  /**
   * An event of this key counts.
   *
   * @param position its moment
   * @param closing when the last of its windows closes
   */
  void count(long key, int position, long closing) {
    places.putIfAbsent(key, position);
    closesAt.merge(key, closing, Math::max);
  }

  /** A window fires that ends here. */
  void fire(long last) {
    closesAt.values().removeIf(closing -> closing < last);
    places.keySet().retainAll(closesAt.keySet());
  }

  /** The moment at which this key got its place. */
  int of(long key) {
    return places.get(key);
  }

  Map<Long, Integer> copy() {
    return Map.copyOf(places);
  }
}
