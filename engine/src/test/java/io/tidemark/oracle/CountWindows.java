package io.tidemark.oracle;

import io.tidemark.oracle.WindowLog.Counted;
import io.tidemark.oracle.WindowLog.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Count windows: all events of a key are kept, in their order of arrival, and counted anew. */
final class CountWindows {
  private CountWindows() {}

  static void run(OtherShapes.Count spec, List<Moment> moments, WindowLog log) {
    Map<Long, List<Counted>> events = new HashMap<>();
    for (int position = 0; position < moments.size(); position++) {
      if (moments.get(position) instanceof Moment.Judged judged && !judged.event().filtered()) {
        if (judged.watermark() == Long.MAX_VALUE) {
          log.fate(judged, Fate.TOO_LATE, 1, 0);
          continue;
        }
        long key = judged.event().key();
        List<Counted> ofKey = events.computeIfAbsent(key, k -> new ArrayList<>());
        ofKey.add(new Counted(position, judged));
        int seen = ofKey.size();
        // The first window that ends with this event or behind it.
        int end = (seen + spec.slide() - 1) / spec.slide() * spec.slide();
        log.fate(judged, seen > end - spec.size() ? Fate.COUNTED : Fate.UNASSIGNED, 0, 1);
        if (end == seen) {
          int start = Math.max(end - spec.size(), 0);
          log.fire(
              position,
              judged.step(),
              key,
              new Span(start, end),
              Firing.Kind.ON_TIME,
              ofKey.subList(start, end),
              true);
        }
      }
    }
  }
}
