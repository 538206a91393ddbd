package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import io.tidemark.oracle.TriggerSpec.Mode;
import io.tidemark.oracle.WindowLog.Counted;
import io.tidemark.oracle.WindowLog.Fate;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Windows of any shape with triggers: each window and key is a row with its events, looked at one
 * by one whenever anything happens.
 */
final class TriggeredWindows {

  /** A window of one key. */
  private static final class Row {
    final long key;
    final Span span;

    /** All events, and those since the last firing where firings discard. */
    final List<Counted> content = new ArrayList<>();

    final List<Counted> fresh = new ArrayList<>();
    int firings;
    Firing.Kind lastKind;
    List<Counted> lastContent;

    /** Whether an event came since it fired. */
    boolean changed;

    /** What it is due at, by the watermark and by processing time; null: nothing. */
    BigInteger due;

    BigInteger dueNs;

    /** Events since its last early firing. */
    long count;

    boolean isPastEnd;

    Row(long key, Span span) {
      this.key = key;
      this.span = span;
    }
  }

  private final WindowSpec spec;
  private final TriggerSpec triggers;
  private final Settings settings;
  private final WindowLog log;
  private final List<Row> rows = new ArrayList<>();

  /** The order of keys where it is not that within the window. */
  private final KeyPlaces places = new KeyPlaces();

  private long watermark = Long.MIN_VALUE;

  /** Processing time, and when it started; null before the first event. */
  private BigInteger nowNs;

  private BigInteger startNs;

  // What is happening.
  private int position;
  private int step;

  private TriggeredWindows(WindowSpec spec, Settings settings, WindowLog log) {
    this.spec = spec;
    this.triggers = spec.triggers();
    this.settings = settings;
    this.log = log;
  }

  static void run(WindowSpec spec, Settings settings, List<Moment> moments, WindowLog log) {
    TriggeredWindows windows = new TriggeredWindows(spec, settings, log);
    for (int position = 0; position < moments.size(); position++) {
      windows.position = position;
      windows.take(moments.get(position));
    }
  }

  private void take(Moment moment) {
    step = moment.step();
    if (moment instanceof Moment.Moved move) {
      moveTo(move.to(), move.endsTime());
    } else if (moment instanceof Moment.Passed passed) {
      startNs = startNs == null ? big(passed.nowNs()) : startNs;
      nowNs = big(passed.nowNs());
      fireByClock();
    } else if (moment instanceof Moment.Judged judged && !judged.event().filtered()) {
      add(judged);
    }
  }

  // ---- events

  private void add(Moment.Judged judged) {
    int all = spec.isSession() ? 1 : spec.windowsOf(judged.event().timestamp()).size();
    int counted = join(new Counted(position, judged));
    if (counted > 0) {
      log.fate(judged, counted < all ? Fate.PARTLY_LATE : Fate.COUNTED, all - counted, counted);
    } else if (all > 0 || isLate(judged.event().timestamp())) {
      tooLate(judged, all);
    } else {
      log.fate(judged, Fate.UNASSIGNED, 0, 0);
    }
  }

  private void tooLate(Moment.Judged judged, int missed) {
    switch (triggers.late()) {
      case SIDE -> log.fate(judged, Fate.TOO_LATE, missed, 0);
      case DROP -> log.fate(judged, Fate.DROPPED, missed, 0);
      case ADJUST -> {
        long earliest = Exact.clamp(big(watermark).add(big(1)).subtract(big(lateness())));
        if (watermark == Long.MAX_VALUE || !spec.fits(earliest)) {
          log.fate(judged, Fate.DROPPED, missed, 0);
        } else {
          Step.Event moved = judged.event().at(earliest);
          Moment.Judged again = new Moment.Judged(judged.step(), moved, judged.watermark());
          if (join(new Counted(position, again)) > 0) {
            log.adjusted(judged, missed, earliest);
          } else {
            log.fate(judged, Fate.UNASSIGNED, 0, 0);
          }
        }
      }
    }
  }

  private boolean isLate(long timestamp) {
    return Exact.add(timestamp, lateness()) <= watermark;
  }

  /** In how many windows the event counts. */
  private int join(Counted counted) {
    if (spec.isSession()) {
      return joinSession(counted);
    }
    int joined = 0;
    for (Span span : spec.windowsOf(counted.event().timestamp())) {
      if (span.closesAt(lateness()) > watermark) {
        Row row = find(counted.event().key(), span);
        boolean isFirst = row == null;
        if (isFirst) {
          row = new Row(counted.event().key(), span);
          row.isPastEnd = firesAt(row) <= watermark;
          rows.add(row);
        }
        places.count(counted.event().key(), position, span.closesAt(lateness()));
        counts(row, counted, isFirst, null);
        joined++;
      }
    }
    return joined;
  }

  private Row find(long key, Span span) {
    return rows.stream()
        .filter(row -> row.key == key && row.span.equals(span))
        .findFirst()
        .orElse(null);
  }

  private int joinSession(Counted counted) {
    Span own = spec.spanOf(counted.event());
    List<Row> touched = new ArrayList<>();
    Span span = own;
    for (Row row : rows) {
      if (row.key == counted.event().key() && row.span.touches(own)) {
        touched.add(row);
        span = span.cover(row.span);
      }
    }
    if (span.closesAt(lateness()) <= watermark) {
      return 0;
    }
    touched.sort(Comparator.comparingLong((Row row) -> row.span.start()).reversed());
    Row merged = new Row(counted.event().key(), span);
    BigInteger due = null;
    for (Row row : touched) {
      if (row.span.equals(span)) {
        merged.firings = row.firings;
        merged.lastKind = row.lastKind;
        merged.lastContent = row.lastContent;
      } else {
        takeBack(row);
      }
      merged.content.addAll(row.content);
      merged.fresh.addAll(row.fresh);
      merged.count += row.count;
      BigInteger ofRow = row.due == null ? multipleAfter(big(watermark)) : row.due;
      due = due == null ? ofRow : due.min(ofRow);
    }
    merged.content.sort(Comparator.comparingInt(Counted::position));
    merged.fresh.sort(Comparator.comparingInt(Counted::position));
    merged.isPastEnd = firesAt(merged) <= watermark;
    rows.removeAll(touched);
    rows.add(merged);
    counts(merged, counted, touched.isEmpty(), due);
    return 1;
  }

