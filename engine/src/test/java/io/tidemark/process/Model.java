package io.tidemark.process;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What process definitions mean, said plainly: lists that are searched, copies of everything before
 * each call. Partitions' watermarks are per event, with a bound, and without idleness; in
 * processing time there is none, and timers for event time go by the clock.
 */
final class Model {
  record Timer(TimerDomain domain, long key, long time, long order) {}

  record State(long[] fields, long deadline) {}

  private final Restless function = new Restless();
  private final boolean byTheClock;
  private final StateTtl ttl;
  private final long ttlLength;
  private final long bound;
  private final List<String> out;

  private List<Timer> timers = new ArrayList<>();
  private Map<Long, State> states = new HashMap<>();
  private long orders;
  private final Map<Integer, Long> largest = new HashMap<>();
  private long largestOfAll = Long.MIN_VALUE;
  private long watermark = Long.MIN_VALUE;
  private long nowNs = Long.MIN_VALUE;

  long events;
  long registered;
  long fired;
  long deleted;
  long expired;

  Model(boolean byTheClock, StateTtl ttl, long ttlLength, long bound, List<String> out) {
    this.byTheClock = byTheClock;
    this.ttl = ttl;
    this.ttlLength = ttlLength;
    this.bound = bound;
    this.out = out;
  }

  /** An event arrives. */
  void event(int partition, Told event, long arrivalNs) {
    clockTo(arrivalNs);
    if (!event.filtered) {
      List<Timer> timersBefore = new ArrayList<>(timers);
      Map<Long, State> statesBefore = new HashMap<>(states);
      long[] counts = {registered, deleted};
      Context context = new Context(event.key, event.time);
      try {
        function.onEvent(event, context);
      } catch (IllegalStateException asTold) {
        timers = timersBefore;
        states = statesBefore;
        registered = counts[0];
        deleted = counts[1];
        out.add("rejected user-code");
        return;
      }
      events++;
      largestOfAll = Math.max(largestOfAll, event.time);
      context.end(Math.max(event.time, watermark));
    }
    if (byTheClock) {
      fire(TimerDomain.PROCESSING_TIME, nowNs);
      return;
    }
    largest.merge(partition, event.time, Math::max);
    long smallest = largest.values().stream().mapToLong(t -> t).min().orElseThrow();
    watermarkTo(smallest - bound - 1);
  }

  /** Time passes. */
  void clockTo(long timeNs) {
    nowNs = Math.max(nowNs, timeNs);
    if (byTheClock) {
      if (ttl != null && ttl.domain() == TimerDomain.PROCESSING_TIME) {
        expire(nowNs);
      }
      watermarkTo(Math.floorDiv(nowNs, Restless.NS) - 1);
      return;
    }
    if (ttl != null && ttl.domain() == TimerDomain.PROCESSING_TIME) {
      expire(nowNs);
    }
    fire(TimerDomain.PROCESSING_TIME, nowNs);
  }

  void watermarkTo(long newWatermark) {
    boolean moved = newWatermark > watermark;
    watermark = Math.max(watermark, newWatermark);
    if (moved && ttl != null && ttl.domain() == TimerDomain.EVENT_TIME) {
      expire(watermark);
    }
    fire(TimerDomain.PROCESSING_TIME, nowNs);
    if (moved) {
      fire(TimerDomain.EVENT_TIME, watermark);
      fire(TimerDomain.PROCESSING_TIME, nowNs);
    }
  }

  int liveTimers() {
    return timers.size();
  }

  int liveKeys() {
    return states.size();
  }

  private void expire(long now) {
    if (now != Long.MAX_VALUE) {
      int before = states.size();
      states.values().removeIf(state -> state.deadline <= now);
      expired += before - states.size();
    }
  }

  private void fire(TimerDomain domain, long until) {
    while (true) {
      Timer first =
          timers.stream()
              .filter(timer -> timer.domain == domain && timer.time <= until)
              .min(Comparator.comparing(Timer::time).thenComparing(Timer::order))
              .orElse(null);
      if (first == null) {
        return;
      }
      timers.remove(first);
      fired++;
      Context context = new Context(first.key, first.time);
      function.onTimer(first.time, domain, context);
      context.end(watermark == Long.MIN_VALUE ? largestOfAll : watermark);
    }
  }

