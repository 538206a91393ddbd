package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.runtime.SideFull;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a handler, a clock or a function throws is known at once, and nothing hangs. */
class HandlerFailureTest extends ShellTest {
  private final RuntimeException thrown = new RuntimeException("third result");
  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void shouldTellEveryLaterPublishWhatAHandlerThrew() {
    Engine<Note> engine = Engine.start(job("fails"), fused(8).onResult(result -> throwOnThird()));

    assertThat(publishUntilRefused(engine.publisher()))
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> publish(engine.publisher(), 0))
          .isInstanceOf(EngineFailedException.class)
          .hasRootCause(thrown);
    }
    assertThat(engine.failure())
        .hasCause(thrown)
        .hasMessageContaining(": the onResult handler threw");
    assertThatThrownBy(engine::close)
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown);
    assertThat(calls).hasValue(3);
    await("no thread left", () -> threads("fails").isEmpty());
  }

  @Test
  void shouldFreeAPublisherThatWaitsForRoom() throws Exception {
    CountDownLatch full = new CountDownLatch(1);
    Engine<Note> engine =
        Engine.start(
            job("frees"),
            fused(8)
                .onResult(
                    result -> {
                      awaitUninterruptibly(full);
                      throw thrown;
                    }));
    Publisher<Note> publisher = engine.publisher();
    CompletableFuture<Throwable> refused = new CompletableFuture<>();
    Thread thread = new Thread(() -> refused.complete(publishUntilRefused(publisher)));
    thread.start();
    await("the publisher waits", () -> isParked(thread));
    full.countDown();

    assertThat(refused.get(1, TimeUnit.SECONDS))
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown);
  }

  @Test
  void shouldSkipHandlerErrorsWhereAsked() {
    Engine<Note> engine =
        Engine.start(job("skips"), fused(8).skipHandlerErrors().onResult(result -> throwOnThird()));
    for (int i = 0; i < 100; i++) {
      publish(engine.publisher(), i * 10L);
    }
    engine.close();

    assertThat(engine.counters().handlerErrors.value()).isEqualTo(1);
    assertThat(calls).hasValue(100);
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  @Test
  void shouldCountSkippedErrorsOfBothThreads() {
    Engine<Note> engine =
        Engine.start(
            job("both"),
            fused(64)
                .skipHandlerErrors()
                .sideThread(Note::copy, 64, SideFull.WAIT)
                .onResult(result -> throwAlways())
                .onRejected(rejected -> throwAlways()));
    Publisher<Note> publisher = engine.publisher();
    int each = 10_000;
    for (int i = 0; i < each; i++) {
      publish(publisher, i * 10L);
      publisher.claim();
      publisher.reject(0, 0, RejectReason.BAD_ROW);
    }
    engine.close();

    assertThat(engine.counters().handlerErrors.value()).isEqualTo(2L * each);
  }

  @Test
  void shouldStopAllThreadsWhenASideHandlerThrows() {
    Engine<Note> engine =
        Engine.start(
            job("side", WatermarkStrategy.monotonous().idleness(Duration.ofSeconds(1))),
            fused(8)
                .sideThread(Note::copy, 8, SideFull.WAIT)
                .onRejected(
                    rejected -> {
                      throw thrown;
                    }));
    engine.publisher().claim();
    engine.publisher().reject(0, 0, RejectReason.BAD_ROW);

    assertThat(publishUntilRefused(engine.publisher())).hasRootCause(thrown);
    await("no thread left before anyone closes", () -> threads("side").isEmpty());
    assertThatThrownBy(engine::close)
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown);
  }

  @Test
  void shouldHandOutWhatTheSideRingHoldsAndEndWhenTheStageFails() {
    AtomicInteger handedOut = new AtomicInteger();
    Engine<Note> engine =
        Engine.start(
            job("stage"),
            fused(64)
                .sideThread(Note::copy, 64, SideFull.WAIT)
                .onResult(result -> throwAlways())
                .onRejected(rejected -> handedOut.incrementAndGet()));
    for (int i = 0; i < 20; i++) {
      engine.publisher().claim();
      engine.publisher().reject(0, 0, RejectReason.BAD_ROW);
    }

    assertThat(publishUntilRefused(engine.publisher())).hasRootCause(thrown);
    await("no thread left before anyone closes", () -> threads("stage").isEmpty());
    assertThat(handedOut).hasValue(20);
  }

  @Test
  void shouldFailWhenTheClockThrows() {
    Engine<Note> engine =
        Engine.start(
            job("clock", WatermarkStrategy.monotonous().idleness(Duration.ofSeconds(1))),
            fused(8)
                .clock(
                    () -> {
                      throw thrown;
                    }));

    await("the ticker fails", () -> engine.failure() != null);
    assertThatThrownBy(engine::close)
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown)
        .hasMessageContaining("job clock: the clock threw");
    await("no thread left", () -> threads("clock").isEmpty());
  }

  @Test
  void shouldGoOnParkingWhenAHandlerInterruptsItsThread() {
    Engine<Note> engine =
        Engine.start(
            job("interrupts"), fused(8).onResult(result -> Thread.currentThread().interrupt()));
    publish(engine.publisher(), 0);
    publish(engine.publisher(), 10);
    Thread stage = thread("tidemark-interrupts");

    await("it parks", () -> isParked(stage) && !stage.isInterrupted());
    assertThatCode(engine::close).doesNotThrowAnyException();
  }

  private void throwOnThird() {
    if (calls.incrementAndGet() == 3) {
      throw thrown;
    }
  }

  private void throwAlways() {
    throw thrown;
  }
}
