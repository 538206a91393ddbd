package io.tidemark.testkit;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.aggregate.Value;
import io.tidemark.output.RejectReason;
import io.tidemark.testkit.FaultySource.Delivery;
import io.tidemark.testkit.FaultySource.Sent;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault by itself, and what the engine makes of all of them. */
class FaultySourceTest {
  private static final long SEED = 173;
  private static final int SOURCES = 5;
  private static final long START_NS = SECONDS.toNanos(1_700_000_000);
  private static final long GAP_NS = MILLISECONDS.toNanos(10);

  /** An event every 10 ms, of the sources in turn. */
  private final List<Sent> sent = new ArrayList<>();

  FaultySourceTest() {
    for (int i = 0; i < 30_000; i++) {
      sent.add(new Sent(i % SOURCES, START_NS + i * GAP_NS));
    }
  }

  @Test
  void shouldHandOverAllAsItHappensUnlessAskedForFaults() {
    List<Delivery> deliveries = FaultySource.of(SEED).deliver(sent);
    assertThat(deliveries).hasSameSizeAs(sent);
    for (int i = 0; i < sent.size(); i++) {
      Sent event = sent.get(i);
      assertThat(deliveries.get(i))
          .isEqualTo(new Delivery(i, event.source(), event.timeNs(), event.timeNs(), false));
    }
    assertThat(FaultySource.of(SEED).deliver(List.of())).isEmpty();
  }

  @Test
  void shouldGiveTheSameForTheSameSeedOnly() {
    assertThat(faulty(SEED).deliver(sent)).isEqualTo(faulty(SEED).deliver(sent));
    assertThat(faulty(SEED).deliver(sent)).isNotEqualTo(faulty(SEED + 1).deliver(sent));
  }

  @Test
  void s136ShouldDelayByTheNetwork() {
    List<Delivery> deliveries =
        FaultySource.of(SEED).network(ofMillis(200), ofMillis(900)).deliver(sent);
    double sumNs = 0;
    long outOfOrder = 0;
    long longest = 0;
    long latestNs = 0;
    for (Delivery delivery : deliveries) {
      long delayNs = delivery.arrivalNs() - sent.get(delivery.index()).timeNs();
      assertThat(delayNs).isBetween(0L, MILLISECONDS.toNanos(900));
      longest = Math.max(longest, delayNs);
      sumNs += delayNs;
      outOfOrder += delivery.timestampNs() < latestNs ? 1 : 0;
      latestNs = Math.max(latestNs, delivery.timestampNs());
    }
    assertThat(sumNs / deliveries.size() / 1e6).isCloseTo(200, within(10.0));
    assertThat(longest).isEqualTo(MILLISECONDS.toNanos(900));
    assertThat(outOfOrder).isGreaterThan(sent.size() / 2);
    assertThat(deliveries)
        .isSortedAccordingTo((a, b) -> Long.compare(a.arrivalNs(), b.arrivalNs()));
  }

  @Test
  void s136ShouldSkewEachSourcesClock() {
    List<Delivery> deliveries = FaultySource.of(SEED).clocks(ofSeconds(3), 400).deliver(sent);
    Map<Integer, List<Delivery>> bySource =
        deliveries.stream().collect(Collectors.groupingBy(Delivery::source));
    Set<Long> offsets = new HashSet<>();
    for (List<Delivery> all : bySource.values()) {
      long first = errorNs(all.get(0));
      long last = errorNs(all.get(all.size() - 1));
      assertThat(first).isBetween(-SECONDS.toNanos(3) - 20_000, SECONDS.toNanos(3) + 20_000);
      // 400 millionths of 300 s.
      assertThat(Math.abs(last - first)).isBetween(1L, MILLISECONDS.toNanos(120));
      // It drifts evenly.
      assertThat((double) errorNs(all.get(all.size() / 2)))
          .isCloseTo((first + last) / 2.0, within(100_000.0));
      assertThat(all).allMatch(d -> d.arrivalNs() == sent.get(d.index()).timeNs());
      offsets.add(first);
    }
    assertThat(offsets).as("each has its own").hasSize(SOURCES);
  }

  private long errorNs(Delivery delivery) {
    return delivery.timestampNs() - sent.get(delivery.index()).timeNs();
  }

  @Test
  void s136ShouldHandOverABurstWhenASourceIsOnlineAgain() {
    List<Delivery> deliveries =
        FaultySource.of(SEED).offline(ofSeconds(40), ofSeconds(10)).deliver(sent);
    Map<Integer, TreeMap<Long, Long>> bursts = new TreeMap<>();
    for (Delivery delivery : deliveries) {
      long heldNs = delivery.arrivalNs() - sent.get(delivery.index()).timeNs();
      assertThat(heldNs).isBetween(0L, SECONDS.toNanos(10));
      if (heldNs > 0) {
        bursts
            .computeIfAbsent(delivery.source(), source -> new TreeMap<>())
            .merge(delivery.arrivalNs(), 1L, Long::sum);
      }
    }
    // 300 s: five or six times, and at both ends maybe a part of it. 20 events a second each.
    assertThat(bursts).hasSize(SOURCES);
    for (TreeMap<Long, Long> times : bursts.values()) {
      assertThat(times).hasSizeBetween(5, 7);
      assertThat(times.values()).allMatch(size -> size <= 201).contains(200L);
    }
    for (Delivery delivery : deliveries) {
      Long burst = bursts.get(delivery.source()).higherKey(delivery.arrivalNs());
      if (burst != null && burst - delivery.arrivalNs() < SECONDS.toNanos(10)) {
        assertThat(sent.get(delivery.index()).timeNs())
            .as("nothing arrives while it is offline")
            .isLessThanOrEqualTo(burst - SECONDS.toNanos(10));
      }
    }
  }

