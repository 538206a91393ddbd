package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.forGenerator;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;
import io.tidemark.time.WatermarkStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Watermarks are in band: each event is judged by that of the event before it, whatever the layout.
 */
class OrderTest extends ScenarioTest {
  private static final int MILLION = 1_000_000;
  private static final int CLAIM = 64;

  private static final List<Supplier<EngineOptions<Sample>>> LAYOUTS =
      List.of(EngineOptions::inline, () -> EngineOptions.<Sample>fused().withoutTicker());

  /**
   * S041, S046: a million times an event that moves the watermark and one that is late, which tells
   * what it was judged by: that of the event right before it, never an older or a younger one.
   */
  @Test
  void s041ShouldJudgeEachOfAMillionEventsByTheOneRightBeforeIt() {
    for (Supplier<EngineOptions<Sample>> layout : LAYOUTS) {
      Judged judged = new Judged();
      Engine<Sample> engine =
          tumbling(10)
              .engine(layout.get().onLate(late -> judged.by(late.event().value, late.watermark())));
      publish(engine, MILLION / 2, (sample, i) -> sample.time = i % 2 == 0 ? i * 10L + 1_000 : -5);
      engine.close();
      assertThat(judged.wrong).isEmpty();
      assertThat(judged.count).isEqualTo(MILLION / 2);
    }
  }

  /** The same with a generator that emits a watermark for each event. */
  @Test
  void s041ShouldJudgeEachOfAMillionEventsByWhatAGeneratorSaidAtTheOneBefore() {
    for (Supplier<EngineOptions<Sample>> layout : LAYOUTS) {
      Judged judged = new Judged();
      Engine<Sample> engine =
          tumbling(1)
              .watermarks(forGenerator(context -> new EmitsValues()))
              .engine(
                  layout
                      .get()
                      .onLate(
                          late -> {
                            judged.count++;
                            if (late.watermark() != late.event().value - 1) {
                              judged.wrong.add(late.event().value + "@" + late.watermark());
                            }
                          }));
      publish(engine, MILLION / 2, (sample, i) -> sample.time = 0);
      engine.close();
      assertThat(judged.wrong).isEmpty();
      assertThat(judged.count).as("all but the first").isEqualTo(MILLION - 1);
    }
  }

  @Test
  void s018ShouldNeverGoBackThoughAGeneratorEmitsLowerValues() {
    long seed = 18;
    SplittableRandom random = new SplittableRandom(seed);
    Engine<Sample> engine =
        tumbling(1 << 20)
            .watermarks(forGenerator(context -> new EmitsValues()))
            .engine(EngineOptions.<Sample>inline().onLate(late -> {}));
    Publisher<Sample> publisher = engine.publisher();
    long largest = Long.MIN_VALUE;
    long lower = 0;
    for (int i = 0; i < MILLION; i++) {
      Sample sample = publisher.claim();
      sample.time = i;
      sample.value = (long) i + random.nextInt(-100, 100);
      lower += sample.value < largest ? 1 : 0;
      largest = Math.max(largest, sample.value);
      publisher.publish(0, 0);
      if (engine.watermark() != largest) {
        assertThat(engine.watermark()).as("seed %d, event %d", seed, i).isEqualTo(largest);
      }
    }
    assertThat(lower).isGreaterThan(MILLION / 10);
    assertThat(engine.counters().watermarkRegressions.value()).as("seed " + seed).isEqualTo(lower);
  }

  /** S013: a watermark is a mark between events; no function of the job ever sees one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s013ShouldNeverHandAWatermarkToTheJobsFunctions(boolean fused) {
    List<Long> seen = new ArrayList<>();
    Engine<Sample> engine =
        tumbling(10)
            .watermarks(WatermarkStrategy.monotonous())
            .with(builder -> builder.filter(sample -> seen.add(sample.time)))
            .engine(LAYOUTS.get(fused ? 1 : 0).get());
    Publisher<Sample> publisher = engine.publisher();
    for (long time : new long[] {5, 25}) {
      publisher.claim().time = time;
      publisher.publish(0, 0);
      publisher.watermark(0, time + 3);
      publisher.watermark(1, time);
      publisher.tick(time);
      publisher.idle(1);
      publisher.active(1, time);
      publisher.leave(1);
      publisher.end(2);
    }
    engine.close();
    assertThat(seen).containsExactly(5L, 25L);
    assertThat(engine.counters().published.value()).isEqualTo(2);
  }

  /** S095: without watermarks no window ever fires, but at the end of input. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void s095ShouldFireNothingWithoutWatermarks(boolean fused) {
    List<String> fired = new ArrayList<>();
    Engine<Sample> engine =
        tumbling(10)
            .watermarks(WatermarkStrategy.none())
            .with(JobBuilder::rejectOnThrow)
            .engine(LAYOUTS.get(fused ? 1 : 0).get().onResult(r -> fired.add(r.toString())));
    publish(engine, 500, (sample, i) -> sample.time = i);
    long deadline = System.nanoTime() + SECONDS.toNanos(10);
    while (engine.counters().accepted.value() < 1_000) {
      assertThat(System.nanoTime()).as("all is taken").isLessThan(deadline);
      Thread.yield();
    }
    assertThat(fired).isEmpty();
    assertThat(engine.watermark()).isEqualTo(Long.MIN_VALUE);
    engine.close();
    assertThat(fired).hasSize(100);
  }

  /** Publishes so many pairs of events; each event's value is its number. */
  private static void publish(Engine<Sample> engine, int pairs, Filler filler) {
    Publisher<Sample> publisher = engine.publisher();
    int count = 2 * pairs;
    for (int from = 0; from < count; from += CLAIM) {
      int claim = Math.min(CLAIM, count - from);
      publisher.claim(claim);
      for (int i = 0; i < claim; i++) {
        Sample sample = publisher.event(i, 0, 0);
        sample.key = 0;
        sample.value = (long) from + i;
        filler.fill(sample, from + i);
      }
      publisher.publishClaimed(claim);
    }
  }

  private interface Filler {
    void fill(Sample sample, int i);
  }

  /** Of pairs: the late one is judged by the watermark of the one before. */
  private static final class Judged {
    private final List<String> wrong = new ArrayList<>();
    private int count;

    private void by(long number, long watermark) {
      count++;
      if (watermark != (number - 1) * 10 + 1_000 - 1) {
        wrong.add(number + "@" + watermark);
      }
    }
  }

  private static final class EmitsValues implements WatermarkGenerator<Sample> {
    @Override
    public void onEvent(Sample event, long timestamp, WatermarkOutput output) {
      output.emitWatermark(event.value);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // It has said all at its events.
    }
  }
}
