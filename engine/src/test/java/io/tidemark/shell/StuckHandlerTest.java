package io.tidemark.shell;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.runtime.SideFull;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A handler that never returns: close gives up in time, says what is left, and burns no core. */
class StuckHandlerTest extends ShellTest {
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch held = new CountDownLatch(1);

  @AfterEach
  void releaseTheThread() {
    never.countDown();
  }

  @Test
  void shouldGiveUpInTimeAndSayHowMuchIsLeft() {
    Engine<Note> engine =
        Engine.start(job("stuck"), fused(64).onResult(result -> awaitUninterruptibly(never)));
    for (int i = 0; i < 20; i++) {
      publish(engine.publisher(), i * 10L);
    }
    Thread stage = thread("tidemark-stuck");
    await("the handler blocks", () -> stage.getState() == Thread.State.WAITING);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpuBefore = threads.getCurrentThreadCpuTime() + threads.getThreadCpuTime(stage.getId());
    long start = System.nanoTime();

    assertThatThrownBy(() -> engine.close(TIMEOUT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("job stuck")
        .hasMessageMatching(".*: (1[0-9]|20) published slots were not taken");
    long took = System.nanoTime() - start;
    long cpu =
        threads.getCurrentThreadCpuTime() + threads.getThreadCpuTime(stage.getId()) - cpuBefore;
    assertThat(took).isBetween(MILLISECONDS.toNanos(500), MILLISECONDS.toNanos(1_000));
    assertThat(cpu).isLessThan(MILLISECONDS.toNanos(100));
    assertThat(stage.isDaemon()).isTrue();
    never.countDown();
    await("the thread ends when the handler returns", () -> threads("stuck").isEmpty());
  }

  @Test
  void shouldSayHowManySideOutputsAreLeft() {
    Engine<Note> engine =
        Engine.start(
            job("stuck-side"),
            fused(64)
                .sideThread(Note::copy, 16, SideFull.WAIT)
                .onRejected(rejected -> awaitUninterruptibly(never)));
    reject(engine.publisher(), 10);
    await("the stage is done", () -> told(engine) == 10);

    assertThatThrownBy(() -> engine.close(Duration.ofMillis(50)))
        .hasMessageEndingWith(": 10 side outputs were not handed out");
    never.countDown();
    await("no thread left", () -> threads("stuck-side").isEmpty());
  }

  @Test
  void shouldSayHowManySlotsAreLeftBehindAFullSideRing() {
    Engine<Note> engine =
        Engine.start(
            job("stuck-both"),
            fused(64).sideThread(Note::copy, 2, SideFull.WAIT).onRejected(this::hold));
    reject(engine.publisher(), 10);
    await("the side thread is held", () -> held.getCount() == 0);

    // The stage waits with the third. It may have been given the first two in turns of their own.
    assertThatThrownBy(() -> engine.close(Duration.ofMillis(50)))
        .hasMessageMatching(".*: (8|9|10) published slots were not taken");
    // The stage no longer waits for the side thread, which is still held.
    await("the stage ends", () -> threads("stuck-both").size() == 1);
  }

  @Test
  void shouldEndAStageThatWaitsForAFullSideRingWhenHalted() {
    Engine<Note> engine =
        Engine.start(
            job("halted"),
            fused(64).sideThread(Note::copy, 2, SideFull.WAIT).onRejected(this::hold));
    reject(engine.publisher(), 10);
    await("the side ring is full", () -> engine.counters().rejected() > 2);
    await("the side thread is held", () -> held.getCount() == 0);
    engine.halt();

    await("the stage ends", () -> threads("halted").size() == 1);
    assertThat(engine.counters().sideDropped.value()).isPositive();
  }

  @Test
  void shouldWaitForTheHandlerUnderWayWhenHaltedWithATimeout() {
    Engine<Note> engine =
        Engine.start(job("waits"), fused(64).onResult(result -> awaitUninterruptibly(never)));
    publish(engine.publisher(), 0);
    publish(engine.publisher(), 10);
    Thread stage = thread("tidemark-waits");
    await("the handler blocks", () -> stage.getState() == Thread.State.WAITING);

    assertThat(engine.halt(Duration.ofMillis(20))).isFalse();
    never.countDown();
    assertThat(engine.halt(Duration.ofSeconds(10))).isTrue();
    assertThat(stage.isAlive()).isFalse();
  }

  private void hold(RejectedEvent<Note> rejected) {
    held.countDown();
    awaitUninterruptibly(never);
  }

  private static void reject(Publisher<Note> publisher, int times) {
    for (int i = 0; i < times; i++) {
      publisher.claim();
      publisher.reject(0, 0, RejectReason.BAD_ROW);
    }
  }
}
