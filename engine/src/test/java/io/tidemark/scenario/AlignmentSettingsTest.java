package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.time.WatermarkAlignment;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Settings of alignment: every error names the setting, the value and what is allowed. */
class AlignmentSettingsTest {
  @Test
  void shouldTakeADriftOfZero() {
    assertThat(builder().alignment(ofMillis(0)).build().alignment())
        .containsExactly(WatermarkAlignment.ofAll(ofMillis(0)));
  }

  @Test
  void shouldRefuseANegativeDrift() {
    refused(
        () -> builder().alignment(ofMillis(-1)),
        "alignment[all].max-drift: PT-0.001S; expected 0 or more");
  }

  @Test
  void shouldRefuseADriftThatIsNoWholeNumberOfTheUnit() {
    refused(
        () -> builder().alignment(ofNanos(1_500_000)).build(),
        "alignment[all].max-drift: PT0.0015S is no whole number of ms");
  }

  @Test
  void shouldRefuseAGroupOfNone() {
    refused(
        () -> WatermarkAlignment.group("g", ofMillis(1)),
        "alignment[g].partitions: none; expected at least one");
  }

  @Test
  void shouldRefuseNumbersThatNoPartitionHas() {
    refused(
        () -> WatermarkAlignment.group("g", ofMillis(1), 0, -1),
        "alignment[g].partitions: -1; expected numbers from 0 to 1048575, each once");
    refused(
        () -> WatermarkAlignment.group("g", ofMillis(1), 3, 3),
        "alignment[g].partitions: 3; expected numbers from 0 to 1048575, each once");
    refused(
        () ->
            builder()
                .partitions(2)
                .noOtherPartitions()
                .alignment(WatermarkAlignment.group("g", ofMillis(1), 2))
                .build(),
        "alignment[g].partitions: 2 may not join; expected less than 2");
  }

  @Test
  void shouldRefuseGroupsThatOverlap() {
    WatermarkAlignment group = WatermarkAlignment.group("g", ofMillis(1), 0, 1);
    refused(
        () -> builder().alignment(group).alignment(group).build(),
        "alignment[g]: two groups have this name");
    refused(
        () ->
            builder()
                .alignment(group)
                .alignment(WatermarkAlignment.group("h", ofMillis(1), 1))
                .build(),
        "alignment[h].partitions: 1; expected each partition in one group only");
    refused(
        () -> builder().alignment(group).alignment(ofMillis(1)).build(),
        "alignment[all]: all partitions; expected no group beside it");
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private static JobBuilder<Sample> builder() {
    return Job.builder("aligned", Sample::new)
        .timestamp(MILLISECONDS, sample -> sample.time)
        .watermarks(WatermarkStrategy.monotonous())
        .window(WindowDefinition.<Sample>tumbling("w", ofMillis(10)).aggregate("n", count()));
  }
}
