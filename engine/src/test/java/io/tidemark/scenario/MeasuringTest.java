package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.time.PartitionProfile;
import org.HdrHistogram.Histogram;

/** Jobs whose partitions are measured, and events for them. */
abstract class MeasuringTest extends ScenarioTest {
  static final long MS = 1_000_000;
  private static final double PER_CENT = 0.01;

  final Engine<Sample> measuring(boolean fused) {
    EngineOptions<Sample> options =
        fused ? EngineOptions.<Sample>fused().withoutTicker() : EngineOptions.inline();
    return tumbling(1_000)
        .watermarks(monotonous())
        .filteringNegativeValues()
        .engine(options.onLate(late -> {}).measurePartitions());
  }

  static void publish(Engine<Sample> engine, int partition, long timestamp, long nowMs) {
    Publisher<Sample> publisher = engine.publisher();
    Sample sample = publisher.claim();
    sample.time = timestamp;
    sample.value = 1;
    publisher.publish(partition, MILLISECONDS.toNanos(nowMs));
  }

  static PartitionProfile profile(Engine<Sample> engine, int partition) {
    return engine.profile(partition).orElseThrow();
  }

  /** Within 1 %, and within the half ms that values of a job in ms are kept to. */
  static void near(Histogram histogram, double percent, long expected) {
    assertThat(histogram.getValueAtPercentile(percent))
        .as("P" + percent)
        .isCloseTo(expected, within(Math.max(Math.round(expected * PER_CENT), MS)));
  }
}
