package io.tidemark.bench.timer;

import io.tidemark.process.Timers;

/** The engine's own: an indexed 4-ary heap. */
final class HeapTimers implements TimerSet {
  private final Timers timers = new Timers();

  @Override
  public void register(long key, long time) {
    timers.register(key, time);
  }

  @Override
  public void delete(long key, long time) {
    timers.delete(key, time);
  }

  @Override
  public boolean isDue(long time) {
    return timers.isDue(time);
  }

  @Override
  public long firstKey() {
    return timers.firstKey();
  }

  @Override
  public long firstTime() {
    return timers.firstTime();
  }

  @Override
  public void removeFirst() {
    timers.removeFirst();
  }
}
