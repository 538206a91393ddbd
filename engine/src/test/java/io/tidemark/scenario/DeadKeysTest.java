package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.window.AccumulationMode;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.WindowDefinition;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * C26: keys that never come again leave nothing behind, whatever the windows: as many other keys
 * take the memory that the ones before had. A million keys of tumbling windows: {@code
 * io.tidemark.differential.MillionKeysTest}.
 */
class DeadKeysTest {
  private static final int KEYS = 3_000;
  private static final int ROUNDS = 10;

  /** Longer than any window and its lateness. */
  private static final long APART = 1_000;

  /**
   * Keys that stayed would take eight times as much at the least; the JVM itself takes less, for
   * classes and call sites.
   */
  private static final long ONE_LONG_A_KEY = (long) KEYS * Long.BYTES;

  /** An odd multiplier: distinct keys from all over the longs. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private long nextKey;
  private long fired;

  static Stream<WindowDefinition<Sample>> windows() {
    return plain().flatMap(windows -> Stream.of(windows, late(windows), triggered(windows)));
  }

  private static Stream<WindowDefinition<Sample>> plain() {
    return Stream.of(
        WindowDefinition.tumbling("tumbling", ofMillis(10)),
        WindowDefinition.sliding("sliding", ofMillis(50), ofMillis(10)),
        WindowDefinition.sliding("uneven", ofMillis(50), ofMillis(15)),
        WindowDefinition.session("sessions", ofMillis(10)),
        WindowDefinition.session("dynamic", sample -> 1 + sample.value % 10),
        WindowDefinition.cumulative("cumulative", ofMillis(100), ofMillis(50)),
        WindowDefinition.rolling("rolling", ofMillis(30)));
  }

  private static WindowDefinition<Sample> late(WindowDefinition<Sample> windows) {
    return windows.allowedLateness(ofMillis(200));
  }

  private static WindowDefinition<Sample> triggered(WindowDefinition<Sample> windows) {
    return windows.name().equals("rolling")
        ? windows
        : late(windows).early(EarlyFiring.everyEvents(2)).mode(AccumulationMode.RETRACTING);
  }

  @ParameterizedTest
  @MethodSource("windows")
  void c26ShouldTakeNoMoreMemoryForOtherKeys(WindowDefinition<Sample> windows) {
    Engine<Sample> engine = start(windows);
    WindowCounters counters = engine.counters().windows().get(0);
    long bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long before = Allocation.soFar();
      fill(engine, round * APART);
      long live = counters.liveRows();
      move(engine, (round + 1) * APART - 1);
      bytes += round < 2 ? 0 : Allocation.soFar() - before;
      assertThat(live).isGreaterThanOrEqualTo(KEYS);
      assertThat(counters.liveRows()).isZero();
    }

    assertThat(bytes).as("bytes for %d other keys", KEYS * (ROUNDS - 2)).isLessThan(ONE_LONG_A_KEY);
    assertThat(fired).isGreaterThanOrEqualTo((long) ROUNDS * KEYS);
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  private Engine<Sample> start(WindowDefinition<Sample> windows) {
    return Engine.start(
        Job.builder("keys", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .key(sample -> sample.key)
            .filter(sample -> sample.value >= 0)
            .watermarks(monotonous())
            .window(
                windows
                    .aggregate("n", count())
                    .aggregate("max", max(Value.ofLong(sample -> sample.value))))
            .build(),
        EngineOptions.<Sample>inline().onResult(result -> fired++));
  }

  /** Two events of each key. */
  private void fill(Engine<Sample> engine, long time) {
    for (int i = 0; i < KEYS; i++) {
      nextKey++;
      publish(engine, time, nextKey * SPREAD, i);
      publish(engine, time, nextKey * SPREAD, 0);
    }
  }

  /** An event that the filter leaves out. */
  private static void move(Engine<Sample> engine, long time) {
    publish(engine, time, 0, -1);
  }

  private static void publish(Engine<Sample> engine, long time, long key, long value) {
    Publisher<Sample> publisher = engine.publisher();
    Sample sample = publisher.claim();
    sample.time = time;
    sample.key = key;
    sample.value = value;
    publisher.publish(0, 0);
  }
}
