package io.tidemark.counters;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What one engine counts. The identity that holds whenever no event is under way: published =
 * rejected + filtered + accepted; for each window definition accepted = counted + too late +
 * unassigned + refused, and too late = dropped + to side + adjusted + failed; and for each process
 * definition accepted = events. Each counter has one writer; all may be read by any thread.
 */
public final class Counters {
  /** Events published, rejected ones among them; each publisher counts its own. */
  public final CounterSum published = new CounterSum();

  /** Times that a publisher found no room in its ring, and waited or was told so. */
  public final CounterSum roomWaits = new CounterSum();

  /** Times that a publisher was held back by the job's alignment, and waited or was told so. */
  public final CounterSum heldBack = new CounterSum();

  /** Events that the job's filter left out; they still move the watermark. */
  public final Counter filtered = new Counter();

  /** Events judged by every window definition and taken by every process definition. */
  public final Counter accepted = new Counter();

  /** Events with a timestamp at or below the merged watermark when they arrived, late or not. */
  public final Counter behindWatermark = new Counter();

  /** Timestamps that fell within a partition that was declared monotonous. */
  public final Counter monotonyViolations = new Counter();

  /**
   * Watermarks that would have gone back, of a partition by its generator or the merged one; they
   * stayed.
   */
  public final Counter watermarkRegressions = new Counter();

  /** Of the rejected events, those that the timestamp guard quarantined. */
  public final Counter quarantined = new Counter();

  /** Timestamps that the guard converted from another unit, whatever became of the event. */
  public final Counter scaledTimestamps = new Counter();

  /**
   * Events whose arrival stood in for a timestamp that was missing or refused, whatever became of
   * them.
   */
  public final Counter ingestionTimes = new Counter();

  /** Ticks run: those at which something could change. */
  public final Counter ticks = new Counter();

  /**
   * Calls of handlers whose exceptions were skipped; each thread that calls them counts its own.
   */
  public final CounterSum handlerErrors = new CounterSum();

  /** Late and rejected events that a full side ring dropped. */
  public final Counter sideDropped = new Counter();

  private final UserMetrics user = new UserMetrics();
  private final Counter[] rejected;
  private final List<WindowCounters> windows;
  private final List<ProcessCounters> processes;

  /**
   * Makes all counters, at zero.
   *
   * @param rejectReasons how many reasons to reject an event there are
   * @param windows the names of the window definitions, in the job's order
   */
  public Counters(int rejectReasons, List<String> windows) {
    this(rejectReasons, windows, List.of());
  }

  /**
   * Makes all counters, at zero.
   *
   * @param rejectReasons how many reasons to reject an event there are
   * @param windows the names of the window definitions, in the job's order
   * @param processes the names of the process definitions, in the job's order
   */
  public Counters(int rejectReasons, List<String> windows, List<String> processes) {
    this.rejected =
        IntStream.range(0, rejectReasons).mapToObj(i -> new Counter()).toArray(Counter[]::new);
    this.windows = windows.stream().map(WindowCounters::new).toList();
    this.processes = processes.stream().map(ProcessCounters::new).toList();
  }

  /** The counters and gauges of watermark generators. */
  public UserMetrics user() {
    return user;
  }

  /** Events rejected for the reason with this number. */
  public Counter rejected(int reason) {
    return rejected[reason];
  }

  /** Events rejected for any reason. */
  public long rejected() {
    long sum = 0;
    for (Counter counter : rejected) {
      sum += counter.value();
    }
    return sum;
  }

  /** Firings of all window definitions for the reason that time had come. */
  public long onTimeFirings() {
    long sum = 0;
    for (WindowCounters window : windows) {
      sum += window.onTimeFirings.value();
    }
    return sum;
  }

  /** The counters of each window definition, in the job's order. */
  public List<WindowCounters> windows() {
    return windows;
  }

  /** The counters of each process definition, in the job's order. */
  public List<ProcessCounters> processes() {
    return processes;
  }

  /**
   * Checks the accounting identity. Only meaningful when no event is under way.
   *
   * @return what does not add up, or an empty text
   */
  public String imbalance() {
    StringBuilder text = new StringBuilder();
    long told = rejected() + filtered.value() + accepted.value();
    if (published.value() != told) {
      text.append("published ").append(published).append(" != rejected ").append(rejected());
      text.append(" + filtered ").append(filtered).append(" + accepted ").append(accepted);
    }
    for (WindowCounters window : windows) {
      if (accepted.value() != window.judged()) {
        text.append(text.isEmpty() ? "" : "; ").append("accepted ").append(accepted);
        text.append(" != ").append(window);
      }
      if (window.tooLate.value() != window.lateByPolicy()) {
        text.append(text.isEmpty() ? "" : "; ").append(window.name()).append(": too late ");
        text.append(window.tooLate).append(" != ").append(window.lateByPolicy());
        text.append(" by policy");
      }
    }
    for (ProcessCounters process : processes) {
      if (accepted.value() != process.events.value()) {
        text.append(text.isEmpty() ? "" : "; ").append("accepted ").append(accepted);
        text.append(" != ").append(process);
      }
    }
    return text.toString();
  }
}
