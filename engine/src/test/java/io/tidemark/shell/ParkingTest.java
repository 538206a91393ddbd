package io.tidemark.shell;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.output.RejectReason;
import io.tidemark.time.WatermarkStrategy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** An engine with nothing to do costs nothing, and is awake as soon as there is something. */
class ParkingTest extends ShellTest {
  /** What a lost signal would cost at least in some round: the time-out that is a net under it. */
  private static final long NET_NS = MILLISECONDS.toNanos(800);

  private static final long SEED = 5;

  private final AtomicLong handled = new AtomicLong();

  @Test
  void shouldTakeAPublishAtOnceWhenParked() {
    long[] tookNs = new long[100];
    try (Engine<Note> engine = Engine.start(job("parks"), counting())) {
      Thread stage = thread("tidemark-parks");
      for (int round = 0; round < tookNs.length; round++) {
        await("it parks", () -> isParked(stage));
        tookNs[round] = publishAndAwait(engine);
      }
    }
    Arrays.sort(tookNs);

    assertThat(tookNs[tookNs.length / 2]).isLessThan(MILLISECONDS.toNanos(100));
    assertThat(tookNs[tookNs.length - 1]).isLessThan(NET_NS);
  }

  @Test
  void shouldLoseNoSignalWhileItGoesToPark() {
    SplittableRandom random = new SplittableRandom(SEED);
    long longestNs = 0;
    try (Engine<Note> engine = Engine.start(job("going-to-park"), counting())) {
      for (int round = 0; round < 20_000; round++) {
        int rounds = random.nextInt(1_000);
        for (int i = 0; i < rounds; i++) {
          Thread.onSpinWait();
        }
        longestNs = Math.max(longestNs, publishAndAwait(engine));
      }
    }

    assertThat(longestNs).as("seed %d", SEED).isLessThan(NET_NS);
  }

  @Test
  void shouldCostAboutNothingWhenIdle() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try (Engine<Note> engine =
        Engine.start(
            job("idle", WatermarkStrategy.monotonous().idleness(Duration.ofSeconds(1))),
            EngineOptions.fused())) {
      publish(engine.publisher(), 0);
      long stage = thread("tidemark-idle").getId();
      long ticker = thread("tidemark-ticker-idle").getId();
      await("it parks", () -> isParked(thread("tidemark-idle")));
      long cpuBefore = threads.getThreadCpuTime(stage) + threads.getThreadCpuTime(ticker);
      long start = System.nanoTime();
      // What is measured is an engine over time, so time has to pass.
      while (System.nanoTime() - start < SECONDS.toNanos(2)) {
        LockSupport.parkNanos(SECONDS.toNanos(2) - (System.nanoTime() - start));
      }
      long cpu = threads.getThreadCpuTime(stage) + threads.getThreadCpuTime(ticker) - cpuBefore;

      assertThat(cpu).isLessThan(MILLISECONDS.toNanos(100));
    }
  }

  private EngineOptions<Note> counting() {
    return fused(8).onRejected(rejected -> handled.incrementAndGet());
  }

  /** Publishes what is handed out at once; returns how long that took. */
  private long publishAndAwait(Engine<Note> engine) {
    long before = handled.get();
    long start = System.nanoTime();
    engine.publisher().claim();
    engine.publisher().reject(0, 0, RejectReason.BAD_ROW);
    while (handled.get() == before) {
      Thread.yield();
    }
    return System.nanoTime() - start;
  }
}
