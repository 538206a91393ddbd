package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.time.WatermarkStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Close and halt against publishers at work: each publish that returned is accounted for, each
 * other one threw, and nobody waits.
 */
class CloseRaceTest extends ShellTest {
  private static final int RACES = 2_000;
  private static final int PUBLISHERS = 2;
  private static final long SEED = 11;

  /** Well below the time after which a publisher stops waiting for a stage that ends. */
  private static final int LIMIT_SECONDS = 2;

  private final ExecutorService threads = Executors.newFixedThreadPool(PUBLISHERS);
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Job<Note> job = job("races", WatermarkStrategy.none());

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void shouldAccountForEveryPublishThatReturned() throws Exception {
    for (int race = 0; race < RACES; race++) {
      AtomicLong counted = new AtomicLong();
      Engine<Note> engine =
          Engine.start(job, fused(8).onResult(result -> counted.addAndGet(result.longValue(0))));
      List<Future<Long>> publishing = startPublishers(engine);
      spin(random.nextInt(2_000));
      engine.close();

      long published = sum(publishing);
      assertThat(engine.counters().imbalance()).as("race %d", race).isEmpty();
      assertThat(engine.counters().accepted.value()).as("race %d", race).isEqualTo(published);
      assertThat(counted).as("race %d", race).hasValue(published);
    }
  }

  @Test
  void shouldFreeAllPublishersWhenHalted() throws Exception {
    for (int race = 0; race < RACES; race++) {
      Engine<Note> engine = Engine.start(job, fused(8));
      List<Future<Long>> publishing = startPublishers(engine);
      spin(random.nextInt(2_000));
      engine.halt();

      assertThat(sum(publishing)).isGreaterThanOrEqualTo(engine.counters().accepted.value());
    }
    await("no thread left", () -> threads("races").isEmpty());
  }

  private List<Future<Long>> startPublishers(Engine<Note> engine) throws Exception {
    CyclicBarrier start = new CyclicBarrier(PUBLISHERS + 1);
    List<Future<Long>> publishing = new ArrayList<>();
    for (int p = 0; p < PUBLISHERS; p++) {
      Publisher<Note> publisher = engine.addPublisher();
      int claim = 1 + random.nextInt(3);
      publishing.add(
          threads.submit(
              () -> {
                start.await();
                return publishUntilClosed(publisher, claim);
              }));
    }
    start.await();
    return publishing;
  }

  /** Returns how many events it published, by the publishes that returned. */
  private static long publishUntilClosed(Publisher<Note> publisher, int claim) {
    long published = 0;
    try {
      while (true) {
        publisher.claim(claim);
        for (int i = 0; i < claim; i++) {
          publisher.set(i, 0, 0);
        }
        publisher.publishClaimed(claim);
        published += claim;
      }
    } catch (IllegalStateException closed) {
      assertThat(closed).hasMessage("job races: the engine is closed");
      return published;
    }
  }

  private static long sum(List<Future<Long>> publishing)
      throws ExecutionException, InterruptedException, TimeoutException {
    long sum = 0;
    for (Future<Long> published : publishing) {
      sum += published.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
    return sum;
  }

  private static void spin(int rounds) {
    for (int i = 0; i < rounds; i++) {
      Thread.onSpinWait();
    }
  }
}
