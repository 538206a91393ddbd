package io.tidemark.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.BoundDecisions;
import io.tidemark.time.WatermarkStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Jobs with an adaptive bound, and events for them. */
abstract class AdaptiveTest extends ScenarioTest {
  static final AdaptiveBound PER_CENT = AdaptiveBound.of(0.01, ofMillis(0), ofSeconds(10));

  final BoundDecisions decisions = new BoundDecisions();

  static void publish(Engine<Sample> engine, int partition, long now, SplittableRandom r) {
    publish(engine, partition, now - exponential(r, 1_000), now);
  }

  static long exponential(SplittableRandom random, double mean) {
    return Math.round(-Math.log(1 - random.nextDouble()) * mean);
  }

  static long bound(Engine<Sample> engine, int partition) {
    return engine.counters().user().value("watermark.bound", partition).orElseThrow();
  }

  final Engine<Sample> engine(WatermarkStrategy<Object> strategy) {
    return engine(strategy, decisions);
  }

  final Engine<Sample> engine(WatermarkStrategy<Object> strategy, BoundDecisions told) {
    return engine(strategy, told, new ArrayList<>(), false);
  }

  final Engine<Sample> engine(
      WatermarkStrategy<Object> strategy, BoundDecisions told, List<String> late, boolean fused) {
    EngineOptions<Sample> options =
        fused ? EngineOptions.<Sample>fused().withoutTicker() : EngineOptions.inline();
    return tumbling(10)
        .watermarks(strategy)
        .engine(
            options
                .onLate(event -> late.add(event.timestamp() + "@" + event.watermark()))
                .onBound(told));
  }

  static void publish(Engine<Sample> engine, int partition, long timestamp, long nowMs) {
    Publisher<Sample> publisher = engine.publisher();
    publisher.claim().time = timestamp;
    publisher.publish(partition, MILLISECONDS.toNanos(nowMs));
  }
}
