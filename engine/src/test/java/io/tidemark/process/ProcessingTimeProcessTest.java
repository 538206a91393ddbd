package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process function sees in a job on processing time. */
class ProcessingTimeProcessTest {
  /** Tells the watermark, and sets timers for 5 ms later, of both kinds. */
  private static final class Teller implements ProcessFunction<Told> {
    @Override
    public void onEvent(Told event, ProcessContext context) {
      tell(context, 0);
      context.registerEventTimer(context.timestamp() + 5);
      context.registerProcessingTimer(context.processingTimeNs() + 5 * Restless.NS);
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      tell(context, domain == TimerDomain.EVENT_TIME ? 1 : 2);
    }

    private static void tell(ProcessContext context, long why) {
      context.output(0).setLong(0, why).setLong(1, context.watermark()).emit();
    }
  }

  /**
   * There is no watermark until the end of input, when there is nothing more to wait for. Timers
   * for event time go by the clock: one for 15 ms when the clock is past the ms 15.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s013ShouldShowNoWatermarkBeforeTheEnd(boolean fused) {
    List<String> out = new ArrayList<>();
    Job<Told> job =
        Job.builder("teller", Told::new)
            .processingTime(TimeUnit.MILLISECONDS)
            .process(
                ProcessDefinition.<Told>of("p", Teller::new)
                    .output("told", Column.ofLong("why"), Column.ofLong("watermark")))
            .build();
    EngineOptions<Told> options =
        fused ? EngineOptions.<Told>fused().withoutTicker() : EngineOptions.inline();
    Engine<Told> engine =
        Engine.start(job, options.onProcessResult(row -> out.add(row.toString())));
    Publisher<Told> publisher = engine.publisher();
    publisher.claim();
    publisher.publish(0, 10 * Restless.NS);
    publisher.tick(15 * Restless.NS);
    publisher.tick(16 * Restless.NS - 1);
    publisher.tick(16 * Restless.NS);
    publisher.claim();
    publisher.publish(0, 20 * Restless.NS);
    engine.close();

    String none = " watermark=" + Long.MIN_VALUE;
    assertThat(out)
        .containsExactly(
            "p.told 0 @10 why=0" + none,
            "p.told 0 @15000000 why=2" + none,
            "p.told 0 @15 why=1" + none,
            "p.told 0 @20 why=0" + none,
            "p.told 0 @25 why=1 watermark=" + Long.MAX_VALUE);
  }
}
