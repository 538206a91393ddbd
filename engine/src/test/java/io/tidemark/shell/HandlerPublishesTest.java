package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.SideFull;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A handler that calls its own engine, which could wait for itself for ever, is told at once. */
class HandlerPublishesTest extends ShellTest {
  private final AtomicReference<Engine<Note>> engine = new AtomicReference<>();
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();

  static Stream<EngineOptions<Note>> layouts() {
    return Stream.of(EngineOptions.inline(), fused(8));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRefuseResultHandlers(EngineOptions<Note> options) {
    engine.set(
        Engine.start(
            job("loops"),
            options.onResult(
                result -> {
                  for (int i = 0; i < 16; i++) {
                    call(() -> publish(engine.get().publisher(), 1_000));
                    call(() -> engine.get().publisher().tick(0));
                    call(() -> engine.get().publisher().tryClaim());
                  }
                })));
    for (int i = 0; i < 100; i++) {
      publish(engine.get().publisher(), i * 10L);
    }
    engine.get().close();

    assertThat(refusals)
        .hasSize(100 * 16 * 3)
        .allMatch(refusal -> refusal.contains("a handler publishes into its own engine"));
    assertThat(engine.get().counters().accepted.value()).isEqualTo(100);
  }

  @Test
  void shouldRefuseSideHandlersOnTheirThread() {
    engine.set(
        Engine.start(
            job("side-loops"),
            fused(8)
                .sideThread(Note::copy, 8, SideFull.WAIT)
                .onRejected(rejected -> call(() -> publish(engine.get().publisher(), 1_000)))));
    for (int i = 0; i < 100; i++) {
      engine.get().publisher().claim();
      engine.get().publisher().reject(0, 0, RejectReason.BAD_ROW);
    }
    engine.get().close();

    assertThat(refusals).hasSize(100);
  }

  @Test
  void shouldNotTouchAClaimOfThePublishersOwnThread() {
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch refused = new CountDownLatch(1);
    engine.set(
        Engine.start(
            job("claims"),
            fused(8)
                .onRejected(
                    rejected -> {
                      awaitUninterruptibly(claimed);
                      call(() -> engine.get().publisher().claim());
                      call(() -> engine.get().publisher().tryClaim());
                      refused.countDown();
                    })));
    Publisher<Note> publisher = engine.get().publisher();
    publisher.claim();
    publisher.reject(0, 0, RejectReason.BAD_ROW);
    publisher.claim(2);
    claimed.countDown();
    awaitUninterruptibly(refused);
    publisher.set(0, 0, 0);
    publisher.set(1, 0, 0);
    publisher.publishClaimed(2);
    engine.get().close();

    assertThat(refusals).hasSize(2);
    assertThat(engine.get().counters().accepted.value()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRefuseToCloseFromAHandlerButLetItHalt(EngineOptions<Note> options) {
    engine.set(
        Engine.start(
            job("closes"),
            options.onResult(
                result -> {
                  call(engine.get()::close);
                  engine.get().halt();
                })));
    publish(engine.get().publisher(), 0);
    publish(engine.get().publisher(), 10);
    await("the handler ran", () -> !refusals.isEmpty());

    assertThat(refusals).singleElement().asString().contains("a handler closes its own engine");
    await("no thread left", () -> threads("closes").isEmpty());
  }

  private void call(Runnable call) {
    try {
      call.run();
    } catch (IllegalStateException refused) {
      refusals.add(refused.getMessage());
    }
  }
}
