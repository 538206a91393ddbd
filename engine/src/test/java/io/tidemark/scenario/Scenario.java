package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.Counters;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * A job of windows (count and sum a key), a script of events and control items, and what is to come
 * of it. Times are ms; bound 0 and no lateness unless said.
 *
 * <p>A script runs in each layout. One without periodic emission or idleness also runs with
 * periodic emission and a tick after each event and control item. All must do the same.
 *
 * <p>Texts: a firing is {@code [start,end) k1 n=2 sum=3}, then {@code late} for a late one and
 * {@code r1} for revision 1; a late event is {@code k1 timestamp@watermark}; a rejected one is
 * {@code timestamp reason}. With several windows the window's size or gap stands before it.
 */
final class Scenario {
  private final long[] sizes;
  private final LongFunction<WindowDefinition<Sample>> shape;
  private Duration offset = Duration.ZERO;
  private Duration lateness = Duration.ZERO;
  private WatermarkStrategy<? super Sample> strategy =
      WatermarkStrategy.boundedOutOfOrderness(Duration.ZERO);
  private Consumer<JobBuilder<Sample>> more = builder -> {};
  private boolean takesLate = true;
  private LongFunction<String> times = Long::toString;
  private List<Run> runs = List.of();
  private final List<Engine<Sample>> engines = new ArrayList<>();
  private long nowNs;

  private Scenario(LongFunction<WindowDefinition<Sample>> shape, long... sizes) {
    this.shape = shape;
    this.sizes = sizes;
  }

  static Scenario tumbling(long... sizes) {
    return new Scenario(size -> WindowDefinition.tumbling("" + size, ofMillis(size)), sizes);
  }

  static Scenario sliding(long size, long slide) {
    return new Scenario(
        length -> WindowDefinition.sliding("" + length, ofMillis(length), ofMillis(slide)), size);
  }

  static Scenario sessions(long... gaps) {
    return new Scenario(gap -> WindowDefinition.session("" + gap, ofMillis(gap)), gaps);
  }

  /** Sessions to which each event brings its value as its gap. */
  static Scenario dynamicSessions() {
    return new Scenario(any -> WindowDefinition.session("dynamic", sample -> sample.value), 0);
  }

  /** Any windows. */
  static Scenario windows(WindowDefinition<Sample> definition) {
    return new Scenario(any -> definition, 0);
  }

  Scenario offset(long ms) {
    offset = ofMillis(ms);
    return this;
  }

  Scenario lateness(long ms) {
    lateness = ofMillis(ms);
    return this;
  }

