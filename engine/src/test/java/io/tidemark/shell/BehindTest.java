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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * An engine that is behind: a handler holds it while publishers go on for longer than the idleness.
 * What waits in a ring is not silence, whichever ring is taken first. Arrivals are given by hand.
 */
class BehindTest extends ShellTest {
  private static final long START_MS = 1_000;
  private static final int RING = 512;

  private final CountDownLatch released = new CountDownLatch(1);
  private final List<Publisher<Note>> publishers = new ArrayList<>();
  private final WatermarkStrategy<Object> watermarks =
      WatermarkStrategy.monotonous().idleness(ofSeconds(1));
  private long published;

  /** Timestamps of all partitions go up with their arrivals, so none is late if none is idle. */
  private static long timeOf(int partition, long arrivalMs) {
    return arrivalMs - partition * 5_000L;
  }

  @Test
  void shouldNotCallIdleWhatWaitsInAnotherRing() {
    try (Engine<Note> engine = holding(2, watermarks)) {
      for (int p = 0; p < 2; p++) {
        for (long sinceMs = 500; sinceMs <= 10_000; sinceMs += 500) {
          publish(p, p, START_MS + sinceMs);
        }
      }
      takeAll(engine);

      assertThat(engine.counters().behindWatermark.value()).isZero();
      assertThat(engine.watermark()).isEqualTo(timeOf(1, START_MS + 10_000) - 1);
    }
  }

  /** The sink stands for five minutes; both partitions go on, and what they say waits. */
  @Test
  void s057ShouldCallNothingIdleBehindASinkThatBlocksForFiveMinutes() {
    try (Engine<Note> engine = holding(2, watermarks)) {
      for (int p = 0; p < 2; p++) {
        for (long sinceMs = 900; sinceMs <= 300_000; sinceMs += 900) {
          publish(p, p, START_MS + sinceMs);
        }
      }
      takeAll(engine);

      assertThat(engine.partitions().isIdle(0)).isFalse();
      assertThat(engine.partitions().isIdle(1)).isFalse();
      assertThat(engine.counters().behindWatermark.value()).isZero();
      assertThat(engine.watermark()).isEqualTo(timeOf(1, START_MS + 299_700) - 1);
    }
  }

  @Test
  void shouldNotCallIdleWhatWaitsBehindAnotherPartitionOfItsRing() {
    try (Engine<Note> engine = holding(2, watermarks)) {
      for (long sinceMs = 500; sinceMs <= 10_000; sinceMs += 500) {
        publish(0, 0, START_MS + sinceMs);
      }
      for (long sinceMs = 500; sinceMs <= 10_000; sinceMs += 500) {
        publish(1, 0, START_MS + sinceMs);
        publish(1, 1, START_MS + sinceMs);
      }
      takeAll(engine);

      assertThat(engine.counters().behindWatermark.value()).isZero();
      assertThat(engine.watermark()).isEqualTo(timeOf(1, START_MS + 10_000) - 1);
    }
  }

  @Test
  void shouldNotTakeATickBeforeWhatWaitsInAnotherRing() {
    try (Engine<Note> engine = holding(2, watermarks)) {
      publishers.get(1).tick(MILLISECONDS.toNanos(START_MS + 10_000));
      for (long sinceMs = 500; sinceMs <= 10_000; sinceMs += 500) {
        publish(0, 0, START_MS + sinceMs);
        publish(0, 1, START_MS + sinceMs);
      }
      takeAll(engine);

      assertThat(engine.counters().behindWatermark.value()).isZero();
      assertThat(engine.watermark()).isEqualTo(timeOf(1, START_MS + 10_000) - 1);
    }
  }

  @Test
  void shouldNotCallIdleWhoseSignOfLifeWaits() {
    try (Engine<Note> engine = holding(2, watermarks)) {
      publish(0, 0, START_MS + 900);
      publish(0, 0, START_MS + 1_100);
      publish(0, 0, START_MS + 1_899);
      publishers.get(1).active(1, MILLISECONDS.toNanos(START_MS + 500));
      publishers.get(1).active(1, MILLISECONDS.toNanos(START_MS + 900));
      takeAll(engine);

      assertThat(engine.watermark()).isEqualTo(timeOf(1, START_MS) - 1);
    }
  }

  @Test
  void shouldStillCallIdleWhatWasSilentWhileTheEngineWasBehind() {
    try (Engine<Note> engine = holding(2, watermarks)) {
      for (long sinceMs = 500; sinceMs <= 10_000; sinceMs += 500) {
        publish(0, 0, START_MS + sinceMs);
      }
      takeAll(engine);

      assertThat(engine.watermark()).isEqualTo(timeOf(0, START_MS + 10_000) - 1);
    }
  }

