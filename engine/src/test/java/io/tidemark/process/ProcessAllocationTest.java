package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Column;
import io.tidemark.counters.ProcessCounters;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** In steady state a process allocates nothing: not for an event, a timer, state or a row. */
class ProcessAllocationTest {
  private static final int EVENTS = 300_000;
  private static final int KEYS = 1_000;

  private final SplittableRandom random = new SplittableRandom(5);
  private long nowMs;
  private long handled;

  /** A time-out a key, renewed by each event, in both domains. */
  private static final class TimeOut implements ProcessFunction<Told> {
    @Override
    public void onEvent(Told event, ProcessContext context) {
      if (context.hasState()) {
        context.deleteEventTimer(context.longState(0));
        context.deleteProcessingTimer(context.longState(1));
      }
      context.setLong(0, event.time + 500);
      context.setLong(1, context.processingTimeNs() + 400_000_000);
      context.registerEventTimer(context.longState(0));
      context.registerProcessingTimer(context.longState(1));
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      context.output(0).setLong(0, timestamp).emit();
    }
  }

  @Test
  void shouldAllocateNothingInSteadyState() {
    Engine<Told> engine =
        Engine.start(
            ProcessRun.job()
                .process(
                    ProcessRun.process(TimeOut::new)
                        .state(Column.ofLong("event"), Column.ofLong("processing"))
                        .stateTtl(StateTtl.eventTime(Duration.ofMillis(900)))
                        .output("silent", Column.ofLong("since")))
                .build(),
            EngineOptions.<Told>inline().onProcessResult(row -> handled += row.longValue(0)));
    publish(engine.publisher());
    long[] before = counts(engine);

    long allocated = Allocation.bytes(() -> publish(engine.publisher()));

    assertThat(allocated).as("bytes for " + EVENTS + " events").isLessThan(Allocation.NOISE_BYTES);
    long[] after = counts(engine);
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i] - before[i]).as("count " + i).isGreaterThan(500);
    }
    assertThat(handled).isNotZero();
  }

  private void publish(Publisher<Told> publisher) {
    for (int i = 0; i < EVENTS; i++) {
      nowMs += random.nextInt(2);
      Told event = publisher.claim();
      event.time = nowMs - random.nextInt(50);
      event.key = random.nextInt(KEYS);
      publisher.publish(0, nowMs * 1_000_000);
    }
  }

  private static long[] counts(Engine<Told> engine) {
    ProcessCounters counters = engine.counters().processes().get(0);
    return new long[] {
      counters.timersRegistered.value(),
      counters.timersDeleted.value(),
      counters.timersFired.value(),
      counters.expiredKeys.value(),
      counters.outputs.value()
    };
  }
}
