package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.runtime.HeldBackException;
import io.tidemark.runtime.PublishResult;
import io.tidemark.time.WatermarkAlignment;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What publishers meet where partitions are aligned: a drift of 100 ms, watermarks at once. */
class AlignedPublishersTest extends ShellTest {
  private static final long DRIFT_MS = 100;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Engine<Note> engine;

  /** Where stages run. */
  enum In {
    INLINE,
    FUSED;

    EngineOptions<Note> options() {
      return this == INLINE ? EngineOptions.inline() : fused(16);
    }
  }

  @AfterEach
  void stop() {
    engine.halt();
    threads.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseThePartitionThatIsAheadAndTakeTheOthers(In layout) {
    start(layout, builder().alignment(ofMillis(DRIFT_MS)));
    Publisher<Note> publisher = engine.publisher();
    assertThat(offer(publisher, 0, 10)).isEqualTo(PublishResult.PUBLISHED);
    assertThat(offer(publisher, 1, 111)).isEqualTo(PublishResult.PUBLISHED);
    awaitAllTaken();

    assertThat(publisher.isHeldBack(1)).isTrue();
    assertThat(offer(publisher, 1, 112)).isEqualTo(PublishResult.HELD_BACK);
    assertThat(publisher.isHeldBack(0)).isFalse();
    assertThat(offer(publisher, 0, 11)).isEqualTo(PublishResult.PUBLISHED);
    awaitAllTaken();
    assertThat(publisher.isHeldBack(1)).as("just the drift ahead").isFalse();
    assertThat(offer(publisher, 1, 112)).isEqualTo(PublishResult.PUBLISHED);
    assertThat(engine.counters().heldBack.value()).isEqualTo(1);
    engine.close();
    assertThat(engine.counters().accepted.value()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepTheClaimOfAnEventThatIsHeldBack(In layout) {
    start(layout, builder().alignment(ofMillis(DRIFT_MS)));
    Publisher<Note> publisher = engine.publisher();
    offer(publisher, 0, 10);
    offer(publisher, 1, 200);
    awaitAllTaken();

    publisher.claim().time = 300;
    assertThat(publisher.tryPublish(1, 0)).isEqualTo(PublishResult.HELD_BACK);
    assertThat(publisher.event(0).time).isEqualTo(300);
    publisher.event(0).time = 150;
    assertThat(publisher.tryPublish(0, 0)).isEqualTo(PublishResult.PUBLISHED);
    engine.close();
    assertThat(engine.counters().accepted.value()).isEqualTo(3);
  }

  /** A publisher that feeds the slowest partition itself would wait for itself for ever. */
  @ParameterizedTest
  @EnumSource
  void shouldNotLetAPublisherWaitForItself(In layout) {
    start(layout, builder().alignment(ofMillis(DRIFT_MS)));
    Publisher<Note> publisher = engine.publisher();
    publish(publisher, 0, 10);
    publish(publisher, 1, 200);
    awaitAllTaken();

    publisher.claim(2);
    publisher.event(0, 0, 0).time = 11;
    publisher.event(1, 1, 0).time = 300;
    assertThatThrownBy(() -> publisher.publishClaimed(2))
        .isInstanceOf(HeldBackException.class)
        .hasMessageStartingWith(
            "job aligned: partition 1 is held back, more than PT0.1S ahead of the slowest of"
                + " alignment[all]; ")
        .hasMessageEndingWith("it would wait for itself, use tryPublish");
    publisher.publishClaimed(1);
    engine.close();
    assertThat(engine.counters().accepted.value()).isEqualTo(3);
  }

  /** It may have overtaken itself with what is still in its ring: then that is taken first. */
  @Test
  void shouldNotTakeWhatIsInItsRingForWaiting() {
    start(In.FUSED, builder().alignment(ofMillis(DRIFT_MS)));
    Publisher<Note> publisher = engine.publisher();
    publish(publisher, 0, 0);
    for (int time = 0; time < 75_000; time += 150) {
      publish(publisher, 1, time + 150);
      for (int step = 10; step <= 150; step += 10) {
        publish(publisher, 0, time + step);
      }
    }
    engine.close();
    assertThat(engine.counters().accepted.value()).isEqualTo(1 + 500 * 16);
  }

  /** To wait in one group would hold up the other, whose publisher may wait for the first. */
  @Test
  void shouldNotLetAPublisherOfSeveralGroupsWait() {
    start(
        In.FUSED,
        builder()
            .alignment(WatermarkAlignment.group("left", ofMillis(DRIFT_MS), 0, 1))
            .alignment(WatermarkAlignment.group("right", ofMillis(DRIFT_MS), 2, 3)));
    Publisher<Note> first = engine.publisher();
    Publisher<Note> second = engine.addPublisher();
    publish(first, 1, 10);
    awaitAllTaken();
    publish(second, 0, 200);
    publish(second, 2, 10);
    awaitAllTaken();
    second.claim().time = 300;
    assertThatThrownBy(() -> second.publish(0, 0))
        .isInstanceOf(HeldBackException.class)
        .hasMessageContaining("alignment[left]; this publisher also feeds partition 2 of another");
  }

  @Test
  void shouldWaitUntilTheOthersHaveFollowed() throws Exception {
    start(In.FUSED, builder().alignment(ofMillis(DRIFT_MS)));
    Publisher<Note> slow = engine.publisher();
    Future<?> waiting = holdBack(slow);

    publish(slow, 1, 99);
    awaitAllTaken(3);
    assertThat(waiting.isDone()).isFalse();
    publish(slow, 1, 100);
    waiting.get();
    engine.close();
    assertThat(engine.counters().accepted.value()).isEqualTo(5);
  }

  /** Idle, ended, left: nobody waits for these. */
  @ParameterizedTest
  @EnumSource
  void shouldNotWaitForAPartitionThatTakesNoPart(Gone gone) throws Exception {
    start(In.FUSED, builder().alignment(ofMillis(DRIFT_MS)));
    Future<?> waiting = holdBack(engine.publisher());
    gone.say(engine.publisher(), 1);
    waiting.get();
    await("it went on", () -> told(engine) == 3);
  }

  enum Gone {
    IDLE,
    END,
    LEAVE;

    void say(Publisher<Note> publisher, int partition) {
      switch (this) {
        case IDLE -> publisher.idle(partition);
        case END -> publisher.end(partition);
        default -> publisher.leave(partition);
      }
    }
  }

  @Test
  void shouldStopWaitingWhenTheEngineCloses() throws Exception {
    start(In.FUSED, builder().alignment(ofMillis(DRIFT_MS)));
    Future<?> waiting = holdBack(engine.publisher());
    engine.close();
    assertThat(thrownBy(waiting))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("job aligned: the engine is closed");
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  @Test
  void shouldStopWaitingWhenTheEngineFails() throws Exception {
    engine =
        Engine.start(
            builder().alignment(ofMillis(DRIFT_MS)).build(),
            fused(16)
                .onRejected(
                    rejected -> {
                      throw new IllegalArgumentException("broken");
                    }));
    Future<?> waiting = holdBack(engine.publisher());
    engine.publisher().claim();
    engine.publisher().reject(1, 0, RejectReason.BAD_ROW);
    assertThat(thrownBy(waiting)).isInstanceOf(EngineFailedException.class);
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellClosedAndFailedApart(In layout) {
    start(layout, builder());
    Publisher<Note> publisher = engine.publisher();
    engine.close();
    assertThat(offer(publisher, 0, 10)).isEqualTo(PublishResult.CLOSED);

    engine =
        Engine.start(
            builder().build(),
            layout
                .options()
                .onResult(
                    result -> {
                      throw new IllegalArgumentException("broken");
                    }));
    Publisher<Note> failing = engine.publisher();
    await("it has failed", () -> offer(failing, 0, told(engine) * 100) == PublishResult.FAILED);
    assertThat(engine.failure()).hasMessageContaining("broken");
  }

  @Test
  void shouldTellThatTheRingIsFull() {
    CountDownLatch go = new CountDownLatch(1);
    engine = Engine.start(builder().build(), fused(4).onResult(result -> awaitUninterruptibly(go)));
    Publisher<Note> publisher = engine.publisher();
    long time = 0;
    PublishResult result = PublishResult.PUBLISHED;
    while (result == PublishResult.PUBLISHED) {
      result = offer(publisher, 0, time++);
    }
    assertThat(result).isEqualTo(PublishResult.FULL);
    assertThat(engine.counters().roomWaits.value()).isEqualTo(1);
    go.countDown();
    engine.close();
  }

  /** Each feeds one partition, as fast as it may: all come to their ends. */
  @Test
  void shouldNeverLockPublishersUp() throws Exception {
    long seed = 50;
    SplittableRandom random = new SplittableRandom(seed);
    int publishers = 4;
    int events = 2_000;
    start(In.FUSED, builder().alignment(ofMillis(3)));
    List<Future<?>> all = new ArrayList<>();
    for (int p = 0; p < publishers; p++) {
      int partition = p;
      long[] times = random.longs(events, 0, 20_000).sorted().toArray();
      Publisher<Note> publisher = engine.addPublisher();
      all.add(
          threads.submit(
              () -> {
                for (long time : times) {
                  publish(publisher, partition, time);
                }
                publisher.end(partition);
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    engine.close();
    assertThat(engine.counters().accepted.value()).isEqualTo((long) publishers * events);
    assertThat(engine.counters().heldBack.value()).isPositive();
  }

  /** Another publisher's partition 0 is at 200, where partition 1 is at 10; it waits at 300. */
  private Future<?> holdBack(Publisher<Note> slow) throws Exception {
    publish(slow, 1, 10);
    awaitAllTaken(1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Publisher<Note> fast = engine.addPublisher();
    thread.submit(() -> publish(fast, 0, 200)).get();
    awaitAllTaken(2);
    Future<?> waiting = thread.submit(() -> publish(fast, 0, 300));
    thread.shutdown();
    await("it waits", () -> engine.counters().heldBack.value() == 1);
    return waiting;
  }

  private static Throwable thrownBy(Future<?> future) throws InterruptedException {
    try {
      future.get();
      return null;
    } catch (ExecutionException thrown) {
      return thrown.getCause();
    }
  }

  private void start(In layout, JobBuilder<Note> job) {
    engine = Engine.start(job.build(), layout.options());
  }

  private static JobBuilder<Note> builder() {
    return Job.builder("aligned", Note::new)
        .timestamp(MILLISECONDS, note -> note.time)
        .watermarks(WatermarkStrategy.monotonous())
        .window(WindowDefinition.<Note>tumbling("w", ofMillis(10)).aggregate("n", count()));
  }

  private static PublishResult offer(Publisher<Note> publisher, int partition, long time) {
    return publisher.tryPublish(partition, 0, note -> note.time = time);
  }

  private static void publish(Publisher<Note> publisher, int partition, long time) {
    publisher.claim().time = time;
    publisher.publish(partition, 0);
  }

  private void awaitAllTaken() {
    awaitAllTaken(engine.counters().published.value());
  }

  private void awaitAllTaken(long count) {
    await("all taken", () -> told(engine) >= count);
  }
}
