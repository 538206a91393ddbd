package io.tidemark.differential;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Keys with very many open sessions, out of order: were an event to pass over its key's sessions,
 * or a firing over all, these would take hours.
 */
class ManySessionsTest {
  private static final int SESSIONS = 200_000;
  private static final long GAP = 10;
  private static final long APART = 2 * GAP;

  private static final class Reading extends Event {
    long time;
    long key;
    long value;

    @Override
    public void clear() {
      // Numbers only: nothing is kept alive.
    }
  }

  private long fired;
  private long sum;
  private long lastStart = Long.MIN_VALUE;
  private final Engine<Reading> engine = Engine.start(job(), options());
  private final WindowCounters counters = engine.counters().windows().get(0);

  @Test
  void shouldOpenAndFireTheSessionsOfOneKeyInAnyOrder() {
    for (int i : shuffled(SESSIONS, 1)) {
      publish(i * APART, 7, i);
    }
    assertThat(counters.liveRows()).isEqualTo(SESSIONS);

    engine.close();

    assertThat(fired).isEqualTo(SESSIONS);
    assertThat(sum).isEqualTo((long) SESSIONS * (SESSIONS - 1) / 2);
    assertThat(counters.liveRows()).isZero();
  }

  @Test
  void shouldMakeOneSessionOfAllByWhatLiesBetween() {
    for (int i : shuffled(SESSIONS, 2)) {
      publish(i * APART, 7, 1);
    }
    for (int i : shuffled(SESSIONS - 1, 3)) {
      publish(i * APART + GAP, 7, 1);
    }
    assertThat(counters.liveRows()).isOne();

    engine.close();

    assertThat(fired).isOne();
    assertThat(sum).isEqualTo(2L * SESSIONS - 1);
    assertThat(lastStart).isZero();
  }

  @Test
  void shouldKeepTensOfThousandsOfKeysApartThatAllEndAtOnce() {
    int[] order = shuffled(SESSIONS, 4);
    for (int i : order) {
      publish(i % 10, i * 0x9e3779b97f4a7c15L, 1);
    }
    for (int i : order) {
      publish(10, i * 0x9e3779b97f4a7c15L, 1);
    }
    assertThat(counters.liveRows()).isEqualTo(SESSIONS);

    engine.close();

    assertThat(fired).isEqualTo(SESSIONS);
    assertThat(sum).isEqualTo(2L * SESSIONS);
    assertThat(counters.liveRows()).isZero();
  }

  private static Job<Reading> job() {
    return Job.builder("many", Reading::new)
        .timestamp(MILLISECONDS, reading -> reading.time)
        .key(reading -> reading.key)
        .watermarks(WatermarkStrategy.none())
        .window(
            WindowDefinition.<Reading>session("s", ofMillis(GAP))
                .aggregate("n", count())
                .aggregate("sum", sum(Value.ofLong(reading -> reading.value))))
        .build();
  }

  private EngineOptions<Reading> options() {
    return EngineOptions.<Reading>inline()
        .onResult(
            result -> {
              fired++;
              sum += result.longValue(1);
              // By end and then by start, so by start where all are as long.
              assertThat(result.start()).isGreaterThanOrEqualTo(lastStart);
              lastStart = result.start();
            });
  }

  private void publish(long time, long key, long value) {
    Reading reading = engine.publisher().claim();
    reading.time = time;
    reading.key = key;
    reading.value = value;
    engine.publisher().publish(0, 0);
  }

  private static int[] shuffled(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int at = random.nextInt(i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }
}
