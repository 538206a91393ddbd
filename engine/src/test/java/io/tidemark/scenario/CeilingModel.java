package io.tidemark.scenario;

import io.tidemark.window.AtCeiling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What tumbling and sliding windows and sessions with a ceiling come to, the slow way: every window
 * apart, every row in a set, and everything looked through at each event.
 */
final class CeilingModel {
  /**
   * Windows of {@code size} every {@code slide}, a multiple of which it is; sessions have a gap.
   *
   * @param size 0 for sessions
   * @param slide for sessions the gap
   */
  record Shape(long size, long slide) {
    static Shape draw(SplittableRandom random) {
      long slide = 3L + random.nextInt(20);
      return switch (random.nextInt(3)) {
        case 0 -> new Shape(slide, slide);
        case 1 -> new Shape(slide * (2 + random.nextInt(4)), slide);
        default -> new Shape(0, slide);
      };
    }

    boolean isSessions() {
      return size == 0;
    }
  }

  /** A window with what its keys come to; a session has one key. */
  private static final class Window {
    long start;
    long end;
    boolean fired;
    final Map<Long, long[]> counts = new LinkedHashMap<>();

    Window(long start, long end) {
      this.start = start;
      this.end = end;
    }

    void add(long key, long n, long sum) {
      long[] count = counts.computeIfAbsent(key, k -> new long[2]);
      count[0] += n;
      count[1] += sum;
    }
  }

  /** A row of a window that is no session: of a key and a slide. */
  private record Row(long key, long pane) {}

  /** A row of a sliding window, of a key that made it fire again. */
  private record Again(long key, long start) {}

  final List<String> results = new ArrayList<>();
  final List<String> late = new ArrayList<>();

  private final Shape shape;
  private final long lateness;
  private final int ceiling;
  private final AtCeiling policy;

  private final List<Window> sessions = new ArrayList<>();
  private final TreeMap<Long, Window> windows = new TreeMap<>();
  private final Set<Row> rows = new HashSet<>();
  private final Set<Again> again = new HashSet<>();
  private long floor = Long.MIN_VALUE;

  /** The keys of sliding windows in their order; for each, when its last window closes. */
  private final Map<Long, Long> keyClosing = new LinkedHashMap<>();

  CeilingModel(Shape shape, long lateness, int ceiling, AtCeiling policy) {
    this.shape = shape;
    this.lateness = lateness;
    this.ceiling = ceiling;
    this.policy = policy;
  }

  void take(long key, long time, long value, long watermark) {
    advance(watermark, "on-time");
    long by = Math.max(watermark, floor);
    if (policy == AtCeiling.EVICT_IDLE && needed(key, time, by) <= ceiling) {
      // What has fired may need a row to fire again: an event may end up with no room at all.
      while (live() + needed(key, time, by) > ceiling && live() > 0) {
        by = oldestClosing(by);
        floor = by;
        advance(by, "evicted");
      }
    }
    if (live() + needed(key, time, by) > ceiling) {
      late.add("no-room k" + key + " " + time + "@" + by);
      return;
    }
    if (shape.isSessions()) {
      takeIntoSession(key, time, value, by);
    } else {
      takeIntoWindows(key, time, value, by);
    }
  }

  void end(long watermark) {
    advance(watermark, "on-time");
    advance(Long.MAX_VALUE, "on-time");
  }

  private int live() {
    return shape.isSessions() ? sessions.size() : rows.size() + again.size();
  }

  private int needed(long key, long time, long by) {
    if (shape.isSessions()) {
      boolean isLate = time + shape.slide - 1 + lateness <= by;
      return isLate || !touched(key, time).isEmpty() ? 0 : 1;
    }
    long pane = Math.floorDiv(time, shape.slide);
    if (closing(pane * shape.slide + shape.size) <= by) {
      return 0;
    }
    int needed = rows.contains(new Row(key, pane)) ? 0 : 1;
    for (long start : starts(time)) {
      needed += firesAgain(start, by) && !again.contains(new Again(key, start)) ? 1 : 0;
    }
    return needed;
  }

