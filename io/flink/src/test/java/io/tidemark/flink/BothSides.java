package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.flink.WindowScript.Clock;
import io.tidemark.flink.WindowScript.Event;
import io.tidemark.flink.WindowScript.Mark;
import io.tidemark.flink.WindowScript.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A script written by hand, and what both sides are to make of it. */
final class BothSides {
  private final WindowSpec spec;
  private final List<Step> steps = new ArrayList<>();
  private boolean sideOutput = true;

  private BothSides(WindowSpec spec) {
    this.spec = spec;
  }

  static BothSides of(WindowSpec spec) {
    return new BothSides(spec);
  }

  /** No side output for late events. */
  BothSides dropping() {
    sideOutput = false;
    return this;
  }

  BothSides event(long key, long timestamp, long value) {
    return event(key, timestamp, value, 1);
  }

  BothSides event(long key, long timestamp, long value, long gap) {
    steps.add(new Event(key, timestamp, value, gap));
    return this;
  }

  BothSides watermark(long watermark) {
    steps.add(new Mark(watermark));
    return this;
  }

  /** Processing time. */
  BothSides clock(long ms) {
    steps.add(new Clock(ms));
    return this;
  }

  WindowScript script() {
    return new WindowScript(List.of(spec), sideOutput, List.copyOf(steps));
  }

  WindowOutcome flink() {
    return FlinkWindows.run(script(), spec);
  }

  WindowOutcome engine() {
    return EngineWindows.run(script(), EngineWindows.STEPWISE).get(0);
  }

  /** All firings so far. */
  BothSides expect(String... firings) {
    assertThat(flink().texts()).as("Flink's").containsExactly(firings);
    assertThat(engine().texts()).as("the engine's").containsExactly(firings);
    return this;
  }

  /** The timestamps of all events in the late side output so far. */
  BothSides expectLate(long... timestamps) {
    List<Long> expected = Arrays.stream(timestamps).boxed().toList();
    assertThat(late(flink())).as("Flink's").isEqualTo(expected);
    assertThat(late(engine())).as("the engine's").isEqualTo(expected);
    return this;
  }

  /** How many late events were dropped so far. */
  BothSides expectDropped(long expected) {
    assertThat(flink().dropped).as("Flink's").isEqualTo(expected);
    assertThat(engine().dropped).as("the engine's").isEqualTo(expected);
    return this;
  }

  /** How many rows of state are held now; for tumbling windows, or 0. */
  BothSides expectHeld(long expected) {
    assertThat(flink().held).as("Flink's").isEqualTo(expected);
    assertThat(engine().held).as("the engine's").isEqualTo(expected);
    return this;
  }

  private List<Long> late(WindowOutcome outcome) {
    return outcome.late.stream().map(step -> ((Event) steps.get(step)).timestamp()).toList();
  }
}
