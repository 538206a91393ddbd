package io.tidemark.oracle;

import io.tidemark.oracle.WindowLog.Counted;
import io.tidemark.oracle.WindowLog.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Rolling windows: each window is put together anew from all events of its key that counted.
 *
 * <p>An event counts unless its own window is closed. There is a window for each timestamp with an
 * event that counted; it fires when the watermark reaches the timestamp, and again for each later
 * event that lies in it.
 */
final class RollingWindows {
  private final long range;
  private final WindowLog log;
  private final List<Counted> counted = new ArrayList<>();

  private RollingWindows(long range, WindowLog log) {
    this.range = range;
    this.log = log;
  }

  static void run(long range, long allowedLateness, List<Moment> moments, WindowLog log) {
    RollingWindows windows = new RollingWindows(range, log);
    for (int position = 0; position < moments.size(); position++) {
      if (moments.get(position) instanceof Moment.Moved move) {
        for (long key : windows.keys()) {
          for (long timestamp : windows.timestamps(key, move.from(), move.to())) {
            boolean isFinal = allowedLateness == 0 || move.endsTime();
            windows.fire(position, move.step(), key, timestamp, Firing.Kind.ON_TIME, isFinal);
          }
        }
      } else if (moments.get(position) instanceof Moment.Judged judged
          && !judged.event().filtered()) {
        windows.add(new Counted(position, judged), allowedLateness);
      }
    }
  }

  private void add(Counted event, long allowedLateness) {
    long watermark = event.moment().watermark();
    long timestamp = event.event().timestamp();
    if (Exact.add(timestamp, allowedLateness) <= watermark) {
      log.fate(event.moment(), Fate.TOO_LATE, 1, 0);
      return;
    }
    counted.add(event);
    log.fate(event.moment(), Fate.COUNTED, 0, 1);
    long key = event.event().key();
    for (long other : timestamps(key, timestamp - 1, watermark)) {
      if (start(other) < timestamp) {
        fire(event.position(), event.moment().step(), key, other, Firing.Kind.LATE, false);
      }
    }
  }

  private TreeSet<Long> keys() {
    TreeSet<Long> keys = new TreeSet<>();
    counted.forEach(event -> keys.add(event.event().key()));
    return keys;
  }

  /** The timestamps of the key's events above one and up to another. */
  private TreeSet<Long> timestamps(long key, long above, long upTo) {
    TreeSet<Long> timestamps = new TreeSet<>();
    for (Counted event : counted) {
      long timestamp = event.event().timestamp();
      if (event.event().key() == key && timestamp > above && timestamp <= upTo) {
        timestamps.add(timestamp);
      }
    }
    return timestamps;
  }

  private void fire(
      int position, int step, long key, long timestamp, Firing.Kind kind, boolean isFinal) {
    List<Counted> content = new ArrayList<>();
    int firstSeen = Integer.MAX_VALUE;
    for (Counted event : counted) {
      long other = event.event().timestamp();
      if (event.event().key() == key && other > start(timestamp) && other <= timestamp) {
        content.add(event);
        firstSeen = other == timestamp ? Math.min(firstSeen, event.position()) : firstSeen;
      }
    }
    Span span = new Span(start(timestamp), timestamp, true);
    log.fire(position, step, key, span, kind, firstSeen, content, isFinal);
  }

  private long start(long timestamp) {
    return timestamp - range;
  }
}
