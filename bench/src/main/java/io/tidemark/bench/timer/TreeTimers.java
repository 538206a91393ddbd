package io.tidemark.bench.timer;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * What anyone writes in a quarter of an hour: the JDK's tree, and its map to find a timer in it.
 */
final class TreeTimers implements TimerSet {
  private record Name(long key, long time) {}

  private record Timer(long key, long time, long order) {}

  private final TreeSet<Timer> inOrder =
      new TreeSet<>(Comparator.comparingLong(Timer::time).thenComparingLong(Timer::order));
  private final Map<Name, Timer> byName = new HashMap<>();
  private long nextOrder;

  @Override
  public void register(long key, long time) {
    Timer timer = new Timer(key, time, nextOrder++);
    if (byName.putIfAbsent(new Name(key, time), timer) == null) {
      inOrder.add(timer);
    }
  }

  @Override
  public void delete(long key, long time) {
    Timer timer = byName.remove(new Name(key, time));
    if (timer != null) {
      inOrder.remove(timer);
    }
  }

  @Override
  public boolean isDue(long time) {
    return !inOrder.isEmpty() && inOrder.first().time <= time;
  }

  @Override
  public long firstKey() {
    return inOrder.first().key;
  }

  @Override
  public long firstTime() {
    return inOrder.first().time;
  }

  @Override
  public void removeFirst() {
    Timer first = inOrder.pollFirst();
    byName.remove(new Name(first.key, first.time));
  }
}