  /** The event goes into the row. */
  private void counts(Row row, Counted counted, boolean isFirst, BigInteger dueByMerge) {
    row.content.add(counted);
    row.fresh.add(counted);
    boolean wasChanged = row.changed;
    row.changed = true;
    if (row.isPastEnd) {
      row.due = null;
      if (triggers.perTick()) {
        row.dueNs = wasChanged ? row.dueNs : tickAfter(nowNs);
      } else {
        fire(row, Firing.Kind.LATE, 0, false);
      }
      return;
    }
    if (triggers.early().every() > 0) {
      if (dueByMerge != null) {
        row.due = dueByMerge;
      } else if (isFirst) {
        BigInteger first = multipleAfter(big(counted.event().timestamp()));
        row.due = first.max(big(watermark).add(BigInteger.ONE));
      } else if (!wasChanged) {
        row.due = multipleAfter(big(watermark));
      }
    }
    if (triggers.early().everyNs() > 0 && !wasChanged) {
      row.dueNs = multipleAfter(nowNs, triggers.early().everyNs());
    }
    row.count++;
    if (triggers.early().events() > 0 && row.count >= triggers.early().events()) {
      fire(row, Firing.Kind.EARLY, 0, false);
    }
  }

  // ---- time

  private BigInteger multipleAfter(BigInteger time) {
    return multipleAfter(time, Math.max(triggers.early().every(), 1));
  }

  private static BigInteger multipleAfter(BigInteger time, long step) {
    BigInteger every = big(step);
    return time.subtract(time.mod(every)).add(every);
  }

  private BigInteger tickAfter(BigInteger time) {
    BigInteger interval = big(settings.tickNs());
    return startNs.add(
        time.subtract(startNs).divide(interval).add(BigInteger.ONE).multiply(interval));
  }

  private long lateness() {
    return spec.allowedLateness();
  }

  private long firesAt(Row row) {
    return triggers.finalOnly() ? row.span.closesAt(lateness()) : row.span.last();
  }

  /** The watermark at which something happens to the row, or null. */
  private BigInteger dueAt(Row row) {
    if (row.isPastEnd) {
      return row.changed ? big(row.span.closesAt(lateness())) : null;
    }
    BigInteger end = big(firesAt(row));
    boolean isEarly = triggers.early().every() > 0 && row.changed;
    return isEarly ? end.min(row.due) : end;
  }

  private void moveTo(long to, boolean endsTime) {
    while (true) {
      BigInteger next = null;
      for (Row row : rows) {
        BigInteger due = dueAt(row);
        if (due != null && due.compareTo(big(to)) <= 0) {
          next = next == null ? due : next.min(due);
        }
      }
      if (next == null) {
        break;
      }
      places.fire(next.longValueExact());
      for (Row row : rows) {
        if (next.equals(dueAt(row))) {
          fireByWatermark(row, next.longValueExact(), endsTime);
        }
      }
    }
    watermark = to;
    rows.removeIf(row -> row.span.closesAt(lateness()) <= to);
  }

  private void fireByWatermark(Row row, long due, boolean endsTime) {
    if (row.isPastEnd) {
      fire(row, Firing.Kind.LATE, due, true);
    } else if (due < firesAt(row)) {
      fire(row, Firing.Kind.EARLY, due, false);
    } else {
      row.isPastEnd = true;
      if (row.changed || triggers.mode() != Mode.DISCARDING) {
        boolean isFinal = lateness() == 0 || triggers.finalOnly() || endsTime;
        fire(row, Firing.Kind.ON_TIME, due, isFinal);
      }
    }
  }

  private void fireByClock() {
    for (Row row : rows) {
      if (row.changed && row.dueNs != null && row.dueNs.compareTo(nowNs) <= 0) {
        Firing.Kind kind = row.isPastEnd ? Firing.Kind.LATE : Firing.Kind.EARLY;
        fire(row, kind, row.dueNs.longValueExact(), false);
      }
    }
  }

  // ---- firings

  private void fire(Row row, Firing.Kind kind, long due, boolean isFinal) {
    if (triggers.mode() == Mode.RETRACTING && row.firings > 0) {
      log.retract(
          position, step, row.key, row.span, row.lastKind, row.lastContent, order(row, due));
    }
    List<Counted> content = triggers.mode() == Mode.DISCARDING ? row.fresh : row.content;
    log.fire(position, step, row.key, row.span, kind, content, isFinal, order(row, due));
    row.firings++;
    row.lastKind = kind;
    row.lastContent = List.copyOf(content);
    row.changed = false;
    row.count = kind == Firing.Kind.EARLY ? 0 : row.count;
    row.due = null;
    row.dueNs = null;
    row.fresh.clear();
  }

  private void takeBack(Row row) {
    if (triggers.mode() == Mode.RETRACTING && row.firings > 0) {
      log.retract(position, step, row.key, row.span, row.lastKind, row.lastContent, order(row, 0));
    }
  }

  private WindowLog.Order order(Row row, long due) {
    int firstSeen = spec.keepsKeysInPlace() ? places.of(row.key) : row.content.get(0).position();
    return new WindowLog.Order(due, firstSeen);
  }
}
