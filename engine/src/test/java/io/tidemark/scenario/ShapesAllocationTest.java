package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.avg;
import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.window.CalendarPeriod;
import io.tidemark.window.ExchangeHours;
import io.tidemark.window.WindowDefinition;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In steady state no shape of windows allocates for its events, late ones among them. */
class ShapesAllocationTest {
  private static final int EVENTS = 200_000;
  private static final int KEYS = 50;
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  private static final long SECONDS_AN_EVENT = 12;

  /** What the edges of a day that is new cost, once; there are some thousand events in each. */
  private static final long A_NEW_DAY_BYTES = 10_000;

  private final SplittableRandom random = new SplittableRandom(12);
  private long number;
  private long handled;

  static Stream<WindowDefinition<Sample>> shapes() {
    return Stream.of(
        WindowDefinition.cumulative("cumulative", ofHours(24), ofHours(1)),
        WindowDefinition.<Sample>cumulative("cumulative to the end", ofHours(6), ofMinutes(30))
            .endInclusive(),
        WindowDefinition.calendar("day", CalendarPeriod.DAY, NEW_YORK),
        WindowDefinition.exchange(
            "exchange", ExchangeHours.of(LocalTime.of(9, 30), LocalTime.of(16, 0), NEW_YORK)),
        WindowDefinition.global("global"),
        WindowDefinition.count("count", 7),
        WindowDefinition.count("sliding count", 20, 3),
        WindowDefinition.count("count with gaps", 3, 5),
        WindowDefinition.rolling("rolling", ofHours(2)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void shouldAllocateNothingInSteadyState(WindowDefinition<Sample> shape) {
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    Engine<Sample> engine =
        Engine.start(
            Job.builder("shapes", Sample::new)
                .timestamp(SECONDS, sample -> sample.time)
                .key(sample -> sample.key)
                .watermarks(boundedOutOfOrderness(ofMinutes(5)))
                .window(
                    shape
                        .allowedLateness(ofMinutes(20))
                        .aggregate("n", count())
                        .aggregate("mean", avg(value))
                        .aggregate("max", max(value))
                        .aggregate("last", last(value)))
                .build(),
            EngineOptions.<Sample>inline()
                .onResult(result -> handled += result.longValue(0))
                .onLate(late -> handled += late.lateness()));
    publish(engine, 2 * EVENTS);
    long days = EVENTS * SECONDS_AN_EVENT / 86_400;

    long allocated = Allocation.bytes(() -> publish(engine, EVENTS));

    assertThat(allocated)
        .as(shape.name() + ": bytes for " + EVENTS + " events")
        .isLessThan(Allocation.NOISE_BYTES + days * A_NEW_DAY_BYTES);
    assertThat(handled > 0).isEqualTo(!shape.name().equals("global"));
    engine.close();
    assertThat(handled).isPositive();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  /** Five events a minute; few are late, fewer too late. */
  private void publish(Engine<Sample> engine, int events) {
    Publisher<Sample> publisher = engine.publisher();
    for (int i = 0; i < events; i++) {
      long now = number++ * SECONDS_AN_EVENT;
      Sample sample = publisher.claim();
      sample.time = now - random.nextInt(random.nextInt(50) == 0 ? 3_000 : 300);
      sample.key = random.nextInt(KEYS);
      sample.value = random.nextInt(1_000);
      publisher.publish(0, 0);
    }
  }
}
