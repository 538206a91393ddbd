package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A publisher that alignment holds back, by a clock moved by hand: it is late with what it has, and
 * none of its partitions is silent.
 *
 * <pre>
 *   partition   fed by   watermark
 *   0           ahead    199        held back: more than 100 ms ahead of partition 1
 *   1           slow     9          the slowest
 *   2           ahead    109        not held back, but its publisher waits
 * </pre>
 */
class HeldBackPublisherTest extends ShellTest {
  private static final long START_MS = 1_000;
  private static final long TICK_MS = 10;

  private final AtomicLong nowMs = new AtomicLong(START_MS);
  private final AtomicLong ticksMade = new AtomicLong();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private Engine<Note> engine;
  private Publisher<Note> slow;
  private Publisher<Note> ahead;
  private Future<?> waiting;

  @BeforeEach
  void holdBack() throws Exception {
    Job<Note> job =
        Job.builder("held-back", Note::new)
            .timestamp(MILLISECONDS, note -> note.time)
            .watermarks(
                WatermarkStrategy.monotonous().idleness(ofSeconds(1)).emitEvery(ofMillis(TICK_MS)))
            .alignment(ofMillis(100))
            .window(WindowDefinition.<Note>tumbling("w", ofMillis(10)).aggregate("n", count()))
            .build();
    engine = Engine.start(job, fused(16).clock(this::now));
    slow = engine.publisher();
    ahead = engine.addPublisher();
    publish(slow, 1, 10);
    await("it has joined", () -> told(engine) == 1);
    Future<?> joining =
        thread.submit(
            () -> {
              publish(ahead, 2, 110);
              publish(ahead, 0, 200);
            });
    joining.get();
    await("all have joined", () -> told(engine) == 3);
    waiting = thread.submit(() -> publish(ahead, 0, 300));
    await("it is held back", () -> engine.counters().heldBack.value() == 1);
    awaitTickAt(START_MS + TICK_MS);
  }

  @AfterEach
  void stop() {
    engine.halt();
    thread.shutdown();
  }

  @Test
  void s057ShouldCallNothingIdleWhosePublisherIsHeldBack() throws Exception {
    for (int i = 0; i < 20; i++) {
      nowMs.addAndGet(900);
      publish(slow, 1, 10);
      awaitTickAt(nowMs.get() + TICK_MS);
      assertThat(engine.partitions().isIdle(0)).isFalse();
      assertThat(engine.partitions().isIdle(2)).isFalse();
    }
    assertThat(engine.watermark()).isEqualTo(9);

    publish(slow, 1, 150);
    waiting.get();
    thread.submit(() -> publish(ahead, 2, 111)).get();
    await("all taken", () -> told(engine) == engine.counters().published.value());
    awaitTickAt(nowMs.get() + TICK_MS);
    assertThat(engine.watermark()).isEqualTo(110);
    assertThat(engine.counters().behindWatermark.value()).isZero();
  }

  /** The one the others wait for falls silent: within its idleness and a tick they go on. */
  @Test
  void shouldGoOnWhenTheSlowestIsIdle() throws Exception {
    awaitTickAt(START_MS + 1_000 + TICK_MS);
    waiting.get();
    await("taken", () -> told(engine) == 4);
    assertThat(engine.partitions().isIdle(1)).isTrue();
    assertThat(engine.partitions().watermark(0)).isEqualTo(299);
  }

  private long now() {
    if (Thread.currentThread().getName().startsWith("tidemark-ticker")) {
      ticksMade.incrementAndGet();
    }
    return MILLISECONDS.toNanos(nowMs.get());
  }

  private static void publish(Publisher<Note> publisher, int partition, long timeMs) {
    publisher.claim().time = timeMs;
    publisher.publish(partition);
  }

  /** Until a tick has been taken that was made at this time: the ticker's ring has 4 places. */
  private void awaitTickAt(long ms) {
    nowMs.set(ms);
    long before = ticksMade.get();
    await("ticks have been taken", () -> ticksMade.get() > before + 6);
  }
}
