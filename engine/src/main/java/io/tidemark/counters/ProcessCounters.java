package io.tidemark.counters;

/**
 * What is counted for one process definition. Registered = fired + deleted + waiting, and keys
 * opened = closed + live, whenever no slot is under way. Writer: the stage that runs it.
 */
public final class ProcessCounters {
  private final String name;

  /** Events that its function took: all that are accepted. */
  public final Counter events = new Counter();

  /** Timers registered that were not there, of both domains. */
  public final Counter timersRegistered = new Counter();

  /** Timers fired. */
  public final Counter timersFired = new Counter();

  /** Timers taken back. */
  public final Counter timersDeleted = new Counter();

  /** Keys that came to have state. */
  public final Counter openedKeys = new Counter();

  /** Keys whose state was cleared or has expired. */
  public final Counter closedKeys = new Counter();

  /** Keys whose state has expired; they are part of {@link #closedKeys}. */
  public final Counter expiredKeys = new Counter();

  /** Of carried values: events whose window had been handed out; of events in order, late ones. */
  public final Counter late = new Counter();

  /** Rows emitted. */
  public final Counter outputs = new Counter();

  ProcessCounters(String name) {
    this.name = name;
  }

  /** The definition's name. */
  public String name() {
    return name;
  }

  /** Timers that wait. */
  public long liveTimers() {
    return timersRegistered.value() - timersFired.value() - timersDeleted.value();
  }

  /** Keys that have state. */
  public long liveKeys() {
    return openedKeys.value() - closedKeys.value();
  }

  @Override
  public String toString() {
    return name + ": events " + events;
  }
}
