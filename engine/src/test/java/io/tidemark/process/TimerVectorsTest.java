package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Column;
import org.junit.jupiter.api.Test;

/** Flink's rules of timers (InternalTimerServiceImpl), one by one. */
class TimerVectorsTest {
  private static final long NS = 1_000_000;

  /** What an event has its function do, in its value: an action × 1000 and a time. */
  private static final int EVENT = 1;

  private static final int DELETE_EVENT = 2;
  private static final int PROCESSING = 3;
  private static final int DELETE_PROCESSING = 4;

  /** Each timer of the key also registers the timer for this time, once. */
  private static final int CHAIN = 5;

  private static final class Obedient implements ProcessFunction<Told> {
    @Override
    public void onEvent(Told event, ProcessContext context) {
      long time = event.value % 1000;
      switch ((int) (event.value / 1000)) {
        case EVENT -> context.registerEventTimer(time);
        case DELETE_EVENT -> context.deleteEventTimer(time);
        case PROCESSING -> context.registerProcessingTimer(time * NS);
        case DELETE_PROCESSING -> context.deleteProcessingTimer(time * NS);
        case CHAIN -> context.setLong(0, time);
        default -> context.output(0).setLong(0, context.watermark()).emit();
      }
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      assertThat(context.timestamp()).isEqualTo(timestamp);
      context.output(domain.ordinal()).setLong(0, context.watermark()).emit();
      if (context.hasState()) {
        context.registerEventTimer(context.longState(0));
        context.clearState();
      }
    }
  }

  private final ProcessRun run =
      new ProcessRun(
          ProcessRun.process(Obedient::new)
              .state(Column.ofLong("chained"))
              .output("event", Column.ofLong("w"))
              .output("processing", Column.ofLong("w")));

  private ProcessRun tell(long key, int action, long time) {
    return run.event(key, 0, action * 1000L + time);
  }

  @Test
  void shouldFireWhenTheWatermarkReachesIt() {
    tell(1, EVENT, 10);
    run.watermark(9).gives();
    run.watermark(10).gives("p.event 1 @10 w=10");
    run.watermark(11).gives();
  }

  @Test
  void v138ShouldFireInTheOrderOfTimestampsThenOfRegistration() {
    tell(1, EVENT, 25);
    tell(2, EVENT, 15);
    tell(1, EVENT, 5);
    tell(2, EVENT, 5);
    run.watermark(100)
        .gives(
            "p.event 1 @5 w=100",
            "p.event 2 @5 w=100",
            "p.event 2 @15 w=100",
            "p.event 1 @25 w=100");
  }

  @Test
  void v176ShouldNotFireADeletedTimer() {
    for (long time : new long[] {1, 17, 42, 30}) {
      tell(1, EVENT, time);
    }
    tell(1, DELETE_EVENT, 30);
    tell(2, DELETE_EVENT, 17);
    run.watermark(1).gives("p.event 1 @1 w=1");
    run.watermark(15).gives();
    run.watermark(42).gives("p.event 1 @17 w=42", "p.event 1 @42 w=42");
    assertThat(run.counters().timersRegistered.value()).isEqualTo(4);
    assertThat(run.counters().timersDeleted.value()).isEqualTo(1);
    assertThat(run.counters().liveTimers()).isZero();
  }

  @Test
  void shouldBeOneTimerHoweverOftenItIsRegistered() {
    tell(1, EVENT, 10);
    tell(1, EVENT, 10);
    tell(2, EVENT, 10);
    run.watermark(10).gives("p.event 1 @10 w=10", "p.event 2 @10 w=10");
    assertThat(run.counters().timersRegistered.value()).isEqualTo(2);
  }

  /** Registered at or below the watermark, it waits for the next move. */
  @Test
  void shouldFireATimerOfThePastAtTheNextMoveOnly() {
    run.watermark(50).gives();
    tell(1, EVENT, 20);
    tell(1, EVENT, 50);
    run.gives();
    run.watermark(51).gives("p.event 1 @20 w=51", "p.event 1 @50 w=51");
  }

  /** Registered in a timer's call, it fires in the same move, after which the watermark is seen. */
  @Test
  void shouldFireATimerOfThePastInTheMoveInWhichATimerRegistersIt() {
    tell(1, CHAIN, 3);
    tell(2, CHAIN, 60);
    tell(1, EVENT, 10);
    tell(2, EVENT, 11);
    tell(3, EVENT, 30);
    run.watermark(50)
        .gives(
            "p.event 1 @10 w=50", "p.event 1 @3 w=50", "p.event 2 @11 w=50", "p.event 3 @30 w=50");
    run.watermark(60).gives("p.event 2 @60 w=60");
  }

  @Test
  void shouldFireAllEventTimeTimersAtTheEndOfTimeAndNoProcessingTimeTimer() {
    tell(1, EVENT, 999);
    tell(1, PROCESSING, 999);
    run.close();
    run.gives("p.event 1 @999 w=" + Long.MAX_VALUE);
    assertThat(run.counters().liveTimers()).isEqualTo(1);
  }

  @Test
  void shouldFireProcessingTimeTimersBeforeTheSlotThatBringsTheirTime() {
    run.now(5);
    tell(1, PROCESSING, 10);
    tell(1, PROCESSING, 20);
    tell(1, PROCESSING, 30);
    tell(1, DELETE_PROCESSING, 20);
    run.tick(9).gives();
    run.now(10).event(2, 7, 0).gives(processing(1, 10), "p.event 2 @7 w=-1");
    run.tick(29).gives();
    run.tick(1_000_000_000).gives("p.processing 1 @30000000 w=6");
  }

  /** What is due already fires right after the slot. */
  @Test
  void shouldFireAProcessingTimeTimerOfThePastAtOnce() {
    run.now(50);
    tell(1, PROCESSING, 10);
    run.gives(processing(1, 10));
  }

  @Test
  void shouldDeliverLateEvents() {
    run.watermark(500).gives();
    run.event(1, 20, 0).gives("p.event 1 @20 w=500");
  }

  private static String processing(long key, long ms) {
    return "p.processing %d @%d w=%d".formatted(key, ms * NS, -1);
  }
}
