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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Publishers that say nothing for a while, by a clock moved by hand: one that waits for room is
 * held up, one that waits for its feed is silent.
 *
 * <p>Partition 1 is behind partition 0: were it called idle, the watermark would leap ahead of it.
 */
class WaitingPublisherTest extends ShellTest {
  private static final long START_MS = 1_000;
  private static final long TICK_MS = 10;
  private static final long FIVE_MINUTES_MS = 300_000;

  private final WatermarkStrategy<Object> watermarks =
      WatermarkStrategy.monotonous().idleness(ofSeconds(1)).emitEvery(ofMillis(TICK_MS));

  private final AtomicLong nowMs = new AtomicLong(START_MS);
  private final AtomicLong ticksMade = new AtomicLong();
  private final CountDownLatch released = new CountDownLatch(1);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);
  private final Queue<String> results = new ConcurrentLinkedQueue<>();

  /** The thread of {@link #behind}. */
  private Thread publisher;

  private final ExecutorService threads =
      Executors.newSingleThreadExecutor(
          task -> {
            publisher = new Thread(task, "behind");
            return publisher;
          });

  private Engine<Note> engine;
  private Publisher<Note> ahead;
  private Publisher<Note> behind;

  @BeforeEach
  void start() throws Exception {
    engine = Engine.start(job("waiting", watermarks), options());
    ahead = engine.publisher();
    behind = engine.addPublisher();
    threads.submit(() -> publish(behind, 1, 10)).get();
    await("it has joined", () -> told(engine) == 1);
    publish(ahead, 0, 100);
    await("both have joined", () -> told(engine) == 2);
    awaitTickAt(START_MS + TICK_MS);
    assertThat(engine.watermark()).isEqualTo(9);
  }

  @AfterEach
  void stop() {
    released.countDown();
    mayGoOn.countDown();
    threads.shutdown();
    engine.halt();
  }

  @Test
  void shouldCallNothingIdleWhosePublisherWaitedForRoom() throws Exception {
    hold();
    Future<?> goingOn = threads.submit(() -> fillTheRingAndGoOn());
    await("it waits for room", () -> isParked(publisher));
    behindEverythingFor(FIVE_MINUTES_MS);
    awaitTickAt(nowMs.get() + TICK_MS);

    // It has room now, but takes its time to publish.
    assertThat(engine.watermark()).isEqualTo(19);
    mayGoOn.countDown();
    goingOn.get();
    await("all taken", () -> told(engine) == engine.counters().published.value());
    awaitTickAt(nowMs.get() + TICK_MS);
    assertThat(engine.watermark()).isEqualTo(29);
    assertThat(engine.counters().behindWatermark.value()).isZero();
  }

  @Test
  void shouldCallNothingIdleWhosePublisherWasRefused() throws Exception {
    hold();
    threads.submit(() -> publishUntilRefused()).get();
    behindEverythingFor(FIVE_MINUTES_MS);
    awaitTickAt(nowMs.get() + TICK_MS);

    threads.submit(() -> publish(behind, 1, 30)).get();
    await("all taken", () -> told(engine) == engine.counters().published.value());
    awaitTickAt(nowMs.get() + TICK_MS);
    assertThat(engine.watermark()).isEqualTo(29);
    assertThat(engine.counters().behindWatermark.value()).isZero();
  }

  /** It does not publish what it had to wait for: then it is as silent as if it had not waited. */
  @Test
  void shouldCallIdleWhosePublisherHasRoomAndSaysNothing() throws Exception {
    hold();
    Future<?> goingOn = threads.submit(() -> fillTheRingAndGoOn());
    await("it waits for room", () -> isParked(publisher));
    behindEverythingFor(FIVE_MINUTES_MS);
    awaitTickAt(nowMs.get() + TICK_MS);
    assertThat(engine.watermark()).isEqualTo(19);
    publish(ahead, 0, 600);
    awaitTickAt(nowMs.get() + 500);
    publish(ahead, 0, 601);
    awaitTickAt(nowMs.get() + 490);
    assertThat(engine.watermark()).isEqualTo(19);

    awaitTickAt(nowMs.get() + 2 * TICK_MS);
    assertThat(engine.watermark()).isEqualTo(600);
    mayGoOn.countDown();
    goingOn.get();
  }

  /**
   *
   *
   * <pre>
   *   ms since the start   0           999   1,000   1,010       5,000
   *   ahead                100         105                       publishes again
   *   behind               10          in its socket             publishes again: behind 104
   *   watermark            9           9             104
   * </pre>
   */
  @Test
  void shouldFireWithinIdlenessAndATickWhenTheOtherPublisherBlocksInARead() throws Exception {
    nowMs.set(START_MS + 999);
    publish(ahead, 0, 105);
    awaitTickAt(START_MS + 999);
    assertThat(engine.watermark()).isEqualTo(9);
    assertThat(results).hasSize(0);

    awaitTickAt(START_MS + 1_000 + TICK_MS);
    assertThat(engine.watermark()).isEqualTo(104);
    assertThat(results).hasSize(1);

    nowMs.set(START_MS + 5_000);
    publish(ahead, 0, 110);
    threads.submit(() -> publish(behind, 1, 20)).get();
    await("taken", () -> told(engine) == 5);
    assertThat(engine.counters().windows().get(0).lateAfterIdle.value()).isEqualTo(1);
  }

  private EngineOptions<Note> options() {
    return fused(16)
        .clock(
            () -> {
              if (Thread.currentThread().getName().startsWith("tidemark-ticker")) {
                ticksMade.incrementAndGet();
              }
              return MILLISECONDS.toNanos(nowMs.get());
            })
        .onResult(result -> results.add(result.toString()))
        .onRejected(rejected -> awaitUninterruptibly(released));
  }

  /** A handler holds the engine. */
  private void hold() {
    ahead.claim();
    ahead.reject(0, 0, RejectReason.BAD_ROW);
    await("the handler holds the stage", () -> engine.counters().rejected() == 1);
  }

  private void publishUntilRefused() {
    for (Note note = behind.tryClaim(); note != null; note = behind.tryClaim()) {
      note.time = 20;
      behind.publish(1);
    }
  }

  /** Fills the ring of {@link #behind}, waits for room, and publishes once more when it may. */
  private void fillTheRingAndGoOn() {
    for (int i = 0; i < behind.capacity(); i++) {
      publish(behind, 1, 20);
    }
    Note note = behind.claim();
    awaitUninterruptibly(mayGoOn);
    note.time = 30;
    behind.publish(1);
  }

  /** All that time only {@link #ahead} publishes, and nothing is taken until its end. */
  private void behindEverythingFor(long ms) {
    for (int i = 0; i < 10; i++) {
      nowMs.addAndGet(ms / 10);
      publish(ahead, 0, 200 + i);
    }
    long before = engine.counters().published.value();
    released.countDown();
    await("all taken", () -> told(engine) >= before);
  }

  private void publish(Publisher<Note> publisher, int partition, long timeMs) {
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
