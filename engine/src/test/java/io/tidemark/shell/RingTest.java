package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import io.tidemark.runtime.PublishResult;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rings that are small or full. */
class RingTest extends ShellTest {
  private final Semaphore permits = new Semaphore(0);
  private final AtomicInteger calls = new AtomicInteger();
  private int published;
  private int released;

  @Test
  void shouldRefuseAClaimLargerThanTheRing() {
    try (Engine<Note> engine = Engine.start(job("large"), fused(8))) {
      assertThatThrownBy(() -> engine.publisher().claim(16))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("claim: 16 events; expected 1 to 8");
    }
  }

  @Test
  void shouldCountAllBehindASlowHandler() {
    Engine<Note> engine =
        Engine.start(job("slow"), fused(1024).onResult(result -> LockSupport.parkNanos(50_000)));
    for (int i = 0; i < 5_000; i++) {
      publish(engine.publisher(), i * 10L);
    }
    engine.close();

    assertThat(engine.counters().accepted.value()).isEqualTo(5_000);
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"8, 2, 256", "1024, 256, 256", "1024, 16, 16", "1024, 256, 4096"})
  void shouldGiveRoomAfterEachTurn(int ringSize, int turn, int batchLimit) {
    Engine<Note> engine =
        Engine.start(
            job("room"),
            fused(ringSize)
                .batchLimit(batchLimit)
                .onResult(
                    result -> {
                      calls.incrementAndGet();
                      permits.acquireUninterruptibly();
                    }));
    Publisher<Note> publisher = engine.publisher();
    fill(publisher);
    release(turn);
    fill(publisher);
    release(turn);

    await("there is room when a turn has been taken", () -> publisher.tryClaim() != null);
    permits.release(Integer.MAX_VALUE / 2);
    engine.close();
  }

  /** Fills the ring while the handler waits for a permit; each event is one call of it. */
  private void fill(Publisher<Note> publisher) {
    do {
      while (publisher.tryPublish(0, published, note -> note.time = published * 10L)
          == PublishResult.PUBLISHED) {
        published++;
      }
      await("the handler waits", () -> calls.get() == released + 1);
    } while (publisher.tryClaim() != null);
  }

  private void release(int count) {
    released += count;
    permits.release(count);
  }
}
