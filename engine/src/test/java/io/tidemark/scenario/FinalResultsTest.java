package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.AccumulationMode;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A result is final where no later firing of its window and key can come. With an allowed lateness
 * that is so as soon as time ends: also for what a tick before that made fire, where no event can
 * have come between the two.
 *
 * <pre>
 *   ms      0             200           400                  1000
 *   p0      end of time                                      20: too late for all
 *   p1      5, 15                       silent for 300 ms
 *   w                     14            end of time
 * </pre>
 *
 * <p>The ticks at 200 and 400 are run one by one, or before the event that arrives at 1000.
 */
class FinalResultsTest {
  private final List<String> results = new ArrayList<>();

  @Test
  void shouldCallFinalWhatALeapToTheEndOfTimeFires() {
    assertThat(leap(tumbling()))
        .containsExactly("on-time 0 [0,10) n=1 final", "on-time 0 [10,20) n=1 final");
    assertThat(oneByOne(tumbling()))
        .containsExactly("on-time 0 [0,10) n=1", "on-time 0 [10,20) n=1 final");
  }

  @Test
  void shouldCallFinalWhatALeapToTheEndOfTimeFiresOfOtherShapes() {
    assertThat(leap(WindowDefinition.sliding("w", ofMillis(10), ofMillis(5))))
        .containsExactly(
            "on-time 0 [0,10) n=1 final",
            "on-time 0 [5,15) n=1 final",
            "on-time 0 [10,20) n=1 final",
            "on-time 0 [15,25) n=1 final");
    assertThat(leap(WindowDefinition.session("w", ofMillis(7))))
        .containsExactly("on-time 0 [5,12) n=1 final", "on-time 0 [15,22) n=1 final");
    assertThat(leap(WindowDefinition.cumulative("w", ofMillis(20), ofMillis(10))))
        .containsExactly("on-time 0 [0,10) n=1 final", "on-time 0 [0,20) n=2 final");
    assertThat(leap(WindowDefinition.rolling("w", ofMillis(10))))
        .containsExactly("on-time 0 [-5,5) n=1 final", "on-time 0 [5,15) n=1 final");
    assertThat(oneByOne(WindowDefinition.rolling("w", ofMillis(11))))
        .containsExactly("on-time 0 [-6,5) n=1", "on-time 0 [4,15) n=2 final");
  }

  /** Of several firings of one window in the leap only the last is final. */
  @Test
  void shouldCallFinalTheLastOfSeveralFiringsInOneLeap() {
    WindowDefinition<Sample> early =
        tumbling().early(EarlyFiring.everyEventTime(ofMillis(6))).mode(AccumulationMode.RETRACTING);
    assertThat(leap(early))
        .containsExactly(
            "early 0 [0,10) n=1",
            "early 0 [0,10) n=1 back",
            "on-time 1 [0,10) n=1 final",
            "early 0 [10,20) n=1",
            "early 0 [10,20) n=1 back",
            "on-time 1 [10,20) n=1 final");
    WindowDefinition<Sample> sessions =
        WindowDefinition.<Sample>session("w", ofMillis(7))
            .early(EarlyFiring.everyEventTime(ofMillis(6)));
    assertThat(leap(sessions))
        .containsExactly(
            "early 0 [5,12) n=1",
            "on-time 1 [5,12) n=1 final",
            "early 0 [15,22) n=1",
            "on-time 1 [15,22) n=1 final");
  }

  @Test
  void shouldCallEachFiringFinalThatClosesItsWindow() {
    WindowDefinition<Sample> definition = WindowDefinition.tumbling("w", ofMillis(10));
    assertThat(run(definition, true))
        .containsExactly("on-time 0 [0,10) n=1 final", "on-time 0 [10,20) n=1 final");
    assertThat(oneByOne(tumbling().finalOnly()))
        .containsExactly("on-time 0 [0,10) n=1 final", "on-time 0 [10,20) n=1 final");
  }

  private static WindowDefinition<Sample> tumbling() {
    return WindowDefinition.tumbling("w", ofMillis(10));
  }

  private List<String> leap(WindowDefinition<Sample> definition) {
    return run(definition.allowedLateness(ofMillis(50)), false);
  }

  private List<String> oneByOne(WindowDefinition<Sample> definition) {
    return run(definition.allowedLateness(ofMillis(50)), true);
  }

  private List<String> run(WindowDefinition<Sample> definition, boolean everyTick) {
    results.clear();
    Job<Sample> job =
        Job.builder("final", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .partitions(2)
            .watermarks(
                WatermarkStrategy.<Sample>boundedOutOfOrderness(ofMillis(0))
                    .emitEvery(ofMillis(200))
                    .idleness(ofMillis(300)))
            .window(definition.aggregate("n", count()))
            .build();
    Engine<Sample> engine =
        Engine.start(job, EngineOptions.<Sample>inline().onResult(this::fired).onLate(late -> {}));
    publish(engine, 1, 5, 0);
    publish(engine, 1, 15, 0);
    engine.publisher().watermark(0, Long.MAX_VALUE);
    if (everyTick) {
      engine.publisher().tick(200_000_000);
      assertThat(engine.watermark()).isEqualTo(14);
      engine.publisher().tick(400_000_000);
    }
    publish(engine, 0, 20, 1000);
    assertThat(engine.watermark()).isEqualTo(Long.MAX_VALUE);
    List<String> before = List.copyOf(results);
    engine.close();
    assertThat(results).as("nothing fires at the end of time again").isEqualTo(before);
    return before;
  }

  private static void publish(Engine<Sample> engine, int partition, long time, long arrivalMs) {
    engine.publisher().claim().time = time;
    engine.publisher().publish(partition, arrivalMs * 1_000_000);
  }

  private void fired(WindowResult r) {
    results.add(
        "%s %d [%d,%d) n=%d%s%s"
            .formatted(
                r.kind().text(),
                r.revision(),
                r.start(),
                r.end(),
                r.longValue(0),
                r.isFinal() ? " final" : "",
                r.isRetraction() ? " back" : ""));
  }
}
