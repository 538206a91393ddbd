package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.first;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.Value;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * R16: the same events in ten thousand orders of arrival. They go through one engine, each order
 * some time after the one before, and results are told by the time from there on.
 */
class DisorderTest {
  private static final int ORDERS = 10_000;
  private static final int EVENTS = 60;
  private static final long BOUND = 200;
  private static final long SEED = 16;

  /** From one order to the next: what comes of one is over before. */
  private static final long APART = 10_000;

  private static final Value<Sample> VALUE = Value.ofLong(sample -> sample.value);

  /** An event of the first order, and how long it is under way in the order at hand. */
  private record Travelling(long time, long key, long value, long delay) {}

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<List<String>> results = new ArrayList<>();
  private final long[] countedOrLate = new long[ORDERS];
  private long late;

  @Test
  void r16ShouldGiveTheSameInTenThousandOrdersWithinTheBound() {
    run(BOUND);
    assertThat(late).isZero();
    assertThat(results.get(0)).hasSizeGreaterThan(100);
    for (int order = 1; order < ORDERS; order++) {
      assertThat(results.get(order)).as("seed %d, order %d", SEED, order).isEqualTo(results.get(0));
    }
  }

  @Test
  void r16ShouldCountOrHandOutEachEventInTenThousandOrdersBeyondTheBound() {
    run(4 * BOUND);
    assertThat(late).isGreaterThan(ORDERS);
    assertThat(countedOrLate).containsOnly(EVENTS);
  }

  private void run(long mostDelay) {
    Job<Sample> job =
        Job.builder("orders", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .key(sample -> sample.key)
            .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(BOUND)))
            .window(withAggregates(WindowDefinition.tumbling("tumbling", ofMillis(100))))
            .window(
                withAggregates(WindowDefinition.sliding("sliding", ofMillis(150), ofMillis(40))))
            .window(withAggregates(WindowDefinition.session("sessions", ofMillis(30))))
            .window(
                withAggregates(WindowDefinition.cumulative("growing", ofMillis(400), ofMillis(80))))
            .window(withAggregates(WindowDefinition.rolling("rolling", ofMillis(70))))
            .build();
    EngineOptions<Sample> options =
        EngineOptions.<Sample>inline()
            .onResult(this::fired)
            .onLate(
                event -> {
                  late++;
                  countedOrLate[(int) (event.timestamp() / APART)] += isTumbling(event.window());
                });
    List<Travelling> events = events();
    for (int i = 0; i < ORDERS; i++) {
      results.add(new ArrayList<>());
    }
    try (Engine<Sample> engine = Engine.start(job, options)) {
      for (int order = 0; order < ORDERS; order++) {
        publish(engine, order, arrivals(events, mostDelay));
      }
    }
    results.forEach(texts -> texts.sort(Comparator.naturalOrder()));
  }

  private static WindowDefinition<Sample> withAggregates(WindowDefinition<Sample> windows) {
    return windows
        .aggregate("n", count())
        .aggregate("sum", sum(VALUE))
        .aggregate("first", first(VALUE))
        .aggregate("last", last(VALUE));
  }

  /** All of different times, so that first and last do not depend on the order. */
  private List<Travelling> events() {
    List<Travelling> events = new ArrayList<>();
    long time = 500;
    for (int i = 0; i < EVENTS; i++) {
      time += random.nextLong(1, 60);
      events.add(new Travelling(time, random.nextInt(3), random.nextInt(1_000), 0));
    }
    return events;
  }

  private List<Travelling> arrivals(List<Travelling> events, long mostDelay) {
    return events.stream()
        .map(e -> new Travelling(e.time, e.key, e.value, random.nextLong(mostDelay + 1)))
        .sorted(Comparator.comparingLong(e -> e.time + e.delay))
        .toList();
  }

  private static void publish(Engine<Sample> engine, int order, List<Travelling> arrivals) {
    for (Travelling event : arrivals) {
      Sample sample = engine.publisher().claim();
      sample.time = order * APART + event.time;
      sample.key = event.key;
      sample.value = event.value;
      engine.publisher().publish(0, 0);
    }
  }

  private void fired(WindowResult result) {
    int order = (int) (result.start() / APART);
    countedOrLate[order] += isTumbling(result.window()) * result.longValue(0);
    results
        .get(order)
        .add(
            "%s k%d [%d,%d) r%d n=%d sum=%d first=%d last=%d"
                .formatted(
                    result.window(),
                    result.key(),
                    result.start() - order * APART,
                    result.end() - order * APART,
                    result.revision(),
                    result.longValue(0),
                    result.longValue(1),
                    result.longValue(2),
                    result.longValue(3)));
  }

  private static long isTumbling(String window) {
    return window.equals("tumbling") ? 1 : 0;
  }
}
