package io.tidemark;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.Value;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
  private final List<String> results = new ArrayList<>();
  private final List<String> late = new ArrayList<>();
  private final List<Long> positions = new ArrayList<>();
  private final List<RejectReason> rejected = new ArrayList<>();

  @Test
  void shouldFireOnTimeThenLateThenSendToTheSide() {
    Engine<Reading> engine = start(0, 5);
    publish(engine, 1, 10);
    publish(engine, 11, 20);
    publish(engine, 5, 1);
    publish(engine, 6, 2);
    publish(engine, 14, 4);
    publish(engine, 15, 8);
    publish(engine, 7, 100);
    engine.close();

    assertThat(results)
        .containsExactly(
            "w 1 [0,10) on-time 0 n=1 v=10",
            "w 1 [0,10) late 1 n=2 v=11",
            "w 1 [0,10) late 2 n=3 v=13",
            "w 1 [10,20) on-time 0 n=3 v=32");
    assertThat(late).containsExactly("w 7 at 14");
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  @Test
  void shouldRejectAMissingTimestampWithoutATrace() {
    Engine<Reading> engine = start(0, 0);
    publish(engine, Long.MIN_VALUE, 1);
    engine.close();

    assertThat(rejected).containsExactly(RejectReason.BAD_TIMESTAMP);
    assertThat(results).isEmpty();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  @Test
  void shouldStopOnASumBeyond64Bits() {
    Engine<Reading> engine = start(0, 0);
    publish(engine, 1, Long.MAX_VALUE);
    publish(engine, 2, 1);

    assertThatThrownBy(engine::close)
        .isInstanceOf(EngineFailedException.class)
        .hasCauseInstanceOf(AggregateOverflowException.class)
        .hasMessageContaining("window w, key 1, start 0: v does not fit in 64 bits");
    assertThatThrownBy(() -> engine.publisher().claim()).isInstanceOf(EngineFailedException.class);
  }

  @Test
  void shouldForgetAPositionBeforeItsSlotIsUsedAgain() {
    Engine<Reading> engine = start(0, 0);
    publish(engine, 100, 0);
    Publisher<Reading> publisher = engine.publisher();
    for (int i = 0; i <= publisher.capacity(); i++) {
      publisher.claim().time = 42;
      if (i < publisher.capacity()) {
        publisher.position(0, 7);
      }
      publisher.publish(0, 0);
    }

    assertThat(positions).contains(7L).last().isEqualTo(0L);
  }

  private Engine<Reading> start(long bound, long lateness) {
    Value<Reading> value = Value.ofLong(r -> r.value);
    Job<Reading> job =
        Job.builder("test", Reading::new)
            .timestamp(MILLISECONDS, r -> r.time)
            .key(r -> r.key)
            .watermarks(boundedOutOfOrderness(ofMillis(bound)))
            .window(
                WindowDefinition.<Reading>tumbling("w", ofMillis(10))
                    .allowedLateness(ofMillis(lateness))
                    .aggregate("n", count())
                    .aggregate("v", sum(value)))
            .build();
    return Engine.start(
        job,
        EngineOptions.<Reading>inline()
            .onResult(r -> results.add(r.toString()))
            .onLate(
                l -> {
                  late.add(l.window() + " " + l.timestamp() + " at " + l.watermark());
                  positions.add(l.event().position());
                })
            .onRejected(r -> rejected.add(r.reason())));
  }

  private static void publish(Engine<Reading> engine, long time, long value) {
    Publisher<Reading> publisher = engine.publisher();
    Reading reading = publisher.claim();
    reading.time = time;
    reading.key = 1;
    reading.value = value;
    publisher.publish(0, 0);
  }
}
