package io.tidemark.testkit;

import static java.time.Duration.ofMillis;

import io.tidemark.Job;
import io.tidemark.aggregate.Column;
import io.tidemark.process.ProcessContext;
import io.tidemark.process.ProcessDefinition;
import io.tidemark.process.ProcessFunction;
import io.tidemark.process.TimerDomain;
import io.tidemark.time.WatermarkStrategy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scripts of jobs with windows and a process: outputs come by slot, windows first. */
class ProcessScriptTest {
  private static final long NS = 1_000_000;

  /** Counts; says after 20 ms of event time how many there were, and 100 ms of the clock later. */
  private static final class Reminder implements ProcessFunction<Trade> {
    @Override
    public void onEvent(Trade trade, ProcessContext context) {
      context.setLong(0, context.longState(0) + 1);
      context.registerEventTimer(trade.time + 20);
      context.registerProcessingTimer(context.processingTimeNs() + 100 * NS);
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      context.output(domain.ordinal()).setLong(0, context.longState(0)).emit();
    }
  }

  private static Job<Trade> job() {
    return Trade.bars(WatermarkStrategy.boundedOutOfOrderness(ofMillis(0)))
        .process(
            ProcessDefinition.<Trade>of("reminder", Reminder::new)
                .state(Column.ofLong("seen"))
                .output("event", Column.ofLong("seen"))
                .output("clock", Column.ofLong("seen")))
        .build();
  }

  @Test
  void shouldShowWhatProcessesEmit() {
    String timeline =
        """
        clock | p0  | watermark | out
        0     | 5   | 4         |
        10    | 14  | 13        | bars 0 [0,10) on-time 0 n=1 volume=1
        50    | 31  | 30        | bars 0 [10,20) on-time 0 n=1 volume=1; reminder.event 0 @25 seen=3
        99    |     | 30        |
        100   |     | 30        | reminder.clock 0 @100000000 seen=3
        170   | 32  | 31        | reminder.clock 0 @110000000 seen=3; reminder.clock 0 @150000000 seen=3
        close |     | end       | bars 0 [30,40) on-time 0 n=2 volume=2; %s
        """
            .formatted(
                String.join(
                    "; ",
                    List.of(
                        "reminder.event 0 @34 seen=4",
                        "reminder.event 0 @51 seen=4",
                        "reminder.event 0 @52 seen=4")));
    JobScript.of(job()).timeline(timeline, Trade::read).run();
  }
}
