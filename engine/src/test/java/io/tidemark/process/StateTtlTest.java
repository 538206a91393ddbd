package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Column;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long state is kept. */
class StateTtlTest {
  private static final long MINUTE = 60_000;

  /** An event of value 0 looks, any other is written. */
  private static ProcessDefinition<Told> memory() {
    return ProcessRun.process(
            () ->
                (event, context) -> {
                  if (event.value == 0) {
                    long seen = context.hasState() ? context.longState(0) : -1;
                    context.output(0).setLong(0, seen).emit();
                  } else {
                    context.setLong(0, event.value);
                  }
                })
        .state(Column.ofLong("value"))
        .output("seen", Column.ofLong("value"));
  }

  /** S086: allowed lateness is one thing, state another. */
  @Test
  void s086ShouldKeepStateApartFromAllowedLateness() {
    ProcessRun run =
        new ProcessRun(
            ProcessRun.job()
                .window(
                    WindowDefinition.<Told>tumbling("w", Duration.ofSeconds(1))
                        .allowedLateness(Duration.ofMinutes(2))
                        .aggregate("n", Aggregates.count()))
                .process(memory().stateTtl(StateTtl.eventTime(Duration.ofHours(1))))
                .build());
    run.event(7, 0, 5).watermark(2 * MINUTE + 998);
    assertThat(run.engine.counters().windows().get(0).liveRows()).isEqualTo(1);
    run.watermark(2 * MINUTE + 999);
    assertThat(run.engine.counters().windows().get(0).liveRows()).isZero();
    assertThat(run.counters().liveKeys()).isEqualTo(1);
    run.out.clear();

    run.watermark(59 * MINUTE).event(7, 59 * MINUTE, 0).gives("p.seen 7 @3540000 value=5");
    run.watermark(61 * MINUTE);
    assertThat(run.counters().liveKeys()).isZero();
    assertThat(run.counters().expiredKeys.value()).isEqualTo(1);
    run.out.clear();
    run.event(7, 61 * MINUTE, 0).gives("p.seen 7 @3660000 value=-1");
  }

  @Test
  void shouldExpireWhenTheWatermarkReachesTheLastWritePlusTheTtl() {
    ProcessRun run = new ProcessRun(memory().stateTtl(StateTtl.eventTime(Duration.ofMillis(10))));
    run.event(1, 100, 5).watermark(109).event(1, 100, 0).gives("p.seen 1 @100 value=5");
    run.watermark(110).event(1, 100, 0).gives("p.seen 1 @100 value=-1");
  }

  @Test
  void shouldCountALateWriteFromTheWatermarkOn() {
    ProcessRun run = new ProcessRun(memory().stateTtl(StateTtl.eventTime(Duration.ofMillis(10))));
    run.watermark(1_000).event(1, 100, 5).watermark(1_009);
    run.event(1, 100, 0).gives("p.seen 1 @100 value=5");
    run.watermark(1_010).event(1, 100, 0).gives("p.seen 1 @100 value=-1");
  }

  @Test
  void shouldCountReadsWhereTheyAreToCount() {
    StateTtl ttl = StateTtl.processingTime(Duration.ofMillis(10));
    ProcessRun writes = new ProcessRun(memory().stateTtl(ttl));
    ProcessRun reads = new ProcessRun(memory().stateTtl(ttl.orRead()));
    for (ProcessRun run : new ProcessRun[] {writes, reads}) {
      run.event(1, 0, 5).now(9).event(1, 0, 0).gives("p.seen 1 @0 value=5");
    }
    writes.now(10).event(1, 0, 0).gives("p.seen 1 @0 value=-1");
    reads.now(18).event(1, 0, 0).gives("p.seen 1 @0 value=5");
    // A read of what is not there is no use.
    writes.now(15).event(1, 0, 0).gives("p.seen 1 @0 value=-1");
    assertThat(writes.counters().openedKeys.value()).isEqualTo(1);
  }

  /** Nobody looks at these keys again. */
  @Test
  void shouldFreeExpiredStateWithoutAnyEvent() {
    ProcessRun run =
        new ProcessRun(memory().stateTtl(StateTtl.processingTime(Duration.ofMillis(100))));
    for (int key = 0; key < 10_000; key++) {
      run.now(key / 100).event(key, 0, 1);
    }
    assertThat(run.counters().liveKeys()).isEqualTo(10_000);
    run.tick(149);
    assertThat(run.counters().liveKeys()).isEqualTo(5_000);
    run.tick(1_000_000);
    assertThat(run.counters().liveKeys()).isZero();
  }

  @Test
  void shouldExpireNothingAtTheEndOfTime() {
    ProcessRun run = new ProcessRun(memory().stateTtl(StateTtl.eventTime(Duration.ofMillis(10))));
    run.event(1, 5, 5).close();
    assertThat(run.counters().expiredKeys.value()).isZero();
  }

  @Test
  void shouldRefuseATtlThatIsNone() {
    ProcessDefinition<Told> none = memory().stateTtl(StateTtl.eventTime(Duration.ZERO));
    assertThatThrownBy(() -> ProcessRun.job().process(none).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("processes[p].stateTtl: PT0S; expected more than 0");
  }
}
