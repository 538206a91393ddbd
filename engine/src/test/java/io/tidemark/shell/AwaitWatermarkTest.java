package io.tidemark.shell;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.runtime.EngineFailedException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Other threads wait for the watermark. */
class AwaitWatermarkTest extends ShellTest {
  private static final Duration PATIENCE = Duration.ofNanos(PATIENCE_NS);

  @Test
  void shouldReturnOnceTheWatermarkIsThereWithItsWindowsFired() throws Exception {
    Queue<String> results = new ConcurrentLinkedQueue<>();
    try (Engine<Note> engine =
        Engine.start(job("reached"), fused(64).onResult(result -> results.add(result + "")))) {
      publish(engine.publisher(), 5);
      publish(engine.publisher(), 10);
      assertThat(engine.awaitWatermark(9, PATIENCE)).isTrue();
      assertThat(results).hasSize(1);
      assertThat(engine.awaitWatermark(9, Duration.ZERO)).as("it is there").isTrue();
      assertThat(engine.awaitWatermark(10, ofMillis(1))).as("it is not").isFalse();
    }
  }

  @Test
  void shouldWakeThreadsThatWaitBeforeItMoves() throws Exception {
    try (Engine<Note> engine = Engine.start(job("waiters"), fused(64))) {
      FutureTask<Boolean> nine = waiting(engine, 9, ofSeconds(60));
      FutureTask<Boolean> ten = waiting(engine, 10, ofSeconds(60));
      publish(engine.publisher(), 10);
      assertThat(nine.get(PATIENCE_NS, TimeUnit.NANOSECONDS)).isTrue();
      publish(engine.publisher(), 11);
      assertThat(ten.get(PATIENCE_NS, TimeUnit.NANOSECONDS)).isTrue();
    }
  }

  @Test
  void shouldReturnAtTheEndOfTimeThatClosingBrings() throws Exception {
    Engine<Note> engine = Engine.start(job("closing"), fused(64));
    FutureTask<Boolean> end = waiting(engine, Long.MAX_VALUE, ofSeconds(60));
    engine.close();
    assertThat(end.get(PATIENCE_NS, TimeUnit.NANOSECONDS)).isTrue();
  }

  @Test
  void shouldNotWaitForAnEngineThatIsHalted() throws Exception {
    Engine<Note> engine = Engine.start(job("halted"), fused(64));
    FutureTask<Boolean> never = waiting(engine, 10, ofSeconds(60));
    engine.halt();
    assertThat(never.get(PATIENCE_NS, TimeUnit.NANOSECONDS)).isFalse();
  }

  @Test
  void shouldThrowWhatTheEngineFailedOf() {
    Engine<Note> engine =
        Engine.start(
            job("failing"),
            fused(64)
                .onResult(
                    result -> {
                      throw new IllegalStateException("the handler's");
                    }));
    FutureTask<Boolean> never = waiting(engine, 1_000, ofSeconds(60));
    publish(engine.publisher(), 5);
    publish(engine.publisher(), 15);
    assertThatThrownBy(() -> never.get(PATIENCE_NS, TimeUnit.NANOSECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(EngineFailedException.class)
        .hasRootCauseMessage("the handler's");
    engine.halt();
  }

  @Test
  void shouldRefuseToLetAHandlerWaitForItself() {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Engine<Note>[] engine = engines();
    engine[0] =
        Engine.start(
            job("itself"),
            EngineOptions.<Note>inline()
                .onResult(
                    result -> {
                      try {
                        engine[0].awaitWatermark(100, ofSeconds(60));
                      } catch (IllegalStateException | InterruptedException refused) {
                        thrown.complete(refused);
                      }
                    }));
    publish(engine[0].publisher(), 5);
    publish(engine[0].publisher(), 15);
    assertThat(thrown)
        .isCompletedWithValueMatching(t -> t.getMessage().contains("waits for its own engine"));
  }

  @SuppressWarnings("unchecked") // an array of one, to be filled with one engine
  private static Engine<Note>[] engines() {
    return (Engine<Note>[]) new Engine<?>[1];
  }

  /** A thread that waits; it does so by the time this returns. */
  private static FutureTask<Boolean> waiting(
      Engine<Note> engine, long watermark, Duration timeout) {
    FutureTask<Boolean> task = new FutureTask<>(() -> engine.awaitWatermark(watermark, timeout));
    Thread thread = new Thread(task, "waiter");
    thread.setDaemon(true);
    thread.start();
    await("it waits", () -> thread.getState() == Thread.State.TIMED_WAITING || task.isDone());
    return task;
  }
}
