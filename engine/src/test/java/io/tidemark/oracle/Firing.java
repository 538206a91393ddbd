package io.tidemark.oracle;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;

/**
 * One emission of one window for one key.
 *
 * @param step the step that caused it: the late event, or what moved the watermark
 * @param window the window definition's index in the job
 * @param start the window's first instant, in the job's unit
 * @param end the first instant after the window
 * @param revision how many firings of this very (window, key, start, end) came before
 * @param events all events counted so far, or since the last one, in order of arrival; never empty
 * @param isFinal whether no later one of this window and key can come
 * @param isRetraction whether it takes an earlier one back
 * @param phase when in its step it comes
 */
public record Firing(
    int step,
    int window,
    long key,
    long start,
    long end,
    Kind kind,
    int revision,
    List<Step.Event> events,
    boolean isFinal,
    boolean isRetraction,
    Phase phase) {

  /** When in its step it comes. */
  public enum Phase {
    /** Before the step's event counts: by the time that passes up to its arrival. */
    BEFORE_EVENT,
    /** By the step's event itself. */
    BY_EVENT,
    /** After that, or where the step has no event. */
    AFTER
  }

  /** What made a window fire. */
  public enum Kind {
    /** A trigger, before that. */
    EARLY,
    /** The watermark reached the window's last instant. */
    ON_TIME,
    /** An event that came after that. */
    LATE
  }

  /** One that is not final, nor taken back, after its step's event. */
  public Firing(
      int step,
      int window,
      long key,
      long start,
      long end,
      Kind kind,
      int revision,
      List<Step.Event> events) {
    this(step, window, key, start, end, kind, revision, events, false, false, Phase.AFTER);
  }

  public Firing {
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException("a window without events does not fire");
    }
  }

  /** The number of events. */
  public long count() {
    return events.size();
  }

  /** The exact sum of the values, in or beyond 64 bits. */
  public BigInteger sum() {
    BigInteger sum = BigInteger.ZERO;
    for (Step.Event event : events) {
      sum = sum.add(BigInteger.valueOf(event.value()));
    }
    return sum;
  }

  /** The smallest value. */
  public long min() {
    return events.stream().mapToLong(Step.Event::value).min().orElseThrow();
  }

  /** The largest value. */
  public long max() {
    return events.stream().mapToLong(Step.Event::value).max().orElseThrow();
  }

  /** The value with the smallest timestamp; of equal ones, the one that arrived first. */
  public long first() {
    Step.Event first = events.get(0);
    for (Step.Event event : events) {
      if (event.timestamp() < first.timestamp()) {
        first = event;
      }
    }
    return first.value();
  }

  /** The value with the largest timestamp; of equal ones, the one that arrived last. */
  public long last() {
    Step.Event last = events.get(0);
    for (Step.Event event : events) {
      if (event.timestamp() >= last.timestamp()) {
        last = event;
      }
    }
    return last.value();
  }

  /** The exact sum divided by the count, rounded to a double. */
  public double mean() {
    BigDecimal count = BigDecimal.valueOf(count());
    return new BigDecimal(sum()).divide(count, MathContext.DECIMAL128).doubleValue();
  }

  @Override
  public String toString() {
    return String.format(
        "step %d: window %d, key %d, [%d,%d), %s, revision %d, %d events, sum %d",
        step, window, key, start, end, kind, revision, count(), sum());
  }
}