  @Test
  void s173ShouldSendAShareAgain() {
    List<Delivery> deliveries = FaultySource.of(SEED).retries(0.01, ofSeconds(2)).deliver(sent);
    Map<Integer, Long> lastNs = new TreeMap<>();
    long retries = 0;
    for (Delivery delivery : deliveries) {
      Long beforeNs = lastNs.put(delivery.index(), delivery.arrivalNs());
      assertThat(delivery.isRetry()).isEqualTo(beforeNs != null);
      if (beforeNs != null) {
        retries++;
        assertThat(delivery.arrivalNs() - beforeNs).isEqualTo(SECONDS.toNanos(2));
        assertThat(delivery.timestampNs()).isEqualTo(sent.get(delivery.index()).timeNs());
      }
    }
    assertThat(lastNs).hasSameSizeAs(sent);
    assertThat(deliveries).hasSize(sent.size() + (int) retries);
    assertThat((double) retries / sent.size()).isCloseTo(0.01, within(0.003));
  }

  @Test
  void shouldRefuseFaultsThatCannotBe() {
    FaultySource source = FaultySource.of(SEED);
    assertThatThrownBy(() -> source.network(ofNanos(0), ofSeconds(1)))
        .hasMessage("network.mean: PT0S; expected PT0.000000001S or more");
    assertThatThrownBy(() -> source.network(ofMillis(5), ofMillis(4)))
        .hasMessage("network.most: PT0.004S; expected PT0.005S or more");
    assertThatThrownBy(() -> source.clocks(ofMillis(-1), 0))
        .hasMessage("clocks.offset: PT-0.001S; expected PT0S or more");
    assertThatThrownBy(() -> source.clocks(ofMillis(1), Double.NaN))
        .hasMessage("clocks.drift: NaN ppm; expected 0 to 1000000");
    assertThatThrownBy(() -> source.retries(1, ofMillis(1)))
        .hasMessage("retries.share: 1.0; expected 0 to below 1");
  }

  /**
   * Network, clocks and offline clients make events late; 1 % of them come again. Rejected by their
   * ids, these leave each result as it is without them, and each is counted.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s173ShouldLeaveEverySumUnchangedByRetries(boolean fused) {
    List<Delivery> deliveries = faulty(SEED).deliver(sent);
    List<Delivery> once = deliveries.stream().filter(delivery -> !delivery.isRetry()).toList();
    int retries = deliveries.size() - sent.size();
    assertThat(once).hasSameSizeAs(sent);
    assertThat(retries).isBetween(200, 400);

    TreeMap<String, String> wanted = new TreeMap<>();
    Engine<Reading> without = run(job(), fused, once, wanted);
    TreeMap<String, String> sums = new TreeMap<>();
    Engine<Reading> with =
        run(job().deduplicate(reading -> reading.id, ofSeconds(60)), fused, deliveries, sums);

    assertThat(without.counters().behindWatermark.value()).isGreaterThan(sent.size() / 100);
    assertThat(without.counters().windows().get(0).tooLate.value()).isPositive();
    assertThat(sums).isEqualTo(wanted).hasSizeGreaterThan(100);
    assertThat(with.counters().rejected(RejectReason.DUPLICATE.ordinal()).value())
        .isEqualTo(retries)
        .isEqualTo(with.counters().rejected());

    TreeMap<String, String> twice = new TreeMap<>();
    run(job(), fused, deliveries, twice);
    assertThat(twice).as("counted twice, sums differ").isNotEqualTo(wanted);
  }

  /** An event of a client. */
  private static final class Reading extends Event {
    private long id;
    private long timeMs;
    private long source;

    @Override
    public void clear() {
      id = 0;
    }
  }

  private static FaultySource faulty(long seed) {
    return FaultySource.of(seed)
        .network(ofMillis(30), ofSeconds(2))
        .clocks(ofMillis(300), 50)
        .offline(ofSeconds(40), ofSeconds(5))
        .retries(0.01, ofSeconds(2));
  }

  private static JobBuilder<Reading> job() {
    Value<Reading> id = Value.ofLong(reading -> reading.id);
    return Job.builder("faults", Reading::new)
        .timestamp(MILLISECONDS, reading -> reading.timeMs)
        .key(reading -> reading.source)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofSeconds(1)))
        .window(
            WindowDefinition.<Reading>tumbling("w", ofSeconds(10))
                .allowedLateness(ofSeconds(2))
                .aggregate("n", count())
                .aggregate("ids", sum(id)));
  }

  private static Engine<Reading> run(
      JobBuilder<Reading> job,
      boolean fused,
      List<Delivery> deliveries,
      TreeMap<String, String> sums) {
    EngineOptions<Reading> options =
        fused ? EngineOptions.<Reading>fused().withoutTicker() : EngineOptions.inline();
    Engine<Reading> engine =
        Engine.start(
            job.build(),
            options
                .onResult(
                    result ->
                        sums.put(
                            result.key() + " " + result.start() + " " + result.revision(),
                            result.longValue(0) + " " + result.longValue(1)))
                .onLate(late -> {})
                .onRejected(rejected -> {}));
    for (Delivery delivery : deliveries) {
      Reading reading = engine.publisher().claim();
      reading.id = delivery.index();
      reading.timeMs = NANOSECONDS.toMillis(delivery.timestampNs());
      reading.source = delivery.source();
      engine.publisher().publish(0, delivery.arrivalNs());
    }
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    return engine;
  }
}
