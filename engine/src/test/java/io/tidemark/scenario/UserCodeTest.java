package io.tidemark.scenario;

import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Invertible;
import io.tidemark.aggregate.Specialiser;
import io.tidemark.aggregate.Value;
import io.tidemark.output.RejectReason;
import io.tidemark.process.CarriedForward;
import io.tidemark.process.ProcessContext;
import io.tidemark.process.ProcessDefinition;
import io.tidemark.process.ProcessFunction;
import io.tidemark.process.TimerDomain;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.runtime.SideFull;
import io.tidemark.time.ClockTolerance;
import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever code of the user's throws, the engine stops and says which job and which function, in
 * hidden classes and in plain ones, inline and on a thread of its own.
 */
class UserCodeTest {
  private static final String POISON = "poisoned";

  /** An event that may be poisoned itself. */
  private static final class Dose extends Event {
    long time;
    long key;
    boolean poisonsClearing;

    @Override
    public void clear() {
      if (poisonsClearing) {
        poisonsClearing = false;
        throw poison();
      }
    }

    static void copy(Dose from, Dose to) {
      throw poison();
    }
  }

  private static IllegalStateException poison() {
    return new IllegalStateException(POISON);
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // It never returns one.
  private static <T> T poisoned() {
    throw poison();
  }

  /** Throws in one of its functions, although it says that it never throws. */
  private record Liar(String function) implements Invertible {
    private void call(String called) {
      if (called.equals(function)) {
        throw poison();
      }
    }

    @Override
    public int inputs() {
      return 0;
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Column> columns() {
      return List.of(Column.ofLong(""));
    }

    @Override
    public void create(long[] rows, int at) {
      rows[at] = 0;
      call("create");
    }

    @Override
    public void add(long[] rows, int at, long[] values, int first, long timestamp) {
      rows[at]++;
      call("add");
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      rows[at] += from[fromAt];
      call("merge");
    }

    @Override
    public void subtract(long[] rows, int at, long[] from, int fromAt) {
      rows[at] -= from[fromAt];
      call("subtract");
    }

    @Override
    public void result(long[] rows, int at, long[] out, int outAt) {
      out[outAt] = rows[at];
      call("result");
    }

    @Override
    public boolean mayThrow() {
      return false;
    }
  }

  /** Throws at one of its results. */
  private record LateLiar(AtomicInteger results, int at) implements Aggregate {
    @Override
    public int inputs() {
      return 0;
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Column> columns() {
      return List.of(Column.ofLong(""));
    }

    @Override
    public void create(long[] rows, int at) {
      rows[at] = 0;
    }

    @Override
    public void add(long[] rows, int at, long[] values, int first, long timestamp) {
      rows[at]++;
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      rows[at] += from[fromAt];
    }

    @Override
    public void result(long[] rows, int at, long[] out, int outAt) {
      out[outAt] = rows[at];
      if (results.incrementAndGet() == this.at) {
        throw poison();
      }
    }

    @Override
    public boolean mayThrow() {
      return false;
    }
  }

  private static final class Timer implements ProcessFunction<Dose> {
    @Override
    public void onEvent(Dose event, ProcessContext context) {
      context.registerEventTimer(event.time + 5);
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      throw poison();
    }
  }

  private static final class Generator implements WatermarkGenerator<Dose> {
    private final boolean throwsAtTicks;

    Generator(boolean throwsAtTicks) {
      this.throwsAtTicks = throwsAtTicks;
    }

    @Override
    public void onEvent(Dose event, long timestamp, WatermarkOutput output) {
      if (!throwsAtTicks) {
        throw poison();
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      throw poison();
    }
  }

  /** A job and its options, and what is told of it. */
  private record Case(
      UnaryOperator<JobBuilder<Dose>> job,
      UnaryOperator<EngineOptions<Dose>> options,
      String told) {}

  private static Case ofJob(String told, UnaryOperator<JobBuilder<Dose>> job) {
    return new Case(job, options -> options, told);
  }

  private static Case ofOptions(String told, UnaryOperator<EngineOptions<Dose>> options) {
    return new Case(job -> job, options, told);
  }

  private static Case ofAggregate(String function, WindowDefinition<Dose> window, String detail) {
    Aggregation<Dose> liar = new Aggregation<>(new Liar(function), List.of());
    return ofJob(
        function + " function of aggregate liar of window " + window.name() + detail,
        job -> job.window(window.aggregate("n", Aggregates.count()).aggregate("liar", liar)));
  }

  private static Map<String, Case> cases() {
    Map<String, Case> cases = new LinkedHashMap<>();
    Value<Dose> value = Value.ofLong(event -> poisoned());
    cases.put("map", ofJob("map function", job -> job.map(event -> poisoned())));
    cases.put(
        "timestamp",
        ofJob("timestamp function", job -> job.timestamp(MILLISECONDS, event -> poisoned())));
    cases.put(
        "hasTimestamp", ofJob("timestamp function", job -> job.hasTimestamp(event -> poisoned())));
    cases.put("key", ofJob("key function", job -> job.key(event -> poisoned())));
    cases.put("filter", ofJob("filter function", job -> job.filter(event -> poisoned())));
    cases.put(
        "id", ofJob("id of an event", job -> job.deduplicate(event -> poisoned(), ofMillis(10))));
    cases.put(
        "value",
        ofJob(
            "value function of aggregate low of window w",
            job ->
                job.window(
                    WindowDefinition.<Dose>tumbling("w", ofMillis(10))
                        .aggregate("sum", Aggregates.sum(Value.ofLong(event -> event.key)))
                        .aggregate("low", Aggregates.min(value)))));
    cases.put(
        "gap",
        ofJob(
            "value function of the gap of window w",
            job ->
                job.window(
                    WindowDefinition.<Dose>session("w", event -> poisoned())
                        .aggregate("n", Aggregates.count()))));
    WindowDefinition<Dose> tumbling = WindowDefinition.tumbling("t", ofMillis(10));
    WindowDefinition<Dose> sliding = WindowDefinition.sliding("s", ofMillis(30), ofMillis(10));
    cases.put("create", ofAggregate("create", tumbling, ""));
    cases.put("add", ofAggregate("add", tumbling, ""));
    cases.put("result", ofAggregate("result", tumbling, " for key 1, start 0"));
    cases.put(
        "mergeOfSessions",
        ofAggregate(
            "merge",
            WindowDefinition.<Dose>session("m", ofMillis(10)).allowedLateness(ofMillis(100)),
            ""));
    cases.put("mergeOfPanes", ofAggregate("merge", sliding, ""));
    cases.put("subtract", ofAggregate("subtract", sliding, ""));
    cases.put(
        "process",
        ofJob(
            "onEvent function of process p",
            job ->
                job.process(
                    ProcessDefinition.<Dose>of("p", () -> (event, context) -> poisoned())
                        .output("o"))));
    cases.put(
        "timer",
        ofJob(
            "onTimer function of process p",
            job -> job.process(ProcessDefinition.<Dose>of("p", Timer::new).output("o"))));
    cases.put(
        "carried",
        ofJob(
            "value function of process filled",
            job ->
                job.process(
                    CarriedForward.<Dose>of("filled", ofMillis(10), ofMillis(0))
                        .value("v", value))));
    cases.put(
        "generator",
        ofJob(
            "watermark generator of partition 0",
            job -> job.watermarks(WatermarkStrategy.forGenerator(c -> new Generator(false)))));
    cases.put(
        "generatorAtTicks",
        ofJob(
            "watermark generator of partition 0",
            job ->
                job.watermarks(
                    WatermarkStrategy.<Dose>forGenerator(c -> new Generator(true))
                        .emitEvery(ofMillis(10)))));
    cases.put(
        "generatorSupplier",
        ofJob(
            "watermark generator of partition 0",
            job -> job.watermarks(WatermarkStrategy.forGenerator(c -> poisoned()))));
    cases.put("onResult", ofOptions("onResult handler", o -> o.onResult(result -> poisoned())));
    cases.put("onLate", ofOptions("onLate handler", o -> o.onLate(late -> poisoned())));
    cases.put(
        "onRejected", ofOptions("onRejected handler", o -> o.onRejected(event -> poisoned())));
    cases.put(
        "onClockAlarm",
        ofOptions(
            "onClockAlarm handler",
            o -> o.onClockAlarm(ClockTolerance.DEFAULT, alarm -> poisoned())));
    cases.put(
        "onProcessResult",
        new Case(
            job ->
                job.process(
                    ProcessDefinition.<Dose>of(
                            "p", () -> (event, context) -> context.output(0).emit())
                        .output("o")),
            o -> o.onProcessResult(row -> poisoned()),
            "onProcessResult handler"));
    cases.put(
        "copy",
        ofOptions(
            "copy function of the side thread", o -> o.sideThread(Dose::copy, 8, SideFull.WAIT)));
    cases.put("clear", ofOptions("clear function of an event", o -> o));
    return cases;
  }

  @AfterEach
  void specialiseAgain() {
    System.clearProperty(Specialiser.PLAIN_PROPERTY);
  }

  @ParameterizedTest
  @CsvSource({"inline, false", "inline, true", "fused, false", "fused, true"})
  void shouldNameJobAndFunctionOfWhateverThrows(String layout, boolean plain) {
    System.setProperty(Specialiser.PLAIN_PROPERTY, String.valueOf(plain));
    Map<String, Case> cases = cases();
    if (layout.equals("inline")) {
      // It has no side thread.
      cases.remove("copy");
    }
    cases.forEach(
        (name, each) -> {
          EngineOptions<Dose> options =
              layout.equals("inline") ? EngineOptions.inline() : EngineOptions.fused();
          Engine<Dose> engine =
              Engine.start(
                  each.job.apply(job(Dose::new)).build(),
                  each.options.apply(options.withoutTicker().onLate(late -> {})));
          AtomicInteger published = new AtomicInteger();
          assertThat(catchThrowable(() -> publishAndClose(engine, name, published)))
              .as(name)
              .isInstanceOf(EngineFailedException.class)
              .hasRootCauseMessage(POISON);
          assertThat(engine.failure())
              .as(name)
              .hasMessageStartingWith(
                  "job dosed: the "
                      + each.told
                      + " threw java.lang.IllegalStateException: poisoned");
        });
  }

  /** In each case something is thrown on the way, or at the end. */
  private static void publishAndClose(Engine<Dose> engine, String name, AtomicInteger published) {
    Publisher<Dose> publisher = engine.publisher();
    for (long time : new long[] {0, 15, 8, 12, 25, 40, 55, 3}) {
      Dose event = publisher.claim();
      event.time = time;
      event.key = 1;
      event.poisonsClearing = name.equals("clear") && time == 8;
      publisher.publish(0, published.incrementAndGet() * 10_000_000L);
    }
    publisher.claim();
    publisher.reject(0, 90_000_000L, RejectReason.BAD_ROW);
    if (name.equals("onClockAlarm")) {
      jump(publisher);
    }
    engine.close();
  }

  /** A clock that goes right for long and then is an hour off. */
  private static void jump(Publisher<Dose> publisher) {
    for (int i = 0; i < 12_000; i++) {
      Dose event = publisher.claim();
      event.time = 100 + 10L * i + (i < 6_000 ? 0 : 3_600_000);
      event.key = 1;
      publisher.publish(0, (100 + 10L * i) * 1_000_000);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "inline, key, 0",
    "inline, add, 0",
    "inline, result, 15",
    "inline, onResult, 15",
    "fused, key, 0",
    "fused, add, 0",
    "fused, result, 15",
    "fused, onResult, 15"
  })
  void shouldTellWhatWasThrownFirstWhereClearingThrowsToo(String layout, String name, long last) {
    Case each = cases().get(name);
    EngineOptions<Dose> options =
        layout.equals("inline") ? EngineOptions.inline() : EngineOptions.fused();
    Engine<Dose> engine =
        Engine.start(
            each.job.apply(job(Dose::new)).build(), each.options.apply(options.withoutTicker()));
    Publisher<Dose> publisher = engine.publisher();
    publisher.claim(2);
    dose(publisher, 0, 0).poisonsClearing = last == 0;
    dose(publisher, 1, 15).poisonsClearing = last == 15;

    assertThat(
            catchThrowable(
                () -> {
                  publisher.publishClaimed(2);
                  engine.close();
                }))
        .isInstanceOf(EngineFailedException.class);
    assertThat(engine.failure())
        .hasMessageStartingWith("job dosed: the " + each.told + " threw")
        .hasRootCauseMessage(POISON);
    assertThat(engine.failure().getSuppressed())
        .singleElement()
        .satisfies(UserCodeTest::isOfClearing);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void shouldNameWhatClearsCopiesToo(boolean handlerThrows) {
    Engine<Dose> engine =
        Engine.start(
            job(Dose::new).build(),
            EngineOptions.<Dose>fused()
                .withoutTicker()
                .onLate(
                    late -> {
                      if (handlerThrows) {
                        throw poison();
                      }
                    })
                .sideThread((from, to) -> to.poisonsClearing = true, 8, SideFull.WAIT));

    assertThat(catchThrowable(() -> publishAndClose(engine, "late", new AtomicInteger())))
        .isInstanceOf(EngineFailedException.class);
    if (handlerThrows) {
      assertThat(engine.failure()).hasMessageStartingWith("job dosed: the onLate handler threw");
      assertThat(engine.failure().getSuppressed())
          .singleElement()
          .satisfies(UserCodeTest::isOfClearing);
    } else {
      isOfClearing(engine.failure());
      assertThat(engine.failure().getSuppressed()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void shouldTellWhatAnEarlierFiringThrewBeforeWhatALaterEventDid(boolean handlerThrows) {
    // More than one slice of results.
    int keys = 5_000;
    AtomicInteger results = new AtomicInteger();
    JobBuilder<Dose> job =
        job(Dose::new)
            .key(event -> event.key < 0 ? poisoned() : event.key)
            .window(
                WindowDefinition.<Dose>tumbling("late", ofMillis(10))
                    .aggregate(
                        "n",
                        new Aggregation<>(
                            handlerThrows ? new Liar("none") : new LateLiar(results, keys),
                            List.of())));
    Engine<Dose> engine =
        Engine.start(
            job.build(),
            EngineOptions.<Dose>fused()
                .withoutTicker()
                .onResult(
                    result -> {
                      if (handlerThrows && results.incrementAndGet() == keys) {
                        throw poison();
                      }
                    }));
    Publisher<Dose> publisher = engine.publisher();
    for (int key = 0; key < keys; key++) {
      publisher.claim(1);
      dose(publisher, 0, 0).key = key;
      publisher.publishClaimed(1);
    }
    publisher.claim(2);
    dose(publisher, 0, 15);
    dose(publisher, 1, 15).key = -1;

    assertThat(
            catchThrowable(
                () -> {
                  publisher.publishClaimed(2);
                  engine.close();
                }))
        .isInstanceOf(EngineFailedException.class);
    assertThat(engine.failure())
        .hasMessageStartingWith(
            handlerThrows
                ? "job dosed: the onResult handler threw"
                : "job dosed: the result function of aggregate n of window late for key ");
    assertThat(engine.failure().getSuppressed())
        .singleElement()
        .satisfies(
            later -> assertThat(later).hasMessageStartingWith("job dosed: the key function threw"));
  }

  private static Dose dose(Publisher<Dose> publisher, int i, long time) {
    Dose event = publisher.event(i, 0, 0);
    event.time = time;
    event.key = 1;
    return event;
  }

  private static void isOfClearing(Throwable thrown) {
    assertThat(thrown)
        .hasMessageStartingWith("job dosed: the clear function of an event threw")
        .hasRootCauseMessage(POISON);
  }

  @Test
  void shouldNameJobAndSupplierOfWhatThrowsAtTheStart() {
    Map<String, JobBuilder<Dose>> starts = new LinkedHashMap<>();
    starts.put(
        "watermark generator of partition 0",
        job(Dose::new)
            .partitions(1)
            .watermarks(WatermarkStrategy.forGenerator(context -> poisoned())));
    starts.put("events function", job(UserCodeTest::poisoned));
    starts.put(
        "supplier of the function of process p",
        job(Dose::new).process(ProcessDefinition.<Dose>of("p", () -> poisoned()).output("o")));
    starts.forEach(
        (told, builder) ->
            assertThatThrownBy(() -> Engine.start(builder.build(), EngineOptions.inline()))
                .hasMessage(
                    "job dosed: the " + told + " threw java.lang.IllegalStateException: poisoned")
                .hasRootCauseMessage(POISON));
  }

  private static JobBuilder<Dose> job(Supplier<Dose> events) {
    return Job.builder("dosed", events)
        .timestamp(MILLISECONDS, event -> event.time)
        .key(event -> event.key)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(0)))
        .window(
            WindowDefinition.<Dose>tumbling("first", ofMillis(10))
                .aggregate("n", Aggregates.count()));
  }
}