  /** One call. */
  private final class Context implements ProcessContext {
    private final long key;
    private final long timestamp;
    private final long[] fields = new long[2];
    private final List<String> emitted = new ArrayList<>();
    private final long[][] begun = {new long[4], new long[1]};
    private long deadline = Long.MIN_VALUE;
    private boolean has;
    private boolean read;
    private boolean written;

    Context(long key, long timestamp) {
      this.key = key;
      this.timestamp = timestamp;
      State state = states.get(key);
      if (state != null) {
        System.arraycopy(state.fields, 0, fields, 0, 2);
        deadline = state.deadline;
        has = true;
      }
    }

    void end(long eventTime) {
      states.remove(key);
      if (has) {
        long used = ttl != null && ttl.domain() == TimerDomain.PROCESSING_TIME ? nowNs : eventTime;
        if (ttl != null && (written || (read && ttl.readsCount()))) {
          deadline = Math.max(deadline, used + ttlLength);
        }
        states.put(key, new State(fields, deadline));
      }
      out.addAll(emitted);
    }

    @Override
    public long key() {
      return key;
    }

    @Override
    public long timestamp() {
      return timestamp;
    }

    @Override
    public long watermark() {
      return byTheClock && watermark != Long.MAX_VALUE ? Long.MIN_VALUE : watermark;
    }

    @Override
    public long processingTimeNs() {
      return nowNs;
    }

    @Override
    public boolean hasState() {
      return has;
    }

    @Override
    public long longState(int field) {
      read |= has;
      return fields[field];
    }

    @Override
    public double doubleState(int field) {
      read |= has;
      return Double.longBitsToDouble(fields[field]);
    }

    @Override
    public void setLong(int field, long value) {
      fields[field] = value;
      written = true;
      has = true;
    }

    @Override
    public void setDouble(int field, double value) {
      setLong(field, Double.doubleToRawLongBits(value));
    }

    @Override
    public void clearState() {
      has = false;
      written = false;
      read = false;
      deadline = Long.MIN_VALUE;
      fields[0] = 0;
      fields[1] = 0;
    }

    @Override
    public void registerEventTimer(long time) {
      register(TimerDomain.EVENT_TIME, time);
    }

    @Override
    public void deleteEventTimer(long time) {
      delete(TimerDomain.EVENT_TIME, time);
    }

    @Override
    public void registerProcessingTimer(long timeNs) {
      register(TimerDomain.PROCESSING_TIME, timeNs);
    }

    @Override
    public void deleteProcessingTimer(long timeNs) {
      delete(TimerDomain.PROCESSING_TIME, timeNs);
    }

    private boolean isThere(Timer timer, TimerDomain domain, long time) {
      return timer.domain == domain && timer.key == key && timer.time == time;
    }

    private void register(TimerDomain domain, long time) {
      if (timers.stream().noneMatch(timer -> isThere(timer, domain, time))) {
        timers.add(new Timer(domain, key, time, orders++));
        registered++;
      }
    }

    private void delete(TimerDomain domain, long time) {
      if (timers.removeIf(timer -> isThere(timer, domain, time))) {
        deleted++;
      }
    }

    @Override
    public ProcessOutput output(int number) {
      return new ProcessOutput() {
        @Override
        public ProcessOutput setLong(int column, long value) {
          begun[number][column] = value;
          return this;
        }

        @Override
        public ProcessOutput setDouble(int column, double value) {
          return setLong(column, Double.doubleToRawLongBits(value));
        }

        @Override
        public void emit() {
          long[] row = begun[number];
          String columns =
              number == 0
                  ? " why=%d watermark=%d now=%d state=%d".formatted(row[0], row[1], row[2], row[3])
                  : " half=" + Double.longBitsToDouble(row[0]);
          emitted.add(
              "restless."
                  + (number == 0 ? "told" : "halves")
                  + " "
                  + key
                  + " @"
                  + timestamp
                  + columns);
          begun[number] = new long[row.length];
        }
      };
    }
  }
}
