package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.time.PartitionProfile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real feeds whose receiver's clock is 1.27 s behind: each trade arrives before it happened. */
class RealFeedsTest extends MeasuringTest {
  private static final Path TRADES =
      Path.of("../examples/data/binance-6feeds-trades.csv.gz").toAbsolutePath();
  private static final int EVENTS = 55_270;

  private final List<String> results = new ArrayList<>();

  /** No exception, no event lost, none in the histogram of delays; and the same windows. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void c34ShouldCountNegativeDelaysApartAndChangeNoResult(boolean fused) throws IOException {
    EngineOptions<Sample> options =
        fused ? EngineOptions.<Sample>fused().withoutTicker() : EngineOptions.inline();
    Engine<Sample> engine = run(options.measurePartitions());
    List<String> measured = List.copyOf(results);
    long negative = 0;
    for (int p = 0; p < 6; p++) {
      PartitionProfile profile = profile(engine, p);
      negative += profile.negativeDelays();
      assertThat(profile.delayNs().getTotalCount()).isZero();
      assertThat((double) profile.largestLeadNs()).isCloseTo(1.27e9, within(0.1e9));
      assertThat(profile.disorder().getTotalCount()).isEqualTo(profile.negativeDelays());
    }
    assertThat(negative).isEqualTo(EVENTS).isEqualTo(engine.counters().accepted.value());

    results.clear();
    run(EngineOptions.inline());
    assertThat(measured).isEqualTo(results).hasSize(1_784);
  }

  /** Ten minutes are within what is measured; two days are counted as the longest that is: one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void c34ShouldClampWhatIsBeyondTheHistogram(boolean fused) {
    Engine<Sample> engine = measuring(fused);
    publish(engine, 0, 0, 600_000);
    publish(engine, 1, 0, 2 * 86_400_000L);
    engine.close();

    near(profile(engine, 0).delayNs(), 100, 600_000 * MS);
    near(profile(engine, 1).delayNs(), 100, 86_400_000 * MS);
    assertThat(profile(engine, 1).events()).isEqualTo(1);
  }

  private Engine<Sample> run(EngineOptions<Sample> options) throws IOException {
    Engine<Sample> engine =
        tumbling(1_000)
            .engine(options.onLate(late -> {}).onResult(result -> results.add(result.toString())));
    TreeMap<String, Long> keys = new TreeMap<>();
    try (BufferedReader rows =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(TRADES)), StandardCharsets.UTF_8))) {
      rows.readLine();
      for (String row = rows.readLine(); row != null; row = rows.readLine()) {
        String[] fields = row.split(",");
        Sample sample = engine.publisher().claim();
        sample.time = Long.parseLong(fields[2]);
        sample.key = keys.computeIfAbsent(fields[1], text -> (long) keys.size());
        sample.value = 1;
        engine.publisher().publish(Integer.parseInt(fields[1]), Long.parseLong(fields[0]));
      }
    }
    engine.close();
    return engine;
  }
}
