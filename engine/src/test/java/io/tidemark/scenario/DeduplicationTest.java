package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.output.RejectReason;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that come again are rejected, and leave no trace. */
class DeduplicationTest {
  /** An event with an id of its own. */
  static final class Reading extends Event {
    long id;
    long time;
    long key;
    long value;
  }

  /** A reading as it is sent. */
  private record Sent(long id, long time, long key, long value, int partition) {}

  private final TreeMap<String, String> results = new TreeMap<>();
  private final List<String> rejected = new ArrayList<>();

  /**
   * The stream has 1 % of its events twice or more, at once or much later; all sums are those of
   * the stream without these, and as many as were sent again are counted.
   */
  @ParameterizedTest
  @CsvSource({"inline, 1", "inline, 64", "fused, 1", "fused, 64"})
  void s173ShouldLeaveEverySumUnchangedByRetries(String layout, int claim) {
    long seed = 173;
    List<Sent> once = stream(seed);
    List<Sent> withRetries = withRetries(once, seed);
    int retries = withRetries.size() - once.size();
    assertThat(retries).isBetween(150, 500);

    run(builder(), options(layout), once, claim);
    TreeMap<String, String> wanted = new TreeMap<>(results);
    results.clear();
    Engine<Reading> engine =
        run(builder().deduplicate(r -> r.id, ofSeconds(30)), options(layout), withRetries, claim);

    assertThat(results).as("seed %d", seed).isEqualTo(wanted).hasSizeGreaterThan(100);
    assertThat(engine.counters().rejected(RejectReason.DUPLICATE.ordinal()).value())
        .isEqualTo(retries)
        .isEqualTo(engine.counters().rejected());
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  /**
   *
   *
   * <pre>
   * watermark   none    99    109 = 100 + 10 - 1    110
   * id 1 at 100  new   again        again           new: it has been forgotten
   * </pre>
   */
  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldForgetAnEventOnceTheWatermarkIsTheHorizonPastIt(String layout) {
    Engine<Reading> engine =
        run(
            builder().deduplicate(r -> r.id, ofMillis(10)),
            options(layout),
            List.of(
                new Sent(1, 100, 0, 1, 0),
                new Sent(1, 100, 0, 2, 0),
                new Sent(2, 160, 0, 4, 0),
                new Sent(1, 100, 0, 8, 0),
                new Sent(3, 161, 0, 16, 0),
                new Sent(1, 100, 0, 32, 0),
                new Sent(1, 100, 0, 64, 0)),
            1);
    assertThat(rejected).containsExactly("duplicate 2", "duplicate 8");
    assertThat(engine.counters().accepted.value()).isEqualTo(5);
  }

  /** Neither the watermark nor the silence of its partition is moved by it. */
  @Test
  void shouldMoveNothingByADuplicate() {
    Job<Reading> job =
        builder()
            .partitions(2)
            .watermarks(WatermarkStrategy.monotonous().idleness(ofMillis(150)))
            .deduplicate(r -> r.id, ofSeconds(1))
            .build();
    try (Engine<Reading> engine = Engine.start(job, options("inline"))) {
      publish(engine, new Sent(1, 50, 0, 0, 0), 0);
      publish(engine, new Sent(2, 10, 0, 0, 1), 0);
      publish(engine, new Sent(1, 900, 0, 0, 0), 60);
      publish(engine, new Sent(2, 900, 0, 0, 1), 60);
      assertThat(engine.watermark()).isEqualTo(9);
      publish(engine, new Sent(3, 51, 0, 0, 0), 80);
      engine.publisher().tick(MILLISECONDS.toNanos(200));
      assertThat(engine.partitions().isIdle(1)).isTrue();
      assertThat(engine.watermark()).isEqualTo(50);
    }
    assertThat(rejected).hasSize(2);
  }

  /**
   * What is rejected for another reason was not there, and what the filter leaves out is no one's.
   */
  @Test
  void shouldRememberAcceptedEventsOnly() {
    Job<Reading> job =
        builder()
            .partitions(1)
            .noOtherPartitions()
            .filter(r -> r.key != 7)
            .deduplicate(r -> r.id, ofSeconds(1))
            .build();
    try (Engine<Reading> engine = Engine.start(job, options("inline"))) {
      publish(engine, new Sent(1, 100, 0, 1, 5), 0);
      publish(engine, new Sent(1, 100, 0, 2, 0), 0);
      publish(engine, new Sent(2, 100, 7, 4, 0), 0);
      publish(engine, new Sent(2, 100, 7, 8, 0), 0);
      publish(engine, new Sent(2, 100, 0, 16, 0), 0);
      publish(engine, new Sent(2, 100, 0, 32, 0), 0);
    }
    assertThat(rejected).containsExactly("partition 1", "duplicate 32");
  }

  @Test
  void shouldRejectOrStopWhereTheIdThrows() {
    JobBuilder<Reading> job = builder().deduplicate(r -> 1 / r.id, ofSeconds(1)).rejectOnThrow();
    run(job, options("inline"), List.of(new Sent(0, 1, 0, 1, 0), new Sent(1, 2, 0, 2, 0)), 2);
    assertThat(rejected).containsExactly("user-code 1");

    JobBuilder<Reading> stops = builder().deduplicate(r -> 1 / r.id, ofSeconds(1));
    assertThatThrownBy(() -> run(stops, options("inline"), List.of(new Sent(0, 1, 0, 1, 0)), 1))
        .hasRootCauseInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldRefuseAHorizonThatCannotBe() {
    assertThatThrownBy(() -> builder().deduplicate(r -> r.id, ofMillis(0)))
        .hasMessage("deduplication.horizon: PT0S; expected more than 0");
    assertThatThrownBy(() -> builder().deduplicate(r -> r.id, ofNanos(5)).build())
        .hasMessage("deduplication.horizon: PT0.000000005S is no whole number of ms");
  }

  private static List<Sent> stream(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Sent> sent = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      long time = i * 5L - random.nextInt(random.nextInt(100) == 0 ? 3_000 : 50);
      sent.add(new Sent(random.nextLong(), time, random.nextInt(20), random.nextInt(1_000), i % 3));
    }
    return sent;
  }

  /** Sends one in a hundred again, now and then several times, up to 2,000 events later. */
  private static List<Sent> withRetries(List<Sent> once, long seed) {
    SplittableRandom random = new SplittableRandom(seed + 1);
    List<List<Sent>> after = new ArrayList<>();
    for (int i = 0; i < once.size(); i++) {
      after.add(new ArrayList<>());
    }
    for (int i = 0; i < once.size(); i++) {
      while (random.nextInt(100) == 0) {
        int later = random.nextInt(random.nextBoolean() ? 3 : 2_000);
        after.get(Math.min(i + later, once.size() - 1)).add(once.get(i));
      }
    }
    List<Sent> sent = new ArrayList<>();
    for (int i = 0; i < once.size(); i++) {
      sent.add(once.get(i));
      sent.addAll(after.get(i));
    }
    return sent;
  }

  private static JobBuilder<Reading> builder() {
    Value<Reading> value = Value.ofLong(r -> r.value);
    return Job.builder("dedup", Reading::new)
        .timestamp(MILLISECONDS, r -> r.time)
        .key(r -> r.key)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(50)))
        .window(
            WindowDefinition.<Reading>tumbling("w", ofSeconds(10))
                .allowedLateness(ofSeconds(1))
                .aggregate("n", count())
                .aggregate("v", sum(value)));
  }

  private EngineOptions<Reading> options(String layout) {
    EngineOptions<Reading> options =
        layout.equals("inline") ? EngineOptions.inline() : EngineOptions.fused();
    return options
        .onResult(
            r ->
                results.put(
                    r.key() + " " + r.start() + " " + r.revision(),
                    r.longValue(0) + " " + r.longValue(1)))
        .onLate(late -> {})
        .onRejected(r -> rejected.add(r.reason().text() + " " + r.event().value));
  }

  private static Engine<Reading> run(
      JobBuilder<Reading> job, EngineOptions<Reading> options, List<Sent> all, int claim) {
    Engine<Reading> engine = Engine.start(job.build(), options);
    Publisher<Reading> publisher = engine.publisher();
    for (int from = 0; from < all.size(); from += claim) {
      int count = Math.min(claim, all.size() - from);
      publisher.claim(count);
      for (int i = 0; i < count; i++) {
        fill(publisher.event(i, all.get(from + i).partition(), 0), all.get(from + i));
      }
      publisher.publishClaimed(count);
    }
    engine.close();
    return engine;
  }

  private static void publish(Engine<Reading> engine, Sent sent, long arrivalMs) {
    fill(engine.publisher().claim(), sent);
    engine.publisher().publish(sent.partition(), MILLISECONDS.toNanos(arrivalMs));
  }

  private static void fill(Reading reading, Sent sent) {
    reading.id = sent.id();
    reading.time = sent.time();
    reading.key = sent.key();
    reading.value = sent.value();
  }
}
