package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Column;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of what process functions throw. */
class ProcessFailureTest {
  private static final long POISON = 13;

  /** Does all that it can do, and throws for poison. */
  private static final class Fragile implements ProcessFunction<Told> {
    @Override
    public void onEvent(Told event, ProcessContext context) {
      context.setLong(0, context.longState(0) + event.value);
      context.registerEventTimer(event.time + 10);
      context.registerProcessingTimer(event.time + 10);
      context.deleteEventTimer(event.time);
      context.output(0).setLong(0, context.longState(0)).emit();
      context.output(0).setLong(0, 99);
      if (event.value == POISON) {
        throw new IllegalStateException("poisoned");
      }
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      if (domain == TimerDomain.EVENT_TIME && context.longState(0) == 666) {
        throw new IllegalStateException("doomed");
      }
    }
  }

  private static JobBuilder<Told> job() {
    return ProcessRun.job()
        .window(
            WindowDefinition.<Told>tumbling("w", Duration.ofMillis(10))
                .aggregate("n", Aggregates.count()))
        .process(
            ProcessRun.process(() -> (event, context) -> context.output(0).emit()).output("first"))
        .process(
            ProcessDefinition.<Told>of("fragile", Fragile::new)
                .state(Column.ofLong("sum"))
                .output("sum", Column.ofLong("sum")));
  }

  @Test
  void shouldRejectTheEventWithoutATrace() {
    ProcessRun run = new ProcessRun(job().rejectOnThrow().build());
    run.event(1, 5, 2).gives("p.first 1 @5", "fragile.sum 1 @5 sum=2");
    run.event(1, 500, POISON)
        .gives(
            "user-code job run: the onEvent function of process fragile threw"
                + " java.lang.IllegalStateException: poisoned");
    assertThat(run.engine.watermark()).isEqualTo(4);
    assertThat(run.engine.counters().processes().get(1).timersRegistered.value()).isEqualTo(2);
    run.event(1, 6, 3).gives("p.first 1 @6", "fragile.sum 1 @6 sum=5");
    assertThat(run.engine.counters().accepted.value()).isEqualTo(2);
    run.close();
    run.gives("w 1 [0,10) on-time 0 n=2");
  }

  @Test
  void shouldStopTheEngineUnlessItRejects() {
    ProcessRun run = new ProcessRun(job().build());
    run.event(1, 5, 2);
    assertThatThrownBy(() -> run.event(1, 500, POISON))
        .isInstanceOf(EngineFailedException.class)
        .hasMessageContaining("job run: the onEvent function of process fragile threw")
        .hasRootCauseMessage("poisoned");
  }

  @Test
  void shouldStopTheEngineForWhatATimerThrows() {
    ProcessRun run = new ProcessRun(job().rejectOnThrow().build());
    run.event(4, 5, 666);
    assertThatThrownBy(() -> run.watermark(15))
        .isInstanceOf(EngineFailedException.class)
        .hasMessageContaining(
            "job run: the onTimer function of process fragile threw"
                + " java.lang.IllegalStateException: doomed, key 4, event-time timer 15")
        .hasRootCauseMessage("doomed");
  }

  /** R09: a handler's exception stops the engine, or is counted and skipped. */
  @Test
  void r09ShouldStopForWhatTheHandlerThrowsOrSkipIt() {
    Engine<Told> stops = Engine.start(job().build(), throwing());
    assertThatThrownBy(() -> publish(stops))
        .isInstanceOf(EngineFailedException.class)
        .hasRootCauseMessage("full");

    Engine<Told> skips = Engine.start(job().build(), throwing().skipHandlerErrors());
    publish(skips);
    publish(skips);
    assertThat(skips.counters().handlerErrors.value()).isEqualTo(4);
    assertThat(skips.counters().accepted.value()).isEqualTo(2);
    skips.close();
  }

  private static EngineOptions<Told> throwing() {
    return EngineOptions.<Told>inline()
        .onProcessResult(
            row -> {
              throw new IllegalStateException("full");
            });
  }

  private static void publish(Engine<Told> engine) {
    Told event = engine.publisher().claim();
    event.time = 5;
    event.value = 1;
    engine.publisher().publish(0, 0);
  }

  @Test
  void shouldRefuseFieldsAndColumnsOfAnotherType() {
    ProcessRun run =
        new ProcessRun(
            ProcessRun.job()
                .rejectOnThrow()
                .process(
                    ProcessRun.process(
                            () ->
                                (event, context) -> {
                                  switch ((int) event.value) {
                                    case 0 -> context.setDouble(0, 1);
                                    case 1 -> context.longState(1);
                                    case 2 -> context.longState(2);
                                    case 3 -> context.output(0).setLong(0, 1);
                                    case 4 -> context.output(1);
                                    default -> context.output(0).setDouble(1, 0.5);
                                  }
                                })
                        .state(Column.ofLong("a"), Column.ofDouble("b"))
                        .output("o", Column.ofDouble("c")))
                .build());
    for (int value = 0; value < 6; value++) {
      run.event(1, 1, value);
    }
    String prefix = "user-code job run: the onEvent function of process p threw java.lang.";
    String argument = prefix + "IllegalArgumentException: ";
    run.gives(
        argument + "state field a is a LONG",
        argument + "state field b is a DOUBLE",
        argument + "state field 2; there are 2, numbered from 0",
        argument + "column c is a DOUBLE",
        argument + "output 1; expected 0 to 0",
        argument + "column 1; output o has 1, numbered from 0");
  }

  @Test
  void shouldRefuseDefinitionsThatCannotBe() {
    ProcessDefinition<Told> named = ProcessRun.process(Fragile::new);
    assertThatThrownBy(() -> ProcessRun.job().process(named).build())
        .hasMessage("processes[p].outputs: none; expected at least one");
    ProcessDefinition<Told> whole = named.output("o", Column.ofLong("c"));
    assertThatThrownBy(() -> ProcessRun.job().process(whole).process(whole).build())
        .hasMessage("job run: processes[p]: two definitions have this name");
    assertThatThrownBy(() -> whole.output("o", Column.ofLong("c")))
        .hasMessage("processes[p].outputs: two are named o");
    assertThatThrownBy(() -> whole.state(Column.ofLong("c"), Column.ofDouble("c")))
        .hasMessage("processes[p].state: two are named c");
    assertThatThrownBy(() -> ProcessRun.job().build())
        .hasMessageContaining("windows: none; expected at least one window or process definition");
  }

  @Test
  void shouldNameTheOutputsThereAreWhereThereIsNoneOfAName() {
    ProcessDefinition<Told> own = ProcessRun.process(Fragile::new);
    expectNoOutput(own.output("a", Column.ofLong("c")).output("b"), "a, b");
    expectNoOutput(CarriedForward.of("p", Duration.ofMillis(1), Duration.ZERO), "windows");
    expectNoOutput(EventTimeOrder.of("p"), "events, late");
  }

  private static void expectNoOutput(KeyedProcess<Told> process, String outputs) {
    assertThatThrownBy(() -> process.columns("other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("processes[p].outputs: none named other; expected one of [" + outputs + "]");
  }
}
