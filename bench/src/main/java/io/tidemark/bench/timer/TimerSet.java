package io.tidemark.bench.timer;

/**
 * A set of timers (key, time): the first is the one with the smallest time, then that registered
 * first.
 */
public interface TimerSet {
  /** Adds a timer, unless it is there. */
  void register(long key, long time);

  /** Removes a timer, if it is there. */
  void delete(long key, long time);

  /** Whether the first timer is for this time or an earlier one. */
  boolean isDue(long time);

  /** The key of the first timer; after {@link #isDue} said that there is one. */
  long firstKey();

  /** The time of the first timer; likewise. */
  long firstTime();

  /** Removes the first timer; likewise. */
  void removeFirst();
}