  Scenario bound(long ms) {
    return watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(ms)));
  }

  Scenario watermarks(WatermarkStrategy<? super Sample> newStrategy) {
    strategy = newStrategy;
    return this;
  }

  /** Periodic emission, at ticks of this interval from the first arrival on. */
  Scenario periodic(long ms) {
    return watermarks(strategy.emitEvery(ofMillis(ms)));
  }

  Scenario idleness(long ms) {
    return watermarks(strategy.idleness(ofMillis(ms)));
  }

  /** The partitions known at the start; others may join. */
  Scenario partitions(int declared) {
    return with(builder -> builder.partitions(declared));
  }

  /** Events with a negative value are filtered out: they only move the watermark. */
  Scenario filteringNegativeValues() {
    return with(builder -> builder.filter(sample -> sample.value >= 0));
  }

  /** Other settings of the job. */
  Scenario with(Consumer<JobBuilder<Sample>> setting) {
    more = more.andThen(setting);
    return this;
  }

  /** No side output for late events. */
  Scenario droppingLate() {
    takesLate = false;
    return this;
  }

  /** Texts show times of day instead of ms. */
  Scenario showingClock() {
    times = Times::clock;
    return this;
  }

  /** Events of partition 0, key 1 and value 1 with these timestamps. */
  Scenario at(long... timestamps) {
    return on(0, timestamps);
  }

  /** The same with times of day. */
  Scenario at(String... timestamps) {
    return on(0, timestamps);
  }

  /** Events of this partition, key 1 and value 1 with these timestamps. */
  Scenario on(int partition, long... timestamps) {
    for (long timestamp : timestamps) {
      event(partition, timestamp, 1, 1);
    }
    return this;
  }

  /** The same with times of day. */
  Scenario on(int partition, String... timestamps) {
    for (String timestamp : timestamps) {
      event(partition, Times.clock(timestamp), 1, 1);
    }
    return this;
  }

  Scenario event(int partition, long timestamp, long key, long value) {
    return each(run -> run.event(partition, timestamp, key, value, nowNs));
  }

  /** An event that the filter drops: it moves the watermark and leaves nothing. */
  Scenario move(long timestamp) {
    return event(0, timestamp, 1, -1);
  }

  Scenario move(String timestamp) {
    return move(Times.clock(timestamp));
  }

  /** The arrival of what comes next, since the start; no tick. */
  Scenario now(long ms) {
    nowNs = MILLISECONDS.toNanos(ms);
    return this;
  }

  /** Time has passed until then, since the start, without an event. */
  Scenario tick(long ms) {
    return now(ms).each(run -> run.tick(nowNs));
  }

  Scenario idle(int partition) {
    return control("p" + partition + " idle", publisher -> publisher.idle(partition));
  }

  Scenario active(int partition) {
    long arrivalNs = nowNs;
    return control(
        "p" + partition + " active", publisher -> publisher.active(partition, arrivalNs));
  }

  Scenario end(int partition) {
    return control("p" + partition + " end", publisher -> publisher.end(partition));
  }

  Scenario leave(int partition) {
    return control("p" + partition + " leave", publisher -> publisher.leave(partition));
  }

  Scenario watermark(int partition, long watermark) {
    return control(
        "p" + partition + " watermark " + times.apply(watermark),
        publisher -> publisher.watermark(partition, watermark));
  }

  Scenario close() {
    return each(run -> run.end("close", Engine::close));
  }

  Scenario halt() {
    return each(run -> run.end("halt", Engine::halt));
  }

  /** All firings so far, in order. */
  Scenario expectFirings(String... expected) {
    return expect("firings", run -> run.firings, expected);
  }

  /** All late events so far, in order. */
  Scenario expectLate(String... expected) {
    return expect("late events", run -> run.late, expected);
  }

  /** All rejected events so far, in order. */
  Scenario expectRejected(String... expected) {
    return expect("rejected events", run -> run.rejected, expected);
  }

  /** The watermark after each step so far. */
  Scenario expectWatermarks(String... expected) {
    return expect("watermarks", run -> run.watermarks, expected);
  }

  /** The watermark now. */
  Scenario expectWatermark(String expected) {
    return expect("watermark", run -> List.of(run.watermark()), expected);
  }

  /** The partition that holds the watermark. */
  Scenario expectHolder(int partition) {
    return expect("holder", run -> List.of("" + run.engine.partitions().holder()), "" + partition);
  }

  /** A partition's own watermark now. */
  Scenario expectWatermarkOf(int partition, String expected) {
    return expect("watermark of p" + partition, run -> List.of(run.watermark(partition)), expected);
  }

  /** Whether a partition is idle. */
  Scenario expectIdle(int partition, boolean expected) {
    return expect(
        "p" + partition + " idle",
        run -> List.of("" + run.engine.partitions().isIdle(partition)),
        "" + expected);
  }

  /** A counter's value. */
  Scenario expectCount(long expected, Function<Counters, Object> counter) {
    return expect(
        "counter", run -> List.of(counter.apply(run.engine.counters()).toString()), "" + expected);
  }

  /** A counter of the first window definition. */
  Scenario expectWindowCount(long expected, Function<WindowCounters, Object> counter) {
    return expectCount(expected, counters -> counter.apply(counters.windows().get(0)));
  }

  /** An engine of this job for tests that look at each event themselves. */
  Engine<Sample> engine(EngineOptions<Sample> options) {
    Engine<Sample> engine = Engine.start(job(strategy), options);
    engines.add(engine);
    return engine;
  }

  /** The same for an engine that will fail: the event under way then is accounted for nowhere. */
  Engine<Sample> failingEngine() {
    return Engine.start(job(strategy), EngineOptions.inline());
  }

  /** The accounting identity of every engine. */
  void checkAccounting() {
    for (Run run : runs) {
      assertThat(run.engine.counters().imbalance()).as(run::timeline).isEmpty();
      run.engine.halt();
    }
    for (Engine<Sample> engine : engines) {
      assertThat(engine.counters().imbalance()).isEmpty();
    }
  }

  private Scenario control(String text, Consumer<Publisher<Sample>> item) {
    return each(run -> run.control(text, item, nowNs));
  }

  private Scenario each(Consumer<Run> action) {
    if (runs.isEmpty()) {
      runs = start();
    }
    runs.forEach(action);
    return this;
  }

  private Scenario expect(String what, Function<Run, List<String>> actual, String... expected) {
    for (Run run : runs) {
      assertThat(actual.apply(run))
          .as(() -> what + " of " + run.timeline())
          .isEqualTo(List.of(expected));
    }
    return this;
  }

  private List<Run> start() {
    List<Run> all = new ArrayList<>();
    for (Run.Layout layout : Run.Layout.values()) {
      all.add(new Run(layout, job(strategy), times, false, takesLate));
    }
    if (!strategy.needsTicks()) {
      WatermarkStrategy<? super Sample> ticked = strategy.emitEvery(Duration.ofNanos(1));
      all.add(new Run(Run.Layout.INLINE, job(ticked), times, true, takesLate));
    }
    return all;
  }

  private Job<Sample> job(WatermarkStrategy<? super Sample> watermarks) {
    JobBuilder<Sample> builder =
        Job.builder("scenario", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .key(sample -> sample.key)
            .watermarks(watermarks);
    more.accept(builder);
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    for (long size : sizes) {
      WindowDefinition<Sample> windows = shape.apply(size).allowedLateness(lateness);
      if (!offset.isZero()) {
        windows = windows.offset(offset);
      }
      builder.window(windows.aggregate("n", count()).aggregate("sum", sum(value)));
    }
    return builder.build();
  }
}
