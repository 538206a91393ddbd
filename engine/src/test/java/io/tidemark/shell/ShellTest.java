package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;

/** What tests of threads and rings share: a job of tumbling windows of 10 ms, and waiting. */
@Timeout(60)
abstract class ShellTest {
  /** How long something may take that takes no time unless it is broken or the machine is full. */
  static final long PATIENCE_NS = SECONDS.toNanos(10);

  /** Windows [0, 10), [10, 20), …; an event moves the watermark to the ms before its own. */
  static Job<Note> job(String name) {
    return job(name, WatermarkStrategy.monotonous());
  }

  static Job<Note> job(String name, WatermarkStrategy<Object> watermarks) {
    Value<Note> value = Value.ofLong(note -> note.value);
    return Job.builder(name, Note::new)
        .timestamp(MILLISECONDS, note -> note.time)
        .key(note -> note.key)
        .watermarks(watermarks)
        .window(
            WindowDefinition.<Note>tumbling("w", ofMillis(10))
                .aggregate("n", count())
                .aggregate("v", sum(value)))
        .build();
  }

  static EngineOptions<Note> fused(int ringSize) {
    return EngineOptions.<Note>fused().ringSize(ringSize);
  }

  /** Publishes an event of partition 0 at this time. */
  static void publish(Publisher<Note> publisher, long timeMs) {
    Note note = publisher.claim();
    note.time = timeMs;
    note.key = 0;
    note.value = 1;
    publisher.publish(0, timeMs);
  }

  /** Publishes until this throws, and returns what it threw. */
  static Throwable publishUntilRefused(Publisher<Note> publisher) {
    try {
      for (long time = 0; ; time += 10) {
        publish(publisher, time);
      }
    } catch (IllegalStateException refused) {
      return refused;
    }
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE_NS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting: %s", what).isLessThan(deadline);
      LockSupport.parkNanos(200_000);
    }
  }

  /** For handlers that block. */
  static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The threads of the engine with this job. */
  static List<Thread> threads(String job) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tidemark-"))
        .filter(thread -> thread.getName().endsWith("-" + job))
        .toList();
  }

  static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static boolean isParked(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  /** How many events have been rejected, filtered or accepted. */
  static long told(Engine<Note> engine) {
    return engine.counters().rejected() + engine.counters().accepted.value();
  }
}
