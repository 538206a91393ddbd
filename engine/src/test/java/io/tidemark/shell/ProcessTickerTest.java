package io.tidemark.shell;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.Job;
import io.tidemark.process.ProcessContext;
import io.tidemark.process.ProcessDefinition;
import io.tidemark.process.ProcessFunction;
import io.tidemark.process.TimerDomain;
import io.tidemark.time.WatermarkStrategy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Processing-time timers go by the engine's ticker, which a job with processes has. */
class ProcessTickerTest extends ShellTest {
  private static final long START_MS = 1_000;

  private final AtomicLong nowMs = new AtomicLong(START_MS);
  private final Queue<String> rows = new ConcurrentLinkedQueue<>();

  private static final class Alarm implements ProcessFunction<Note> {
    @Override
    public void onEvent(Note note, ProcessContext context) {
      context.registerProcessingTimer(MILLISECONDS.toNanos(START_MS + note.value));
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      context.output(0).emit();
    }
  }

  @Test
  void shouldFireWhileNothingIsPublished() {
    Job<Note> job =
        Job.builder("alarm", Note::new)
            .timestamp(MILLISECONDS, note -> note.time)
            .watermarks(WatermarkStrategy.none())
            .process(ProcessDefinition.<Note>of("alarm", Alarm::new).output("rings"))
            .build();
    try (Engine<Note> engine =
        Engine.start(
            job,
            fused(64)
                .clock(() -> MILLISECONDS.toNanos(nowMs.get()))
                .onProcessResult(row -> rows.add(row.toString())))) {
      Note note = engine.publisher().claim();
      note.value = 500;
      engine.publisher().publish(0);
      note = engine.publisher().claim();
      note.value = 900_000;
      engine.publisher().publish(0);
      await("both taken", () -> told(engine) == 2);
      assertThat(rows).isEmpty();

      nowMs.addAndGet(700);
      await("the clock has passed the first", () -> !rows.isEmpty());
    }
    assertThat(rows).containsExactly("alarm.rings 0 @1500000000");
  }
}