  /** Its ring is never empty, and what waits in it always seems older than what the other has. */
  @Test
  void shouldGoOnBesideAPublisherWhoseArrivalsStandStill() {
    AtomicLong handled = new AtomicLong();
    AtomicLong sent = new AtomicLong();
    Consumer<Object> keepsTheRingFilled =
        rejected -> {
          handled.incrementAndGet();
          await("there is more", () -> sent.get() > handled.get() || released.getCount() == 0);
        };
    try (Engine<Note> engine = start(2, 2, watermarks, keepsTheRingFilled)) {
      Publisher<Note> stuck = publishers.get(1);
      for (int i = 0; i < 1_000_000 && engine.counters().accepted.value() < 3; i++) {
        stuck.claim();
        stuck.reject(1, 0, RejectReason.BAD_ROW);
        sent.incrementAndGet();
        if (i == 10) {
          publish(0, 0, START_MS + 5_000);
        }
      }
      released.countDown();
      assertThat(engine.counters().accepted.value()).isEqualTo(3);
    }
  }

  /** No partition is silent for the idleness, so in no order of the rings may one be idle. */
  @Test
  void shouldCallNoBusyPartitionIdleInAnyBacklog() {
    for (long seed = 0; seed < 200; seed++) {
      checkBacklog(seed);
    }
  }

  private void checkBacklog(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    publishers.clear();
    CountDownLatch release = new CountDownLatch(1);
    int rings = random.nextInt(2, 5);
    int partitions = rings + random.nextInt(4);
    try (Engine<Note> engine =
        holding(
            rings, partitions, watermarks.emitEvery(ofMillis(1 + random.nextInt(300))), release)) {
      publishAtRandom(random, rings, partitions);
      release.countDown();
      await("all taken", () -> told(engine) == published);
      assertThat(engine.counters().behindWatermark.value()).as("seed %d", seed).isZero();
    }
  }

  private void publishAtRandom(SplittableRandom random, int rings, int partitions) {
    for (int ring = 0; ring < rings; ring++) {
      long[] last = new long[partitions];
      Arrays.fill(last, START_MS);
      int room = RING - 20;
      long now = START_MS;
      while (room > 0) {
        now += random.nextInt(100);
        for (int p = ring; p < partitions; p += rings) {
          if (now - last[p] > 800 || random.nextInt(10) == 0) {
            publish(ring, p, now);
            last[p] = now;
            room--;
          }
        }
        if (random.nextInt(20) == 0) {
          publishers.get(ring).tick(MILLISECONDS.toNanos(now));
          room--;
        }
        if (random.nextInt(20) == 0) {
          publishers.get(ring).active(ring, MILLISECONDS.toNanos(now));
          room--;
        }
      }
    }
  }

  private Engine<Note> holding(int rings, WatermarkStrategy<Object> watermarks) {
    return holding(rings, 2, watermarks, released);
  }

  /** An engine held by a handler until it is released. */
  private Engine<Note> holding(
      int rings, int partitions, WatermarkStrategy<Object> watermarks, CountDownLatch release) {
    Engine<Note> engine =
        start(rings, partitions, watermarks, rejected -> awaitUninterruptibly(release));
    reject(0);
    await("the handler holds the stage", () -> engine.counters().rejected() == 1);
    return engine;
  }

  /** An engine with this many publishers, all partitions of which have joined. */
  private Engine<Note> start(
      int rings,
      int partitions,
      WatermarkStrategy<Object> watermarks,
      Consumer<Object> onRejected) {
    published = 0;
    EngineOptions<Note> options =
        fused(RING).withoutTicker().onRejected(rejected -> onRejected.accept(rejected));
    Engine<Note> engine = Engine.start(job("behind", watermarks), options);
    for (int r = 0; r < rings; r++) {
      publishers.add(r == 0 ? engine.publisher() : engine.addPublisher());
    }
    for (int p = partitions - 1; p >= 0; p--) {
      publish(p % rings, p, START_MS);
      await("it has joined", () -> told(engine) == published);
    }
    return engine;
  }

  private void takeAll(Engine<Note> engine) {
    released.countDown();
    await("all taken", () -> told(engine) == published);
    // What is counted has been judged, but the watermark is told after the batch.
    reject(0);
    await("the last batch has ended", () -> told(engine) == published);
  }

  private void reject(int ring) {
    publishers.get(ring).claim();
    publishers.get(ring).reject(0, 0, RejectReason.BAD_ROW);
    published++;
  }

  private void publish(int ring, int partition, long arrivalMs) {
    Note note = publishers.get(ring).claim();
    note.time = timeOf(partition, arrivalMs);
    publishers.get(ring).publish(partition, MILLISECONDS.toNanos(arrivalMs));
    published++;
  }
}
