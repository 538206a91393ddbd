package io.tidemark.oracle;

import io.tidemark.oracle.WindowLog.Counted;
import io.tidemark.oracle.WindowLog.Fate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Session windows. A session is nothing but its events: its bounds follow from their timestamps.
 *
 * <p>An event first joins all sessions of its key that are still kept and that its own [timestamp,
 * timestamp + gap] touches; then it is asked whether the session they make is closed. Sessions stay
 * in the list for ever: one that is closed joins and fires no more.
 */
final class SessionWindows {

  /** The events of a session, in order of arrival. */
  private record Session(long key, Span span, List<Counted> content) {}

  private final WindowSpec spec;
  private final WindowLog log;
  private final List<Session> sessions = new ArrayList<>();

  private SessionWindows(WindowSpec spec, WindowLog log) {
    this.spec = spec;
    this.log = log;
  }

  static void run(WindowSpec spec, List<Moment> moments, WindowLog log) {
    SessionWindows windows = new SessionWindows(spec, log);
    for (int position = 0; position < moments.size(); position++) {
      Moment moment = moments.get(position);
      if (moment instanceof Moment.Moved move) {
        windows.fireInTime(position, move);
      } else if (moment instanceof Moment.Judged judged && !judged.event().filtered()) {
        windows.add(new Counted(position, judged));
      }
    }
  }

  private void fireInTime(int position, Moment.Moved move) {
    for (Session session : sessions) {
      long last = session.span().last();
      if (move.from() < last && last <= move.to()) {
        boolean isFinal = spec.allowedLateness() == 0 || move.endsTime();
        fire(position, move.step(), session, Firing.Kind.ON_TIME, isFinal);
      }
    }
  }

  private void add(Counted counted) {
    long watermark = counted.moment().watermark();
    Session own = session(List.of(counted));
    List<Session> touched = new ArrayList<>();
    for (Session other : sessions) {
      boolean kept = !isClosed(other, watermark);
      if (other.key() == own.key() && kept && other.span().touches(own.span())) {
        touched.add(other);
      }
    }
    Session merged = merge(own, touched);
    if (isClosed(merged, watermark)) {
      log.fate(counted.moment(), Fate.TOO_LATE, 1, 0);
      return;
    }
    sessions.removeAll(touched);
    sessions.add(merged);
    log.fate(counted.moment(), Fate.COUNTED, 0, 1);
    if (merged.span().last() <= watermark) {
      fire(counted.position(), counted.moment().step(), merged, Firing.Kind.LATE, false);
    }
  }

  private Session merge(Session own, List<Session> others) {
    List<Counted> content = new ArrayList<>(own.content());
    others.forEach(other -> content.addAll(other.content()));
    content.sort(Comparator.comparingInt(Counted::position));
    return session(content);
  }

  private Session session(List<Counted> content) {
    Span span = null;
    for (Counted counted : content) {
      Span one = spec.spanOf(counted.event());
      span = span == null ? one : span.cover(one);
    }
    return new Session(content.get(0).event().key(), span, content);
  }

  private boolean isClosed(Session session, long watermark) {
    return session.span().closesAt(spec.allowedLateness()) <= watermark;
  }

  private void fire(int position, int step, Session session, Firing.Kind kind, boolean isFinal) {
    log.fire(position, step, session.key(), session.span(), kind, session.content(), isFinal);
  }
}
