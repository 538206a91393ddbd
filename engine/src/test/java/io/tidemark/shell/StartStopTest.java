package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.runtime.SideFull;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Starting and closing, many times: nothing is lost and nothing stays. */
class StartStopTest extends ShellTest {
  /** 10,000 before a release. */
  private static final int STARTS = Integer.getInteger("tidemark.test.starts", 2_000);

  @Test
  void shouldTakeWhatWasPublishedRightBeforeClose() {
    Job<Note> job = job("starts");
    for (int i = 0; i < STARTS; i++) {
      StringBuilder results = new StringBuilder();
      Engine<Note> engine = Engine.start(job, fused(8).onResult(results::append));
      publish(engine.publisher(), 5);
      engine.close();
      assertThat(results).as("start %d", i).contains("[0,10)").contains("n=1");
    }
  }

  @Test
  void shouldLeaveNoThread() {
    Job<Note> job = job("cycles", WatermarkStrategy.monotonous().idleness(Duration.ofSeconds(1)));
    for (int i = 0; i < 500; i++) {
      Engine<Note> engine = Engine.start(job, fused(8).sideThread(Note::copy, 8, SideFull.WAIT));
      publish(engine.publisher(), 5);
      if (i % 2 == 0) {
        engine.close();
      } else {
        engine.halt();
      }
    }

    await("no thread left", () -> threads("cycles").isEmpty());
  }

  @Test
  void shouldLeaveNoThreadWhenTheStartFails() {
    RuntimeException thrown = new RuntimeException("no more events");
    AtomicInteger made = new AtomicInteger();
    Job<Note> job =
        Job.builder(
                "start-fails",
                () -> {
                  if (made.incrementAndGet() > 20) {
                    throw thrown;
                  }
                  return new Note();
                })
            .timestamp(MILLISECONDS, note -> note.time)
            .watermarks(WatermarkStrategy.monotonous().idleness(Duration.ofSeconds(1)))
            .window(
                WindowDefinition.<Note>tumbling("w", Duration.ofMillis(10)).aggregate("n", count()))
            .build();
    EngineOptions<Note> options = fused(16).sideThread(Note::copy, 8, SideFull.WAIT);

    assertThatThrownBy(() -> Engine.start(job, options))
        .hasMessageStartingWith("job start-fails: the events function threw")
        .hasCause(thrown);
    assertThat(threads("start-fails")).isEmpty();
  }

  @Test
  void shouldCloseWithATimeoutBeyond64Bits() {
    Engine<Note> engine = Engine.start(job("eternity"), fused(8));
    publish(engine.publisher(), 5);
    engine.close(Duration.ofSeconds(Long.MAX_VALUE));

    assertThat(engine.counters().accepted.value()).isEqualTo(1);
  }
}
