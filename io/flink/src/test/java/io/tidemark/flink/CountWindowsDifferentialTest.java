package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.runtime.operators.windowing.WindowOperatorBuilder;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/**
 * Count windows against Flink's countWindow(size) and countWindow(size, slide): global windows with
 * a count trigger that purges, or with an evictor that keeps the last ones.
 */
class CountWindowsDifferentialTest {
  private static final int SEEDS = 60;
  private static final int EVENTS = 200;

  /** An event: its key, value and timestamp. */
  private record Row(long key, long value, long timestamp) {}

  @Test
  void shouldFireAsFlinkDoes() throws Exception {
    long firings = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int size = random.nextInt(1, 12);
      int slide = random.nextInt(3) == 0 ? size : random.nextInt(1, 12);
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        rows.add(new Row(random.nextInt(4), random.nextInt(1_000), random.nextInt(-500, 500)));
      }
      List<String> expected = flink(size, slide, rows);
      assertThat(engine(size, slide, rows))
          .as("seed %d, size %d, slide %d", seed, size, slide)
          .isEqualTo(expected);
      firings += expected.size();
    }
    assertThat(firings).isGreaterThan(20 * SEEDS);
  }

  private static List<String> flink(int size, int slide, List<Row> rows) throws Exception {
    KeySelector<Tuple2<Long, Long>, Long> key = row -> row.f0;
    var builder =
        new WindowOperatorBuilder<Tuple2<Long, Long>, Long, GlobalWindow>(
            GlobalWindows.create(),
            size == slide ? PurgingTrigger.of(CountTrigger.of(size)) : CountTrigger.of(slide),
            new ExecutionConfig(),
            Types.TUPLE(Types.LONG, Types.LONG),
            key,
            BasicTypeInfo.LONG_TYPE_INFO);
    if (size != slide) {
      builder.evictor(CountEvictor.of(size));
    }
    WindowFunction<Tuple2<Long, Long>, String, Long, GlobalWindow> function =
        (k, window, values, out) -> {
          long sum = 0;
          int count = 0;
          for (Tuple2<Long, Long> value : values) {
            sum += value.f1;
            count++;
          }
          out.collect(k + ": " + count + ", " + sum);
        };
    KeyedOneInputStreamOperatorTestHarness<Long, Tuple2<Long, Long>, String> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            builder.apply(function), key, BasicTypeInfo.LONG_TYPE_INFO);
    try {
      harness.open();
      for (Row row : rows) {
        harness.processElement(Tuple2.of(row.key, row.value), row.timestamp);
        harness.processWatermark(row.timestamp);
      }
      harness.processWatermark(Long.MAX_VALUE);
      return List.copyOf(harness.extractOutputValues());
    } finally {
      harness.close();
    }
  }

  private static List<String> engine(int size, int slide, List<Row> rows) {
    List<String> firings = new ArrayList<>();
    Value<StreamEvent> value = Value.ofLong(event -> event.value);
    Job<StreamEvent> job =
        Job.builder("count", StreamEvent::new)
            .timestamp(TimeUnit.MILLISECONDS, event -> event.timestamp)
            .key(event -> event.key)
            .watermarks(WatermarkStrategy.monotonous())
            .window(
                WindowDefinition.<StreamEvent>count("count", size, slide)
                    .aggregate("n", Aggregates.count())
                    .aggregate("sum", Aggregates.sum(value)))
            .build();
    EngineOptions<StreamEvent> options =
        EngineOptions.<StreamEvent>inline()
            .onResult(
                result ->
                    firings.add(
                        result.key() + ": " + result.longValue(0) + ", " + result.longValue(1)));
    try (Engine<StreamEvent> engine = Engine.start(job, options)) {
      Publisher<StreamEvent> publisher = engine.publisher();
      for (Row row : rows) {
        StreamEvent event = publisher.claim();
        event.key = row.key;
        event.value = row.value;
        event.timestamp = row.timestamp;
        publisher.publish(0, 0);
      }
    }
    return firings;
  }
}
