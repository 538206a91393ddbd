package io.tidemark.shell;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.SideFull;
import io.tidemark.time.PartitionProfile;
import io.tidemark.time.WatermarkStrategy;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In steady state no thread of the engine allocates, whatever becomes of events. */
class FusedAllocationTest extends ShellTest {
  private static final int ROUNDS = 3;
  private static final int EVENTS = 1_000_000;
  private static final long SEED = 3;

  /** For what the JVM itself allocates on the thread: class initialisation, call-site linking. */
  private static final long NOISE_BYTES = 10_000;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final AtomicLong handled = new AtomicLong();
  private final AtomicLong clockNs = new AtomicLong();
  private long nowMs;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAllocateNothingInSteadyState(boolean measures) {
    WatermarkStrategy<Object> watermarks =
        WatermarkStrategy.monotonous().idleness(ofMillis(500)).emitEvery(ofMillis(10));
    EngineOptions<Note> options = fused(1024);
    if (measures) {
      options.measurePartitions().measureEntries();
    }
    Engine<Note> engine =
        Engine.start(
            job("allocates", watermarks),
            options
                .clock(clockNs::get)
                .sideThread(Note::copy, 256, SideFull.WAIT)
                .onResult(result -> handled.addAndGet(result.longValue(0)))
                .onLate(late -> handled.addAndGet(1))
                .onRejected(rejected -> handled.addAndGet(1)));
    long stage = thread("tidemark-allocates").getId();
    long side = thread("tidemark-side-allocates").getId();
    publish(engine, EVENTS / 2);
    long lateBefore = late(engine);

    // What the JVM allocates on a thread once, loading a class say, falls into one round.
    long stageBytes = Long.MAX_VALUE;
    long sideBytes = Long.MAX_VALUE;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int round = 0; round < ROUNDS; round++) {
      long stageBefore = threads.getThreadAllocatedBytes(stage);
      long sideBefore = threads.getThreadAllocatedBytes(side);
      publish(engine, EVENTS);
      stageBytes = Math.min(stageBytes, threads.getThreadAllocatedBytes(stage) - stageBefore);
      sideBytes = Math.min(sideBytes, threads.getThreadAllocatedBytes(side) - sideBefore);
    }
    engine.close();

    assertThat(stageBytes).as("bytes of the stage's thread").isLessThan(NOISE_BYTES);
    assertThat(sideBytes).as("bytes of the side thread").isLessThan(NOISE_BYTES);
    assertThat(engine.counters().rejected()).isGreaterThan(EVENTS / 100);
    assertThat(late(engine) - lateBefore).isGreaterThan(EVENTS / 100);
    assertThat(engine.counters().imbalance()).isEmpty();
    assertThat(engine.profile(0).map(PartitionProfile::events).orElse(0L))
        .isEqualTo(measures ? engine.counters().accepted.value() : 0);
    assertThat(handled).hasValue(ROUNDS * EVENTS + EVENTS / 2);
  }

  private static long late(Engine<Note> engine) {
    return engine.counters().windows().get(0).tooLate.value();
  }

  private void publish(Engine<Note> engine, int events) {
    Publisher<Note> publisher = engine.publisher();
    long before = engine.counters().published.value();
    for (int i = 0; i < events; i++) {
      nowMs += random.nextInt(3) == 0 ? 1 : 0;
      clockNs.setOpaque(nowMs * 1_000_000);
      int fate = random.nextInt(100);
      Note note = publisher.claim();
      note.time = fate < 2 ? nowMs - 100 : nowMs;
      note.key = random.nextInt(20);
      note.value = fate;
      if (fate == 2) {
        publisher.reject(0, nowMs * 1_000_000, RejectReason.BAD_ROW);
      } else {
        publisher.publish(0, nowMs * 1_000_000);
      }
    }
    await("all taken", () -> told(engine) == before + events);
  }
}
