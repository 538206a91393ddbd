package io.tidemark.shell;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.time.WatermarkStrategy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Time by the engine's clock, moved by hand: silence passes, and waiting in a ring is no silence.
 */
class TickerTest extends ShellTest {
  private static final long START_MS = 1_000;

  private final AtomicLong nowMs = new AtomicLong(START_MS);

  /** The ticker waits for one at each tick. */
  private final Semaphore ticks = new Semaphore(0);

  private final AtomicLong ticksBegun = new AtomicLong();
  private final CountDownLatch released = new CountDownLatch(1);
  private final Queue<String> results = new ConcurrentLinkedQueue<>();

  private final WatermarkStrategy<Object> watermarks =
      WatermarkStrategy.monotonous().idleness(ofSeconds(1));

  @AfterEach
  void releaseTheTicker() {
    ticks.release(Integer.MAX_VALUE / 2);
  }

  @Test
  void shouldGoOnWhileAPublisherIsSilent() {
    try (Engine<Note> engine =
        Engine.start(job("silent", watermarks.emitEvery(ofMillis(10))), options())) {
      Publisher<Note> silent = engine.addPublisher();
      publish(engine.publisher(), 0, 5, START_MS);
      publish(engine.publisher(), 0, 25, START_MS);
      publish(silent, 1, 0, START_MS);
      await("all taken", () -> told(engine) == 3);
      assertThat(results).isEmpty();

      ticks.release(1_000_000);
      publish(engine.publisher(), 0, 35, START_MS + 900);
      nowMs.addAndGet(1_800);
      await("windows of the other partition fire", () -> results.size() == 2);
      assertThat(engine.watermark()).isEqualTo(34);
    }
  }

  @Test
  void shouldNotTakeWaitingInARingForSilence() {
    try (Engine<Note> engine = Engine.start(job("waiting", watermarks), options())) {
      Publisher<Note> slow = engine.addPublisher();
      publish(slow, 1, 10, START_MS);
      await("the slower one has joined", () -> told(engine) == 1);
      publish(engine.publisher(), 0, 100, START_MS);
      await("both have joined", () -> told(engine) == 2);
      engine.publisher().claim();
      engine.publisher().reject(0, 0, RejectReason.BAD_ROW);
      await("the handler holds the stage", () -> engine.counters().rejected() == 1);
      nowMs.addAndGet(10_000);
      ticks.release();
      await("a tick has been published", () -> ticksBegun.get() == 2);
      // The slower one has gone on all the time, which waits in its ring; the other is silent.
      for (long sinceMs = 500; sinceMs <= 10_000; sinceMs += 500) {
        publish(slow, 1, 10, START_MS + sinceMs);
      }
      released.countDown();
      await("all taken", () -> told(engine) == 23);

      ticks.release();
      await("the tick has been taken", () -> engine.counters().ticks.value() > 0);
      // Had the tick been taken first, both would have been idle, and the faster one counted.
      assertThat(engine.watermark()).isEqualTo(9);
    }
  }

  private EngineOptions<Note> options() {
    return fused(64)
        .clock(
            () -> {
              ticksBegun.incrementAndGet();
              ticks.acquireUninterruptibly();
              return MILLISECONDS.toNanos(nowMs.get());
            })
        .onResult(result -> results.add(result.toString()))
        .onRejected(rejected -> awaitUninterruptibly(released));
  }

  private void publish(Publisher<Note> publisher, int partition, long timeMs, long arrivalMs) {
    Note note = publisher.claim();
    note.time = timeMs;
    publisher.publish(partition, MILLISECONDS.toNanos(arrivalMs));
  }
}