  /** Whether a late event makes this window, one of several that overlap, fire. */
  private boolean firesAgain(long start, long by) {
    long end = start + shape.size;
    return shape.size > shape.slide && end - 1 <= by && closing(end) > by;
  }

  private long closing(long end) {
    return end - 1 + lateness;
  }

  private List<Window> touched(long key, long time) {
    return sessions.stream()
        .filter(s -> s.counts.containsKey(key))
        .filter(s -> s.start <= time + shape.slide && time <= s.end)
        .toList();
  }

  /** The first time at which a window that has a row closes. */
  private long oldestClosing(long by) {
    if (shape.isSessions()) {
      return sessions.stream().mapToLong(s -> closing(s.end)).min().orElseThrow();
    }
    return rows.stream()
        .flatMap(row -> starts(row.pane * shape.slide).stream())
        .mapToLong(start -> closing(start + shape.size))
        .filter(closing -> closing > by)
        .min()
        .orElseThrow();
  }

  /** The starts of the windows that a time falls into. */
  private List<Long> starts(long time) {
    List<Long> starts = new ArrayList<>();
    long last = Math.floorDiv(time, shape.slide) * shape.slide;
    for (long start = last - shape.size + shape.slide; start <= last; start += shape.slide) {
      starts.add(start);
    }
    return starts;
  }

  /** Fires and closes what is due by the watermark. */
  private void advance(long watermark, String kind) {
    List<Window> all = new ArrayList<>(shape.isSessions() ? sessions : windows.values());
    all.sort(Comparator.comparingLong(window -> window.end));
    for (Window window : all) {
      if (!window.fired && window.end - 1 <= watermark) {
        window.fired = true;
        keysInOrder(window).forEach(key -> fire(window, key, kind));
      }
    }
    sessions.removeIf(s -> closing(s.end) <= watermark);
    windows.values().removeIf(w -> closing(w.end) <= watermark);
    again.removeIf(row -> closing(row.start + shape.size) <= watermark);
    rows.removeIf(row -> closing(row.pane * shape.slide + shape.size) <= watermark);
  }

  /** Keys of windows that overlap have their places as long as a window has them. */
  private List<Long> keysInOrder(Window window) {
    if (shape.size <= shape.slide) {
      return List.copyOf(window.counts.keySet());
    }
    keyClosing.values().removeIf(closing -> closing < window.end - 1);
    return keyClosing.keySet().stream().filter(window.counts::containsKey).toList();
  }

  private void fire(Window window, long key, String kind) {
    long[] count = window.counts.get(key);
    results.add(
        "%s [%d,%d) k%d n=%d sum=%d"
            .formatted(kind, window.start, window.end, key, count[0], count[1]));
  }

  private void takeIntoWindows(long key, long time, long value, long by) {
    boolean counts = false;
    for (long start : starts(time)) {
      if (closing(start + shape.size) > by) {
        Window window = windows.computeIfAbsent(start, s -> new Window(s, s + shape.size));
        window.fired |= window.end - 1 <= by;
        window.add(key, 1, value);
        keyClosing.merge(key, closing(window.end), Math::max);
        counts = true;
        if (window.fired) {
          fire(window, key, "late");
        }
        if (firesAgain(start, by)) {
          again.add(new Again(key, start));
        }
      }
    }
    if (counts) {
      rows.add(new Row(key, Math.floorDiv(time, shape.slide)));
    } else {
      late.add("late k" + key + " " + time + "@" + by);
    }
  }

  private void takeIntoSession(long key, long time, long value, long by) {
    List<Window> touched = touched(key, time);
    Window session = new Window(time, time + shape.slide);
    if (touched.isEmpty() && closing(session.end) <= by) {
      late.add("late k" + key + " " + time + "@" + by);
      return;
    }
    session.add(key, 1, value);
    for (Window other : touched) {
      session.start = Math.min(session.start, other.start);
      session.end = Math.max(session.end, other.end);
      long[] count = other.counts.get(key);
      session.add(key, count[0], count[1]);
      sessions.remove(other);
    }
    sessions.add(session);
    if (session.end - 1 <= by) {
      session.fired = true;
      fire(session, key, "late");
    }
  }
}
