package io.tidemark.scenario;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.PublishResult;
import io.tidemark.time.PartitionProfile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of events from their source's hands into the engine, apart from the way to these. */
class EntryDelayTest extends MeasuringTest {
  private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);

  /**
   * S162: the network takes 20 ms, the broker's stamp being the arrival; the consumer lags 3 s
   * behind it. A batch is held until there are 100 events of a ms each.
   *
   * <pre>
   * timestamp --- 20 ms ---> arrival --- 3 s + 0 to 99 ms ---> entry
   * </pre>
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s162ShouldTellNetworkLagAndBatchesApart(boolean fused) {
    Engine<Sample> engine = measuringEntries(fused);
    Publisher<Sample> publisher = engine.publisher();
    Deque<Long> held = new ArrayDeque<>();
    for (int i = 0; i < 10_000; i++) {
      long brokerMs = nowMs.getAndIncrement();
      held.add(brokerMs);
      if (held.size() == 100) {
        nowMs.addAndGet(3_000);
        publisher.claim(100);
        for (int e = 0; e < 100; e++) {
          long arrivalMs = held.remove();
          publisher.event(e, 0, MILLISECONDS.toNanos(arrivalMs)).time = arrivalMs - 20;
        }
        publisher.publishClaimed(100);
        nowMs.addAndGet(-3_000);
      }
    }
    engine.close();

    PartitionProfile profile = profile(engine, 0);
    assertThat(profile.entryDelayNs().getTotalCount()).isEqualTo(10_000);
    near(profile.delayNs(), 0.01, 20 * MS);
    near(profile.delayNs(), 100, 20 * MS);
    near(profile.entryDelayNs(), 0.01, 3_001 * MS);
    near(profile.entryDelayNs(), 50, 3_050 * MS);
    near(profile.entryDelayNs(), 99, 3_099 * MS);
    near(profile.entryDelayNs(), 100, 3_100 * MS);
    assertThat(profile.disorder().getMaxValue()).isZero();
    assertThat(profile.negativeEntryDelays()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAddUpWhatAllPublishersOfAPartitionMeasured(boolean fused) {
    Engine<Sample> engine = measuringEntries(fused);
    Publisher<Sample> closed = engine.addPublisher();
    publishAfter(closed, 1, 40);
    publishAfter(closed, 1, 40);
    closed.close();
    publishAfter(engine.publisher(), 1, 500);
    publishAfter(engine.publisher(), 2, -7);
    publishAfter(engine.publisher(), 0, 9);
    engine.close();

    for (int read = 0; read < 2; read++) {
      assertThat(profile(engine, 1).entryDelayNs().getTotalCount()).isEqualTo(3);
      near(profile(engine, 1).entryDelayNs(), 50, 40 * MS);
      near(profile(engine, 1).entryDelayNs(), 100, 500 * MS);
      assertThat(profile(engine, 2).negativeEntryDelays()).isEqualTo(1);
      assertThat(profile(engine, 2).entryDelayNs().getTotalCount()).isZero();
      near(profile(engine, 0).entryDelayNs(), 100, 9 * MS);
    }
  }

  /** Nothing is lost nor counted twice, whoever reads meanwhile. */
  @Test
  @Timeout(60)
  void shouldBeReadWhileItIsMeasured() throws Exception {
    Engine<Sample> engine = measuringEntries(true);
    int events = 200_000;
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> publishing =
          thread.submit(
              () -> {
                for (int i = 0; i < events; i++) {
                  publishAfter(engine.publisher(), 0, i % 2 == 0 ? i % 1_000 : -1);
                }
              });
      long before = 0;
      while (!publishing.isDone()) {
        long now = engine.profile(0).map(EntryDelayTest::entered).orElse(0L);
        assertThat(now).isGreaterThanOrEqualTo(before);
        before = now;
      }
      publishing.get();
    } finally {
      thread.shutdownNow();
    }
    engine.close();
    assertThat(entered(profile(engine, 0))).isEqualTo(events);
    assertThat(profile(engine, 0).negativeEntryDelays()).isEqualTo(events / 2);
  }

  private static long entered(PartitionProfile profile) {
    return profile.entryDelayNs().getTotalCount() + profile.negativeEntryDelays();
  }

  /** The engine stamps it: the source says nothing that could be told apart. */
  @Test
  void shouldNotMeasureArrivalsThatTheEngineStamps() {
    Engine<Sample> engine = measuringEntries(false);
    engine.publisher().claim().time = 5;
    engine.publisher().publish(0);
    publishAfter(engine.publisher(), 0, 30);

    assertThat(profile(engine, 0).events()).isEqualTo(2);
    assertThat(profile(engine, 0).entryDelayNs().getTotalCount()).isEqualTo(1);
  }

  /** Neither what a source could not read, nor what was refused. */
  @Test
  void shouldMeasureWhatIsPublishedOnly() {
    Engine<Sample> engine = measuringEntries(false);
    publishAfter(engine.publisher(), 0, 30);
    engine.publisher().claim();
    engine.publisher().reject(0, 0, RejectReason.BAD_ROW);
    engine.publisher().claim();
    assertThat(engine.publisher().tryPublish(0, MILLISECONDS.toNanos(nowMs.get() - 50)))
        .isEqualTo(PublishResult.PUBLISHED);
    engine.publisher().leave(1);

    assertThat(profile(engine, 0).entryDelayNs().getTotalCount()).isEqualTo(2);
  }

  @Test
  void shouldForgetAPartitionThatLeft() {
    Engine<Sample> engine = measuringEntries(false);
    Publisher<Sample> closed = engine.addPublisher();
    publishAfter(closed, 1, 40);
    closed.close();
    publishAfter(engine.publisher(), 1, 40);
    engine.publisher().leave(1);
    publishAfter(engine.publisher(), 1, 70);

    assertThat(profile(engine, 1).entryDelayNs().getTotalCount()).isEqualTo(1);
    near(profile(engine, 1).entryDelayNs(), 100, 70 * MS);
  }

  @Test
  void shouldBearTheEndsOfTime() {
    Engine<Sample> engine = measuringEntries(false);
    for (long arrivalNs : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      engine.publisher().claim().time = 5;
      engine.publisher().publish(0, arrivalNs);
    }
    assertThat(profile(engine, 0).negativeEntryDelays()).isEqualTo(1);
    near(profile(engine, 0).entryDelayNs(), 100, 86_400_000 * MS);
  }

  @Test
  void shouldMeasureNothingUnlessAskedTo() {
    Engine<Sample> engine = measuring(false);
    publish(engine, 0, 10, 20);
    assertThat(profile(engine, 0).entryDelayNs().getTotalCount()).isZero();
    assertThatThrownBy(
            () ->
                tumbling(10)
                    .engine(EngineOptions.<Sample>inline().measureEntries().restampArrivals()))
        .hasMessage(
            "measure entries: set for job scenario with restamped arrivals, which are the entries;"
                + " expected one of the two");
  }

  private Engine<Sample> measuringEntries(boolean fused) {
    EngineOptions<Sample> options =
        fused ? EngineOptions.<Sample>fused().withoutTicker() : EngineOptions.inline();
    return tumbling(1_000)
        .engine(
            options
                .clock(() -> MILLISECONDS.toNanos(nowMs.get()))
                .onLate(late -> {})
                .measureEntries());
  }

  /** An event that enters so long after its arrival. */
  private void publishAfter(Publisher<Sample> publisher, int partition, long ms) {
    publisher.claim().time = nowMs.get();
    publisher.publish(partition, MILLISECONDS.toNanos(nowMs.get() - ms));
  }
}
