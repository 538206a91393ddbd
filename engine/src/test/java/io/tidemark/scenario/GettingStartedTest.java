package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first program of a user, as the texts on Flink show it, in our words. */
class GettingStartedTest {
  private static final long B = 1_700_000_000_000L;

  private final List<String> results = new ArrayList<>();
  private final List<String> late = new ArrayList<>();

  /** What a user writes: an event with fields of their own. */
  static final class Purchase extends Event {
    long user;
    double amount;
    long createdAt;

    @Override
    public void clear() {
      // Numbers only: nothing is kept alive.
    }
  }

  /** The samples of the documentation are compiled and run where they stand. */
  @Test
  void s074ShouldCompileAndRunTheSample() {
    Value<Purchase> amount = Value.ofDouble(purchase -> purchase.amount);
    Job<Purchase> job =
        Job.builder("purchases", Purchase::new)
            .timestamp(MILLISECONDS, purchase -> purchase.createdAt)
            .key(purchase -> purchase.user)
            .watermarks(boundedOutOfOrderness(ofSeconds(5)).idleness(ofMinutes(1)))
            .window(
                WindowDefinition.<Purchase>tumbling("five_minutes", ofMinutes(5))
                    .allowedLateness(ofMinutes(2))
                    .aggregate("n", count())
                    .aggregate("total", sum(amount)))
            .build();
    EngineOptions<Purchase> options =
        EngineOptions.<Purchase>inline()
            .onResult(result -> results.add(result.toString()))
            .onLate(event -> late.add("TOO_LATE key=" + event.key() + " ts=" + event.timestamp()));

    try (Engine<Purchase> engine = Engine.start(job, options)) {
      publish(engine, 1, 10, B);
      publish(engine, 2, 20, B + 120_000);
      publish(engine, 1, 30, B + 400_000);
      publish(engine, 1, 60, B + 50_000);
    }

    assertThat(results)
        .containsExactly(
            "five_minutes 1 [1699999800000,1700000100000) on-time 0 n=1 total=10.0",
            "five_minutes 2 [1700000100000,1700000400000) on-time 0 n=1 total=20.0",
            "five_minutes 1 [1700000400000,1700000700000) on-time 0 n=1 total=30.0");
    assertThat(late).containsExactly("TOO_LATE key=1 ts=1700000050000");
  }

  @Test
  void s079ShouldFireTheFirstUsersWindowWhenTheSecondComes() {
    Engine<Purchase> engine = Engine.start(totals(monotonous()), options());
    publish(engine, 1, 1.0, B);
    assertThat(results).isEmpty();

    publish(engine, 2, 2.0, B + 120_000);
    assertThat(engine.watermark()).isEqualTo(B + 119_999);
    assertThat(results).containsExactly("w 1 [1699999800000,1700000100000) on-time 0 total=1.0");

    engine.close();
    assertThat(results.subList(1, results.size()))
        .containsExactly("w 2 [1700000100000,1700000400000) on-time 0 total=2.0");
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  private EngineOptions<Purchase> options() {
    return EngineOptions.<Purchase>inline().onResult(result -> results.add(result.toString()));
  }

  private static Job<Purchase> totals(WatermarkStrategy<Object> strategy) {
    Value<Purchase> amount = Value.ofDouble(purchase -> purchase.amount);
    return Job.builder("totals", Purchase::new)
        .timestamp(MILLISECONDS, purchase -> purchase.createdAt)
        .key(purchase -> purchase.user)
        .watermarks(strategy)
        .window(
            WindowDefinition.<Purchase>tumbling("w", ofMinutes(5)).aggregate("total", sum(amount)))
        .build();
  }

  private static void publish(Engine<Purchase> engine, long user, double amount, long createdAt) {
    Publisher<Purchase> publisher = engine.publisher();
    Purchase purchase = publisher.claim();
    purchase.user = user;
    purchase.amount = amount;
    purchase.createdAt = createdAt;
    publisher.publish(0);
  }
}
