package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However many events are published and taken at a time, and on which thread: the same comes out.
 * Also that of s008: the end of a batch moves no watermark.
 */
class BatchTest extends ScenarioTest {
  private static final int[] LIMITS = {1, 64, 4096};
  private static final int[] CLAIMS = {2, 7, 64, 128, 4096};

  /** Time is an input in both: the stream gives the arrivals. */
  private static final List<Supplier<EngineOptions<Sample>>> LAYOUTS =
      List.of(EngineOptions::inline, () -> EngineOptions.<Sample>fused().withoutTicker());

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotDependOnHowManyEventsArePublishedAndTakenAtATime(boolean periodic) {
    List<String> single = outputs(periodic, EngineOptions.inline(), 1);
    assertThat(single.size()).isGreaterThan(1_000);
    for (Supplier<EngineOptions<Sample>> layout : LAYOUTS) {
      for (int limit : LIMITS) {
        for (int claim : CLAIMS) {
          assertThat(outputs(periodic, layout.get().batchLimit(limit), claim))
              .as("claims of %d, batches of %d", claim, limit)
              .isEqualTo(single);
        }
      }
    }
  }

  @Test
  void shouldLimitTheClaimInLayoutInline() {
    for (int limit : LIMITS) {
      Engine<Sample> engine = tumbling(10).engine(EngineOptions.<Sample>inline().batchLimit(limit));
      assertThat(engine.publisher().capacity()).isEqualTo(limit);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 8192})
  void shouldRefuseAWrongLimit(int limit) {
    assertThatThrownBy(() -> EngineOptions.<Sample>fused().batchLimit(limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("batch limit: " + limit + "; expected a power of two from 1 to 4096");
  }

  /** All firings and late events in their order, published so many at a time. */
  private List<String> outputs(boolean periodic, EngineOptions<Sample> options, int claim) {
    List<String> outputs = new ArrayList<>();
    Scenario scenario = tumbling(1_000, 300).bound(100).idleness(500).lateness(5_000).partitions(3);
    if (periodic) {
      scenario.periodic(200);
    }
    Engine<Sample> engine =
        scenario
            .filteringNegativeValues()
            .engine(
                options
                    .onResult(result -> outputs.add(result.toString()))
                    .onLate(late -> outputs.add(late.timestamp() + " at " + late.watermark())));
    int batch = Math.min(claim, engine.publisher().capacity());
    new RandomStream(8, 10_000).partitions(3).publishInBatches(engine, batch);
    engine.close();
    return outputs;
  }
}
