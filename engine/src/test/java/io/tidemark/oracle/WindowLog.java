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
   * @param content in order of arrival
   * @param order its place among those of one moment
   */
  record Fired(
      int position,
      int step,
      int window,
      long key,
      Span span,
      Firing.Kind kind,
      List<Counted> content,
      boolean isFinal,
      boolean isRetraction,
      Order order) {}

  /**
   * What is compared between firings of one moment, as far as the moment is not an event.
   *
   * @param due the watermark or the processing time that it was due at
   * @param firstSeen when the key was first seen in the window, or got its place
   */
  record Order(long due, int firstSeen) {}

  /** What became of an event. */
  enum Fate {
    COUNTED,
    PARTLY_LATE,
    TOO_LATE,
    DROPPED,
    ADJUSTED,
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

  /** A firing of a window with the default trigger. */
  void fire(
      int position,
      int step,
      long key,
      Span span,
      Firing.Kind kind,
      int firstSeen,
      List<Counted> content,
      boolean isFinal) {
    long due = kind == Firing.Kind.ON_TIME ? span.last() : 0;
    fire(position, step, key, span, kind, content, isFinal, new Order(due, firstSeen));
  }

  /** A firing of a window with the default trigger. */
  void fire(
      int position,
      int step,
      long key,
      Span span,
      Firing.Kind kind,
      List<Counted> content,
      boolean isFinal) {
    fire(position, step, key, span, kind, content.get(0).position(), content, isFinal);
  }

  void fire(
      int position,
      int step,
      long key,
      Span span,
      Firing.Kind kind,
      List<Counted> content,
      boolean isFinal,
      Order order) {
    List<Counted> copy = List.copyOf(content);
    fired.add(new Fired(position, step, window, key, span, kind, copy, isFinal, false, order));
  }

  void retract(
      int position,
      int step,
      long key,
      Span span,
      Firing.Kind kind,
      List<Counted> content,
      Order order) {
    fired.add(new Fired(position, step, window, key, span, kind, content, false, true, order));
  }

  void fate(Moment.Judged moment, Fate fate, int missed, int counted) {
    fates.add(fate);
    if (fate == Fate.TOO_LATE || fate == Fate.PARTLY_LATE) {
      LateEvent.Kind kind =
          fate == Fate.TOO_LATE ? LateEvent.Kind.TOO_LATE : LateEvent.Kind.PARTLY_LATE;
      report(moment, kind, missed, counted, moment.event().timestamp());
    }
  }

  void adjusted(Moment.Judged moment, int missed, long timestamp) {
    fates.add(Fate.ADJUSTED);
    report(moment, LateEvent.Kind.ADJUSTED, missed, 0, timestamp);
  }

  private void report(
      Moment.Judged moment, LateEvent.Kind kind, int missed, int counted, long adjusted) {
    late.add(
        new LateEvent(
            moment.step(),
            window,
            moment.event(),
            moment.watermark(),
            kind,
            missed,
            counted,
            adjusted));
  }

  Accounting.WindowCounts counts() {
    long partlyLate = count(Fate.PARTLY_LATE);
    long dropped = count(Fate.DROPPED);
    long adjusted = count(Fate.ADJUSTED);
    return new Accounting.WindowCounts(
        count(Fate.COUNTED) + partlyLate,
        count(Fate.TOO_LATE) + dropped + adjusted,
        count(Fate.UNASSIGNED),
        partlyLate,
        dropped,
        adjusted);
  }

  private long count(Fate wanted) {
    return fates.stream().filter(fate -> fate == wanted).count();
  }
}
