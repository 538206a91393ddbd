package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Batches whose events are scattered over many windows, more than can be told apart at once at the
 * smallest size, with some from far away: each event counts in its window, in the order of arrival.
 */
class ManyPanesTest {
  private static final int EVENTS = 40_000;
  private static final int BOUND = 600;
  private static final int KEYS = 5;
  private static final long FAR = 10_000_000;

  private static final class Reading extends Event {
    private long time;
    private long key;
    private long number;
  }

  /** What a window of a key has to say, worked out event by event. */
  private static final class Bar {
    private long count;
    private long sum;
    private long first;
    private long firstTime = Long.MAX_VALUE;
    private long last;
    private long lastTime = Long.MIN_VALUE;

    private void add(Reading reading) {
      count++;
      sum += reading.number;
      if (reading.time < firstTime) {
        firstTime = reading.time;
        first = reading.number;
      }
      if (reading.time >= lastTime) {
        lastTime = reading.time;
        last = reading.number;
      }
    }

    private List<Long> results() {
      return List.of(count, sum, first, last);
    }
  }

  /** A window of a key. */
  private record Place(long start, long key) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 40, 500, 5_000})
  void shouldCountEachEventInItsWindow(int size) {
    long seed = new Random().nextLong();
    Map<Place, List<Long>> seen = new HashMap<>();
    List<Long> ends = new ArrayList<>();

    EngineOptions<Reading> options =
        EngineOptions.<Reading>inline()
            .onResult(
                r -> {
                  ends.add(r.end());
                  seen.put(
                      new Place(r.start(), r.key()),
                      List.of(r.longValue(0), r.longValue(1), r.longValue(2), r.longValue(3)));
                });
    Map<Place, Bar> bars = new HashMap<>();
    try (Engine<Reading> engine = Engine.start(job(size), options)) {
      publish(engine.publisher(), new Random(seed), size, bars);
    }
    Map<Place, List<Long>> expected = new HashMap<>();
    bars.forEach((place, bar) -> expected.put(place, bar.results()));

    assertThat(seen).as("seed " + seed).isEqualTo(expected);
    assertThat(ends).as("seed " + seed).isSorted();
  }

  /** All events are within the bound, or on a partition of their own: none is late. */
  private static void publish(
      Publisher<Reading> publisher, Random random, int size, Map<Place, Bar> bars) {
    int[] claims = {1, 7, 64, publisher.capacity()};
    long number = 0;
    while (number < EVENTS) {
      int count = claims[random.nextInt(claims.length)];
      publisher.claim(count);
      for (int i = 0; i < count; i++, number++) {
        boolean far = random.nextInt(200) == 0;
        Reading reading = publisher.event(i, far ? 1 : 0, number);
        reading.time = (far ? FAR : 0) + number / 8 - random.nextInt(BOUND + 1);
        reading.key = random.nextInt(KEYS);
        reading.number = number;
        long start = Math.floorDiv(reading.time, size) * size;
        bars.computeIfAbsent(new Place(start, reading.key), place -> new Bar()).add(reading);
      }
      publisher.publishClaimed(count);
    }
  }

  private static Job<Reading> job(int size) {
    Value<Reading> number = Value.ofLong(reading -> reading.number);
    return Job.builder("panes", Reading::new)
        .timestamp(TimeUnit.MILLISECONDS, reading -> reading.time)
        .key(reading -> reading.key)
        .partitions(2)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(BOUND)))
        .window(
            WindowDefinition.<Reading>tumbling("w", Duration.ofMillis(size))
                .aggregate("count", Aggregates.count())
                .aggregate("sum", Aggregates.sum(number))
                .aggregate("first", Aggregates.first(number))
                .aggregate("last", Aggregates.last(number)))
        .build();
  }
}
