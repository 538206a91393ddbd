package io.tidemark.runtime;

/**
 * Whether a publisher is waiting for room. Until it has published again, and that has been taken,
 * it counts as waiting: what it is late with is not silence.
 *
 * <p>But one that has got room and does not use it is silent: it counts as waiting until a tick
 * that was made after it got room has been taken.
 */
final class RoomWait {
  /** Twice how often it has waited, and one less while it waits. Writer: the publisher. */
  private volatile long times;

  /** The sequence it has last waited for. Writer: the publisher, before {@link #times}. */
  private volatile long awaited;

  // The stage's thread only.

  /** The times that no longer count. */
  private long over;

  /** The times of a wait that was found to have ended, and the last tick made until then. */
  private long ended;

  private long lastTick;

  /** The publisher begins to wait for this sequence. */
  void begin(long sequence) {
    awaited = sequence;
    long before = times;
    times = before + 1;
  }

  /** The publisher waits no longer. */
  void end() {
    long before = times;
    times = before + 1;
  }

  /** The publisher found no room for this sequence, and does not wait. */
  void refused(long sequence) {
    begin(sequence);
    end();
  }

  /** Whether it has waited and that still counts, as far as is known; the stage. */
  boolean isOpen() {
    return times != over;
  }

  /**
   * Whether it still counts as waiting; the stage.
   *
   * @param visited the last sequence of the publisher's that has been taken
   * @param takenTick the last tick that has been taken
   * @param madeTick the last tick that has been made
   */
  boolean counts(long visited, long takenTick, long madeTick) {
    long now = times;
    if (now == over || isWaiting(now)) {
      return now != over;
    }
    if (now != ended) {
      ended = now;
      lastTick = madeTick;
    }
    if (visited >= awaited || takenTick > lastTick) {
      over = now;
      return false;
    }
    return true;
  }

  private static boolean isWaiting(long times) {
    return (times & 1) != 0;
  }
}
