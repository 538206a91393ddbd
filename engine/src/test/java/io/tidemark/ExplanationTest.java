package io.tidemark;

import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Aggregates;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static final WatermarkStrategy<Object> MONOTONOUS = boundedOutOfOrderness(ofMillis(0));

  @Test
  void s051ShouldNameTheHolderAndHowFarItIsBehind() {
    Engine<Reading> engine = start(MONOTONOUS, 3);
    publish(engine, 1, 60_001);
    publish(engine, 0, 45_001);
    publish(engine, 2, 40_001);

    assertThat(engine.explain())
        .isEqualTo(
            "The watermark is 40000 ms: partition 2 holds it, whose own is 40000 ms, 5000 ms behind"
                + " partition 0, 20000 ms behind partition 1. To go on: a later event or watermark"
                + " of partition 2, or its publisher's idle, end or leave(2); or give the strategy"
                + " an idleness, so that silence lets go of it.");
  }

  @Test
  void s084ShouldNameTheDeclaredPartitionThatHasNeverSpoken() {
    Engine<Reading> engine = start(MONOTONOUS.idleness(ofSeconds(2)), 2);
    publish(engine, 0, 1_000);

    assertThat(engine.explain())
        .isEqualTo(
            "The watermark is none yet: partition 1 holds it, which has had no event that moves"
                + " its own. To go on: a later event or watermark of partition 1, or its"
                + " publisher's idle, end or leave(1); or it is idle after 2000 ms of silence.");
  }

  @Test
  void shouldHaveAnotherHolderOnceTheRemedyIsTaken() {
    Engine<Reading> engine = start(MONOTONOUS, 2);
    publish(engine, 0, 1_001);
    engine.publisher().idle(1);

    assertThat(engine.explain())
        .startsWith("The watermark is 1000 ms: partition 0 holds it, whose own is 1000 ms. No")
        .contains("No active partition is ahead of it.");
  }

  @Test
  void shouldSayThatAllAreIdle() {
    Engine<Reading> engine = start(MONOTONOUS, 1);
    publish(engine, 0, 1_001);
    engine.publisher().idle(0);

    assertThat(engine.explain()).startsWith("The watermark is 1000 ms: all partitions are idle.");
  }

  @Test
  void shouldSayThatNobodyTakesPartOrThatItIsOver() {
    Engine<Reading> engine = start(MONOTONOUS, 0);
    String before = engine.explain();
    engine.close();

    assertThat(before).startsWith("The watermark is none yet: no partition takes part.");
    assertThat(engine.explain())
        .isEqualTo("The watermark is at the end of time: every window has fired.");
  }

  @Test
  void shouldSayThatProcessingTimeHasNone() {
    JobBuilder<Reading> job = Job.builder("job", Reading::new).processingTime(MILLISECONDS);
    Engine<Reading> engine = Engine.start(withWindow(job).build(), EngineOptions.inline());

    assertThat(engine.explain()).startsWith("Processing time has no watermark");
  }

  private static Engine<Reading> start(WatermarkStrategy<Object> watermarks, int partitions) {
    JobBuilder<Reading> job =
        Job.builder("job", Reading::new)
            .timestamp(MILLISECONDS, reading -> reading.time)
            .watermarks(watermarks);
    if (partitions > 0) {
      job.partitions(partitions);
    }
    return Engine.start(withWindow(job).build(), EngineOptions.inline());
  }

  private static JobBuilder<Reading> withWindow(JobBuilder<Reading> job) {
    return job.window(
        WindowDefinition.<Reading>tumbling("w", ofSeconds(10)).aggregate("n", Aggregates.count()));
  }

  private static void publish(Engine<Reading> engine, int partition, long time) {
    engine.publisher().claim().time = time;
    engine.publisher().publish(partition, 0);
  }
}
