package io.tidemark.oracle;

import java.util.ArrayList;
import java.util.List;

/** What one window definition made of the moments of a script. */
final class WindowLog {

  /**
   * An event that is counted in a window.
   *
   * @param position the moment's place among the moments
   */
  record Counted(int position, Moment.Judged moment) {

    Step.Event event() {
      return moment.event();
    }
  }

  /**
   * A firing whose revision is not known yet.
   *
   * @param position the place of the moment that caused it
   * @param step that moment's step
   * @param firstSeen when the key was first seen in the window
   * @param content in order of arrival
   */
  record Fired(
      int position,
      int step,
      int window,
      long key,
      Span span,
      Firing.Kind kind,
      int firstSeen,
      List<Counted> content) {}

  /** What became of an event. */
  enum Fate {
    COUNTED,
    PARTLY_LATE,
    TOO_LATE,
    UNASSIGNED
  }

  private final int window;
  private final List<Fired> fired = new ArrayList<>();
  private final List<LateEvent> late = new ArrayList<>();
  private final List<Fate> fates = new ArrayList<>();

  WindowLog(int window) {
    this.window = window;
  }

  List<Fired> fired() {
    return fired;
  }

  List<LateEvent> late() {
    return late;
  }

  void fire(int position, int step, long key, Span span, Firing.Kind kind, List<Counted> content) {
    fire(position, step, key, span, kind, content.get(0).position(), content);
  }

  void fire(
      int position,
      int step,
      long key,
      Span span,
      Firing.Kind kind,
      int firstSeen,
      List<Counted> content) {
    fired.add(new Fired(position, step, window, key, span, kind, firstSeen, List.copyOf(content)));
  }

  void fate(Moment.Judged moment, Fate fate) {
    fates.add(fate);
    if (fate == Fate.TOO_LATE) {
      late.add(new LateEvent(moment.step(), window, moment.event(), moment.watermark()));
    }
  }

  Accounting.WindowCounts counts() {
    long partlyLate = count(Fate.PARTLY_LATE);
    return new Accounting.WindowCounts(
        count(Fate.COUNTED) + partlyLate, count(Fate.TOO_LATE), count(Fate.UNASSIGNED), partlyLate);
  }

  private long count(Fate wanted) {
    return fates.stream().filter(fate -> fate == wanted).count();
  }
}
