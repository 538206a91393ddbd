package io.tidemark.differential;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.window.WindowDefinition;
import org.junit.jupiter.api.Test;

/** Rows go with their window, and the memory they were in serves the next one. */
class MillionKeysTest {
  private static final int KEYS = 1_000_000;

  private static final int WINDOWS = 3;
  private static final long SIZE = 10;

  /** An odd multiplier: distinct keys from all over the longs. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private static final class Reading extends Event {
    long time;
    long key;

    @Override
    public void clear() {
      // Numbers only: nothing is kept alive.
    }
  }

  private long fired;
  private long sum;

  @Test
  void shouldCloseAllRowsAndTakeNoMoreMemoryForAsManyAgain() {
    Engine<Reading> engine = start();
    WindowCounters counters = engine.counters().windows().get(0);
    for (int window = 0; window < WINDOWS; window++) {
      long before = Allocation.soFar();
      fill(engine, window);
      long live = counters.liveRows();
      moveTo(engine, (window + 1) * SIZE);
      long bytes = Allocation.soFar() - before;

      assertThat(live).isEqualTo(KEYS);
      assertAllClosed(counters, window + 1);
      if (window == 0) {
        assertThat(bytes).as("bytes for the first window").isGreaterThan((long) KEYS * Long.BYTES);
      } else {
        assertThat(bytes).as("bytes for window %d", window).isLessThan(Allocation.NOISE_BYTES);
      }
    }
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  private Engine<Reading> start() {
    Value<Reading> time = Value.ofLong(reading -> reading.time);
    Job<Reading> job =
        Job.builder("a million keys", Reading::new)
            .timestamp(MILLISECONDS, reading -> reading.time)
            .key(reading -> reading.key)
            .filter(reading -> reading.key != 0)
            .watermarks(monotonous())
            .window(
                WindowDefinition.<Reading>tumbling("w", ofMillis(SIZE))
                    .aggregate("n", count())
                    .aggregate("sum", sum(time))
                    .aggregate("max", max(time)))
            .build();
    return Engine.start(
        job,
        EngineOptions.<Reading>inline()
            .onResult(
                result -> {
                  fired++;
                  sum += result.longValue(0);
                }));
  }

  /** An event of each key, other keys than in the windows before. */
  private static void fill(Engine<Reading> engine, int window) {
    Publisher<Reading> publisher = engine.publisher();
    int batch = publisher.capacity();
    for (int from = 0; from < KEYS; from += batch) {
      int size = Math.min(batch, KEYS - from);
      publisher.claim(size);
      for (int i = 0; i < size; i++) {
        long number = 1 + from + i + (long) window * KEYS;
        publisher.event(i).time = window * SIZE;
        publisher.event(i).key = number * SPREAD;
        publisher.set(i, 0, 0);
      }
      publisher.publishClaimed(size);
    }
  }

  /** An event past the window's end, which the filter leaves out of the next one. */
  private static void moveTo(Engine<Reading> engine, long time) {
    Reading filtered = engine.publisher().claim();
    filtered.time = time;
    filtered.key = 0;
    engine.publisher().publish(0, 0);
  }

  private void assertAllClosed(WindowCounters counters, int windows) {
    assertThat(counters.openedRows.value()).isEqualTo((long) windows * KEYS);
    assertThat(counters.closedRows.value()).isEqualTo(counters.openedRows.value());
    assertThat(counters.liveRows()).isZero();
    assertThat(counters.liveWindows()).isZero();
    assertThat(fired).isEqualTo((long) windows * KEYS);
    assertThat(sum).isEqualTo(fired);
  }
}
