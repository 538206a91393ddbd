package io.tidemark.oracle;

import io.tidemark.oracle.WindowLog.Counted;
import io.tidemark.oracle.WindowLog.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tumbling and sliding windows.
 *
 * <p>An event is counted in each of its windows that is not closed by the watermark it is judged
 * by. A window, once closed, stays closed; so its content at any moment is simply all events
 * counted in it before.
 */
final class FixedWindows {

  private record KeyAndSpan(long key, Span span) {}

  /** A firing of all keys of the windows that end together. */
  private record Due(int position, long last) {}

  private final WindowSpec spec;
  private final List<Moment> moments;
  private final WindowLog log;
  private final Map<KeyAndSpan, List<Counted>> contents = new LinkedHashMap<>();

  /** When the last window of each counted event closes, by the event's position. */
  private final Map<Integer, Long> closesAt = new HashMap<>();

  /** For each window's end, the position of the first event before it fires. */
  private final TreeMap<Long, Integer> ends = new TreeMap<>();

  /** Of sliding windows: when each key got its place. */
  private final Map<Due, Map<Long, Integer>> places = new HashMap<>();

  private FixedWindows(WindowSpec spec, List<Moment> moments, WindowLog log) {
    this.spec = spec;
    this.moments = moments;
    this.log = log;
  }

  static void run(WindowSpec spec, List<Moment> moments, WindowLog log) {
    FixedWindows windows = new FixedWindows(spec, moments, log);
    windows.assignEvents();
    windows.placeKeys();
    windows.contents.forEach(windows::fireInTime);
    windows.contents.forEach(windows::fireLate);
  }

  private void assignEvents() {
    for (int position = 0; position < moments.size(); position++) {
      if (moments.get(position) instanceof Moment.Judged moment && !moment.event().filtered()) {
        assign(new Counted(position, moment));
      }
    }
  }

  private void assign(Counted counted) {
    long timestamp = counted.event().timestamp();
    long watermark = counted.moment().watermark();
    List<Span> all = spec.windowsOf(timestamp);
    if (all.isEmpty()) {
      boolean late = Exact.add(timestamp, spec.allowedLateness()) <= watermark;
      log.fate(counted.moment(), late ? Fate.TOO_LATE : Fate.UNASSIGNED, 0, 0);
      return;
    }
    int joined = 0;
    for (Span span : all) {
      if (span.closesAt(spec.allowedLateness()) > watermark) {
        KeyAndSpan place = new KeyAndSpan(counted.event().key(), span);
        contents.computeIfAbsent(place, p -> new ArrayList<>()).add(counted);
        closesAt.merge(counted.position(), span.closesAt(spec.allowedLateness()), Math::max);
        ends.putIfAbsent(span.last(), counted.position());
        joined++;
      }
    }
    Fate some = joined < all.size() ? Fate.PARTLY_LATE : Fate.COUNTED;
    log.fate(counted.moment(), joined == 0 ? Fate.TOO_LATE : some, all.size() - joined, joined);
  }

  /** Follows the keys of sliding windows through all moments. */
  private void placeKeys() {
    if (!spec.keepsKeysInPlace()) {
      return;
    }
    KeyPlaces keys = new KeyPlaces();
    for (int position = 0; position < moments.size(); position++) {
      Moment moment = moments.get(position);
      if (moment instanceof Moment.Judged judged && closesAt.containsKey(position)) {
        keys.count(judged.event().key(), position, closesAt.get(position));
      } else if (moment instanceof Moment.Moved move) {
        for (Map.Entry<Long, Integer> end :
            ends.subMap(move.from(), false, move.to(), true).entrySet()) {
          if (end.getValue() < position) {
            keys.fire(end.getKey());
            places.put(new Due(position, end.getKey()), keys.copy());
          }
        }
      }
    }
  }

  /** Fires with what is there when the watermark passes the window's last instant, if anything. */
  private void fireInTime(KeyAndSpan place, List<Counted> content) {
    long last = place.span().last();
    for (int position = 0; position < moments.size(); position++) {
      if (moments.get(position) instanceof Moment.Moved move
          && move.from() < last
          && last <= move.to()) {
        int now = position;
        List<Counted> before = content.stream().filter(c -> c.position() < now).toList();
        if (!before.isEmpty()) {
          boolean isFinal = spec.allowedLateness() == 0 || move.endsTime();
          int firstSeen =
              spec.keepsKeysInPlace()
                  ? places.get(new Due(now, last)).get(place.key())
                  : before.get(0).position();
          log.fire(
              now,
              move.step(),
              place.key(),
              place.span(),
              Firing.Kind.ON_TIME,
              firstSeen,
              before,
              isFinal);
        }
      }
    }
  }

  /** Fires at once, with all events so far, for each event that came after that. */
  private void fireLate(KeyAndSpan place, List<Counted> content) {
    for (int i = 0; i < content.size(); i++) {
      Counted latest = content.get(i);
      if (place.span().last() <= latest.moment().watermark()) {
        log.fire(
            latest.position(),
            latest.moment().step(),
            place.key(),
            place.span(),
            Firing.Kind.LATE,
            content.subList(0, i + 1),
            false);
      }
    }
  }
}
