package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.time.WatermarkStrategy;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Publishers come and go while the engine goes on. */
class PublisherCloseTest extends ShellTest {
  private static final int THREADS = 2;
  private static final int RACES = 2_000;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Job<Note> job = job("comings", WatermarkStrategy.none());

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  static Stream<EngineOptions<Note>> layouts() {
    return Stream.of(EngineOptions.inline(), fused(8));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRefuseAllAfterClose(EngineOptions<Note> options) {
    try (Engine<Note> engine = Engine.start(job, options)) {
      Publisher<Note> publisher = engine.addPublisher();
      publish(publisher, 5);
      publisher.claim();
      publisher.close();
      publisher.close();

      Stream<Consumer<Publisher<Note>>> calls =
          Stream.of(
              Publisher::claim,
              Publisher::tryClaim,
              p -> p.publishClaimed(1),
              p -> p.tick(0),
              p -> p.idle(0),
              p -> p.active(0, 0),
              p -> p.end(0),
              p -> p.leave(0));
      calls.forEach(
          call ->
              assertThatThrownBy(() -> call.accept(publisher))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessage("job comings: the publisher is closed"));
      assertThatThrownBy(() -> publisher.event(0)).isInstanceOf(IllegalStateException.class);

      publish(engine.publisher(), 6);
      await("the engine goes on", () -> told(engine) == 2);
      assertThat(engine.counters().published.value()).isEqualTo(2);
    }
  }

  @Test
  void shouldTakeWhatAClosedPublisherLeft() {
    CountDownLatch released = new CountDownLatch(1);
    try (Engine<Note> engine =
        Engine.start(job, fused(16).onRejected(rejected -> awaitUninterruptibly(released)))) {
      engine.publisher().claim();
      engine.publisher().reject(0, 0, RejectReason.BAD_ROW);
      Publisher<Note> publisher = engine.addPublisher();
      for (int i = 0; i < publisher.capacity(); i++) {
        publish(publisher, i);
      }
      publisher.close();
      released.countDown();
      await("all taken", () -> told(engine) == 17);
    }
  }

  @Test
  void shouldLetGoOfTheRing() {
    try (Engine<Note> engine = Engine.start(job, fused(16))) {
      List<WeakReference<Note>> rings = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        rings.add(comeAndGo(engine));
      }
      await(
          "rings are collected",
          () -> {
            System.gc();
            // The stages have in hand what they took last.
            publish(engine.publisher(), 1);
            return rings.stream().allMatch(ring -> ring.refersTo(null));
          });
      await("all taken", () -> told(engine) == engine.counters().published.value());
    }
  }

  /** Its last publisher is gone: the engine must still close, and the partition still end. */
  @Test
  void shouldCloseWithoutPublishers() {
    StringBuilder results = new StringBuilder();
    Engine<Note> engine = Engine.start(job("alone"), fused(8).onResult(results::append));
    publish(engine.publisher(), 5);
    engine.publisher().close();
    engine.close(Duration.ofSeconds(10));

    assertThat(results).contains("[0,10)").contains("n=1");
  }

  /**
   * Publishers come and go on two threads, until the engine is closed: all that returned counts.
   */
  @Test
  void shouldAccountForEveryPublishWhilePublishersComeAndGo() throws Exception {
    for (int race = 0; race < RACES; race++) {
      AtomicLong counted = new AtomicLong();
      Engine<Note> engine =
          Engine.start(job, fused(8).onResult(result -> counted.addAndGet(result.longValue(0))));
      CyclicBarrier start = new CyclicBarrier(THREADS + 1);
      List<Future<Long>> publishing = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        publishing.add(
            threads.submit(
                () -> {
                  start.await();
                  return comeAndGoUntilClosed(engine);
                }));
      }
      start.await();
      spin(race % 50 * 100);
      engine.close();

      long published = 0;
      for (Future<Long> each : publishing) {
        published += each.get(2, TimeUnit.SECONDS);
      }
      assertThat(engine.counters().imbalance()).as("race %d", race).isEmpty();
      assertThat(engine.counters().published.value()).as("race %d", race).isEqualTo(published);
      assertThat(counted).as("race %d", race).hasValue(published);
    }
  }

  /** Returns one of its events. */
  private static WeakReference<Note> comeAndGo(Engine<Note> engine) {
    Publisher<Note> publisher = engine.addPublisher();
    WeakReference<Note> event = new WeakReference<>(publisher.claim());
    publisher.publish(0, 0);
    publisher.close();
    return event;
  }

  private static long comeAndGoUntilClosed(Engine<Note> engine) {
    long published = 0;
    try {
      while (true) {
        Publisher<Note> publisher = engine.addPublisher();
        for (int i = 0; i < 10; i++) {
          publish(publisher, i);
          published++;
        }
        publisher.close();
      }
    } catch (IllegalStateException closed) {
      assertThat(closed).hasMessage("job comings: the engine is closed");
      return published;
    }
  }

  private static void spin(int rounds) {
    for (int i = 0; i < rounds; i++) {
      Thread.onSpinWait();
    }
  }
}
