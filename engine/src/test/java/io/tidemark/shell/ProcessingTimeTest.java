package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Processing time in layout fused: the ticker, and several rings. */
class ProcessingTimeTest {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

  /** The clock stands before the window's end until the event has been taken. */
  @Test
  void shouldFireAtTheTickersTicks() {
    AtomicLong nowNs = new AtomicLong(MILLISECONDS.toNanos(5));
    Engine<Note> engine =
        Engine.start(job(), EngineOptions.<Note>fused().clock(nowNs::get).onResult(result -> {}));
    engine.publisher().claim();
    engine.publisher().publish(0);
    await(engine, 1, 0);
    nowNs.set(MILLISECONDS.toNanos(10));
    await(engine, 1, 1);
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  /** Whatever the turns are, nothing is lost or late, and time only goes on. */
  @Test
  void shouldLoseNothingOfSeveralRings() {
    List<Long> starts = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    Engine<Note> engine =
        Engine.start(
            job(),
            EngineOptions.<Note>fused()
                .withoutTicker()
                .onResult(
                    result -> {
                      starts.add(result.start());
                      counts.add(result.longValue(0));
                    }));
    Publisher<Note> one = engine.publisher();
    Publisher<Note> other = engine.addPublisher();
    for (int i = 0; i < 5_000; i++) {
      Publisher<Note> next = i % 3 == 0 ? one : other;
      next.claim();
      next.publish(0, MILLISECONDS.toNanos(i));
    }
    engine.close();

    assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(5_000);
    assertThat(starts).isSorted().doesNotHaveDuplicates();
    assertThat(engine.counters().windows().get(0).tooLate.value()).isZero();
  }

  private static Job<Note> job() {
    return Job.builder("clock", Note::new)
        .processingTime(MILLISECONDS, Duration.ofMillis(1))
        .window(WindowDefinition.<Note>tumbling("w", Duration.ofMillis(10)).aggregate("n", count()))
        .build();
  }

  private static void await(Engine<Note> engine, long accepted, long firings) {
    long deadline = System.nanoTime() + PATIENCE_NS;
    while (engine.counters().accepted.value() < accepted
        || engine.counters().onTimeFirings() < firings) {
      assertThat(engine.failure()).isNull();
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.yield();
    }
  }
}
