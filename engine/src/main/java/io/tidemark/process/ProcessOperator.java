package io.tidemark.process;

import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResultHandler;
import java.util.concurrent.TimeUnit;

/**
 * Runs one process definition. One writer: the stage that runs the processes.
 *
 * @param <E> the type of event
 */
final class ProcessOperator<E> implements KeyedOperator<E> {
  private final String job;
  private final String name;
  private final ProcessFunction<? super E> function;
  private final ProcessCounters counters;
  private final Emissions emissions;
  private final Call call;
  private final KeyedState state;
  private final Timers eventTimers = new Timers();
  private final Timers processingTimers = new Timers();
  private final TimerDomain expiry;
  private final boolean readsCount;

  private long watermark = Long.MIN_VALUE;
  private long nowNs = Long.MIN_VALUE;

  /** The largest timestamp of an event so far. */
  private long largestTimestamp = Long.MIN_VALUE;

  ProcessOperator(
      String job,
      ProcessDefinition<E> definition,
      int number,
      TimeUnit unit,
      ProcessCounters counters,
      ProcessResultHandler results) {
    this.job = job;
    this.name = definition.name();
    this.function = newFunction(definition);
    this.counters = counters;
    this.emissions = new Emissions(name, number, definition.outputList(), results, counters);
    this.call = new Call(definition.state(), emissions);
    this.state = new KeyedState(definition.state().size(), definition.ttl(unit), counters);
    StateTtl ttl = definition.stateTtl().orElse(null);
    this.expiry = ttl == null ? null : ttl.domain();
    this.readsCount = ttl != null && ttl.readsCount();
  }

  @Override
  public String function() {
    return "onEvent function of process " + name;
  }

  private ProcessFunction<? super E> newFunction(ProcessDefinition<E> definition) {
    try {
      return definition.newFunction();
    } catch (Exception thrown) {
      throw new ProcessException(job, name, thrown);
    }
  }

  @Override
  public void hideWatermark() {
    call.hideWatermark();
  }

  /** State expires, then timers fire, those of the clock first. */
  @Override
  public void advanceTo(long newWatermark, long newNowNs) {
    boolean moved = newWatermark > watermark;
    if (newNowNs > nowNs) {
      nowNs = newNowNs;
      if (expiry == TimerDomain.PROCESSING_TIME) {
        state.expire(nowNs);
      }
    }
    if (moved) {
      watermark = newWatermark;
      if (expiry == TimerDomain.EVENT_TIME) {
        state.expire(watermark);
      }
    }
    fireUpToNow();
    if (moved) {
      while (eventTimers.isDue(watermark)) {
        fire(eventTimers, TimerDomain.EVENT_TIME);
      }
      // These may have registered some for a time that has passed.
      fireUpToNow();
    }
  }

  @Override
  public void onEvent(E event, long key, long timestamp) {
    call.begin(key, timestamp, watermark, nowNs, state);
    function.onEvent(event, call);
  }

  /** What the function did happens. */
  @Override
  public void commit() {
    counters.events.increment();
    largestTimestamp = Math.max(largestTimestamp, call.timestamp());
    settle(Math.max(call.timestamp(), watermark));
  }

  @Override
  public void discard() {
    emissions.discard();
  }

  private void fireUpToNow() {
    while (processingTimers.isDue(nowNs)) {
      fire(processingTimers, TimerDomain.PROCESSING_TIME);
    }
  }

  private void fire(Timers timers, TimerDomain domain) {
    long key = timers.firstKey();
    long time = timers.firstTime();
    timers.removeFirst();
    counters.timersFired.increment();
    call.begin(key, time, watermark, nowNs, state);
    try {
      function.onTimer(time, domain, call);
    } catch (Exception thrown) {
      throw new ProcessException(job, name, key, time, domain, thrown);
    }
    settle(watermark == Long.MIN_VALUE ? largestTimestamp : watermark);
  }

  private void settle(long eventTime) {
    call.applyTo(state, readsCount, expiry == TimerDomain.EVENT_TIME ? eventTime : nowNs);
    for (int i = 0; i < call.timerCount; i++) {
      change(call.key(), call.timerTimes[i], call.timerActions[i]);
    }
    emissions.handOut(call.key(), call.timestamp());
  }

  private void change(long key, long time, int action) {
    Timers timers = (action & Call.PROCESSING) == 0 ? eventTimers : processingTimers;
    if ((action & Call.DELETE) == 0) {
      if (timers.register(key, time)) {
        counters.timersRegistered.increment();
      }
    } else if (timers.delete(key, time)) {
      counters.timersDeleted.increment();
    }
  }
}
