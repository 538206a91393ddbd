package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.SideFull;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that make no sense get an error that says so, and change nothing. */
class MisuseTest extends ShellTest {
  static Stream<EngineOptions<Note>> layouts() {
    return Stream.of(EngineOptions.inline(), fused(8));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldCloseTwice(EngineOptions<Note> options) {
    Engine<Note> engine = Engine.start(job("misuse"), options);
    publish(engine.publisher(), 0);
    engine.close();

    assertThatCode(engine::close).doesNotThrowAnyException();
    assertThatCode(engine::halt).doesNotThrowAnyException();
    assertThat(engine.counters().accepted.value()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRefuseAllAfterClose(EngineOptions<Note> options) {
    Engine<Note> engine = Engine.start(job("misuse"), options);
    Publisher<Note> publisher = engine.publisher();
    publisher.claim();
    engine.close();

    Stream<Consumer<Publisher<Note>>> calls =
        Stream.of(
            p -> p.publish(0, 0),
            p -> p.reject(0, 0, RejectReason.BAD_ROW),
            Publisher::claim,
            Publisher::tryClaim,
            p -> p.tick(0),
            p -> p.idle(0),
            p -> p.active(0),
            p -> p.active(0, 0),
            p -> p.end(0),
            p -> p.leave(0));
    calls.forEach(
        call ->
            assertThatThrownBy(
                    () -> {
                      call.accept(publisher);
                    })
                .isInstanceOf(IllegalStateException.class));
    assertThatThrownBy(engine::addPublisher)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("job misuse: the engine is closed");
    assertThat(engine.counters().published.value()).isZero();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRefuseToPublishWhatIsNotClaimed(EngineOptions<Note> options) {
    try (Engine<Note> engine = Engine.start(job("misuse"), options)) {
      Publisher<Note> publisher = engine.publisher();
      assertRefused(() -> publisher.publish(0, 0), "event 0 is not claimed; 0 are");
      publisher.claim(2);
      assertRefused(() -> publisher.event(2), "event 2 is not claimed; 2 are");
      assertRefused(() -> publisher.event(-1), "event -1 is not claimed; 2 are");
      assertRefused(() -> publisher.set(2, 0, 0), "event 2 is not claimed; 2 are");
      assertRefused(() -> publisher.position(2, 0), "event 2 is not claimed; 2 are");
      assertRefused(() -> publisher.publishClaimed(3), "publish: 3 events; 2 are claimed");
      assertRefused(() -> publisher.publishClaimed(0), "publish: 0 events; 2 are claimed");
      publisher.set(0, 0, 0);
      publisher.publishClaimed(1);
      assertRefused(() -> publisher.event(0), "event 0 is not claimed; 0 are");
      assertThat(engine.counters().published.value()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldDiscardAClaimWhenAControlItemComesBetween(EngineOptions<Note> options) {
    try (Engine<Note> engine = Engine.start(job("misuse"), options)) {
      engine.publisher().claim();
      engine.publisher().tick(0);

      assertRefused(() -> engine.publisher().publish(0, 0), "event 0 is not claimed; 0 are");
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRefuseNegativePartitions(EngineOptions<Note> options) {
    try (Engine<Note> engine = Engine.start(job("misuse"), options)) {
      Publisher<Note> publisher = engine.publisher();
      publisher.claim();
      Stream<Consumer<Publisher<Note>>> calls =
          Stream.of(
              p -> p.publish(-1, 0),
              p -> p.set(0, -1, 0),
              p -> p.reject(-1, 0, RejectReason.BAD_ROW),
              p -> p.idle(-1),
              p -> p.active(-1),
              p -> p.active(-1, 0),
              p -> p.end(-1),
              p -> p.leave(-1));
      calls.forEach(
          call ->
              assertThatThrownBy(
                      () -> {
                        call.accept(publisher);
                      })
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessage("partition: -1; expected 0 or more"));

      assertThatCode(() -> publisher.publish(0, 0)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-8, 0, 1, 3, 100, 1 << 25})
  void shouldRefuseWrongRingSizes(int slots) {
    assertThatThrownBy(() -> fused(slots))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ring size: " + slots + "; expected a power of two from 2 to 16777216");
    EngineOptions<Note> options = fused(8);
    assertThatThrownBy(() -> options.sideThread(Note::copy, slots, SideFull.WAIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("side ring slots: " + slots + "; expected a power of two from 2 to 16777216");
  }

  @Test
  void shouldRefuseANegativeCloseTimeout() {
    EngineOptions<Note> options = fused(8);
    assertThatThrownBy(() -> options.closeTimeout(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("close timeout: PT-0.001S; expected 0 or more");
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldHoldAPublisherToItsThreadWhereAsked(EngineOptions<Note> options) {
    try (Engine<Note> engine = Engine.start(job("misuse"), options.checkThreads())) {
      publish(engine.publisher(), 0);

      String mine = Thread.currentThread().getName();
      assertThat(refusalOnAnotherThread(() -> engine.publisher().claim()))
          .hasMessage(
              "job misuse: a publisher belongs to one thread: it was used by %s and now by other"
                  .formatted(mine));
      assertThatCode(() -> publish(engine.publisher(), 0)).doesNotThrowAnyException();
    }
  }

  private static Throwable refusalOnAnotherThread(Runnable call) {
    CompletableFuture<Throwable> refusal = new CompletableFuture<>();
    Thread other =
        new Thread(
            () -> {
              try {
                call.run();
                refusal.complete(null);
              } catch (IllegalStateException refused) {
                refusal.complete(refused);
              }
            },
            "other");
    other.start();
    return refusal.join();
  }

  private static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class).hasMessage(message);
  }
}
