package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.SideFull;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Slots live for ever; what they referred to does not. */
class RetentionTest extends ShellTest {
  private static final int EVENTS = 100;

  private final List<WeakReference<Object>> payloads = new ArrayList<>();

  @Test
  void shouldKeepNothingAliveAfterUse() {
    try (Engine<Note> engine = Engine.start(job("keeps"), EngineOptions.fused())) {
      publishPayloads(engine.publisher());
      await("all taken", () -> told(engine) == EVENTS);
      awaitCollected();
    }
  }

  @Test
  void shouldKeepNothingAliveInTheSideRing() {
    CountDownLatch handled = new CountDownLatch(EVENTS / 2);
    try (Engine<Note> engine =
        Engine.start(
            job("keeps-side"),
            fused(256)
                .sideThread(Note::copy, 256, SideFull.WAIT)
                .onRejected(rejected -> handled.countDown()))) {
      publishPayloads(engine.publisher());
      awaitUninterruptibly(handled);
      await("all taken", () -> told(engine) == EVENTS);
      awaitCollected();
    }
  }

  @Test
  void shouldKeepNothingAliveThatWasNeverTaken() {
    CountDownLatch halted = new CountDownLatch(1);
    Engine<Note> engine =
        Engine.start(
            job("keeps-halted"), fused(256).onRejected(late -> awaitUninterruptibly(halted)));
    publishPayloads(engine.publisher());
    engine.halt();
    halted.countDown();
    awaitCollected();

    assertThat(told(engine)).isLessThan(EVENTS);
  }

  private void publishPayloads(Publisher<Note> publisher) {
    for (int i = 0; i < EVENTS; i++) {
      Note note = publisher.claim();
      note.payload = new byte[10_000];
      payloads.add(new WeakReference<>(note.payload));
      if (i % 2 == 0) {
        publisher.publish(0, i);
      } else {
        publisher.reject(0, i, RejectReason.BAD_ROW);
      }
    }
  }

  private void awaitCollected() {
    await(
        "payloads are collected",
        () -> {
          System.gc();
          return payloads.stream().allMatch(payload -> payload.refersTo(null));
        });
  }
}
