package io.tidemark.differential;

import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Specialiser;
import io.tidemark.differential.NaiveColumns.NaiveColumn;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every built-in aggregate, and one of a user's, in windows of the three kinds that keep state in
 * different ways, beside naive programs over lists of events. A key is a stream of its own: 10,000
 * of them for each kind of window, half of which fire in time and half with late events.
 */
class EveryAggregateTest {
  private static final int KEYS = 200;
  private static final int RUNS = 25;

  /** How far events are out of order. */
  private static final int DISORDER = 25;

  private static final int GAP = 6;

  /** A session that has not fired, or is kept, until its next event must have come. */
  private static final int ENOUGH = DISORDER + GAP;

  private static final int LENGTH = 160;
  private static final int SIZE = 40;
  private static final int SLIDE = 10;

  /** What a window's results are found by. */
  private record Place(long key, long start, long end) {}

  private final Map<Place, long[]> results = new HashMap<>();
  private long lateFirings;

  @AfterEach
  void specialiseAgain() {
    System.clearProperty(Specialiser.PLAIN_PROPERTY);
  }

  @ParameterizedTest
  @CsvSource({
    "tumbling, false",
    "tumbling, true",
    "sliding, false",
    "sliding, true",
    "session, false",
    "session, true"
  })
  void shouldGiveWhatNaiveProgramsGive(String shape, boolean late) {
    long windows = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      System.setProperty(Specialiser.PLAIN_PROPERTY, String.valueOf(seed % 8 != 0));
      List<Fact> events = stream(new SplittableRandom(seed));
      List<NaiveColumn> columns = NaiveColumns.all();
      results.clear();
      run(definition(shape, columns).allowedLateness(ofMillis(late ? ENOUGH : 0)), late, events);
      Map<Place, List<Fact>> expected = windows(shape, events);
      for (Map.Entry<Place, List<Fact>> window : expected.entrySet()) {
        Place place = window.getKey();
        long[] actual = results.get(place);
        assertThat(actual).as("seed %d, %s", seed, place).isNotNull();
        int at = 0;
        for (NaiveColumn column : columns) {
          column.check(window.getValue(), place.end, actual, at, "seed " + seed + ", " + place);
          at += column.width();
        }
      }
      windows += expected.size();
      if (!late || !shape.equals("session")) {
        // Late events merge sessions that have fired, which are then no longer expected.
        assertThat(results).as("seed " + seed).hasSameSizeAs(expected.keySet());
      }
    }
    assertThat(windows).isGreaterThan(3L * RUNS * KEYS);
    assertThat(lateFirings > RUNS * KEYS).isEqualTo(late);
  }

  /** In the order of their arrival. */
  private static List<Fact> stream(SplittableRandom random) {
    record Arriving(Fact event, long arrival) {}
    List<Arriving> arriving = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      int spread = 1 + random.nextInt(3);
      for (int n = 6 + random.nextInt(16); n > 0; n--) {
        Fact event = new Fact();
        event.key = key;
        event.time = (long) random.nextInt(LENGTH) / spread - LENGTH / 3;
        event.value = random.nextInt(4) == 0 ? random.nextInt(5) : random.nextInt(-900, 900);
        arriving.add(new Arriving(event, event.time + random.nextInt(DISORDER + 1)));
      }
    }
    arriving.sort(Comparator.comparingLong(Arriving::arrival));
    return arriving.stream().map(Arriving::event).toList();
  }

  private static WindowDefinition<Fact> definition(String shape, List<NaiveColumn> columns) {
    WindowDefinition<Fact> definition =
        switch (shape) {
          case "tumbling" -> WindowDefinition.tumbling("w", ofMillis(SIZE));
          case "sliding" -> WindowDefinition.sliding("w", ofMillis(SIZE), ofMillis(SLIDE));
          default -> WindowDefinition.session("w", ofMillis(GAP));
        };
    for (NaiveColumn column : columns) {
      definition = definition.aggregate(column.name(), column.aggregation());
    }
    return definition;
  }

  private void run(WindowDefinition<Fact> definition, boolean late, List<Fact> events) {
    Job<Fact> job =
        Job.builder("every", Fact::new)
            .timestamp(MILLISECONDS, event -> event.time)
            .key(event -> event.key)
            .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(late ? 0 : ENOUGH)))
            .window(definition)
            .build();
    Engine<Fact> engine = Engine.start(job, EngineOptions.<Fact>inline().onResult(this::keep));
    Publisher<Fact> publisher = engine.publisher();
    for (Fact event : events) {
      Fact claimed = publisher.claim();
      claimed.time = event.time;
      claimed.key = event.key;
      claimed.value = event.value;
      publisher.publish(0, 0);
    }
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    assertThat(engine.counters().windows().get(0).tooLate.value()).isZero();
    lateFirings += engine.counters().windows().get(0).lateFirings.value();
  }

  /** The last firing counts. */
  private void keep(WindowResult result) {
    long[] values = new long[result.columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (result.columns().get(i).type()) {
            case DOUBLE -> Double.doubleToLongBits(result.doubleValue(i));
            default -> result.longValue(i);
          };
    }
    results.put(new Place(result.key(), result.start(), result.end()), values);
  }

  private static Map<Place, List<Fact>> windows(String shape, List<Fact> events) {
    Map<Place, List<Fact>> windows = new LinkedHashMap<>();
    if (shape.equals("session")) {
      sessions(events, windows);
      return windows;
    }
    int slide = shape.equals("sliding") ? SLIDE : SIZE;
    for (Fact event : events) {
      long last = Math.floorDiv(event.time, slide) * slide;
      for (long start = last; start > event.time - SIZE; start -= slide) {
        windows
            .computeIfAbsent(new Place(event.key, start, start + SIZE), p -> new ArrayList<>())
            .add(event);
      }
    }
    return windows;
  }

  private static void sessions(List<Fact> events, Map<Place, List<Fact>> windows) {
    for (int key = 0; key < KEYS; key++) {
      long own = key;
      List<Fact> byTime =
          events.stream()
              .filter(event -> event.key == own)
              .sorted(Comparator.comparingLong(event -> event.time))
              .toList();
      int from = 0;
      for (int to = 1; to <= byTime.size(); to++) {
        long end = byTime.get(to - 1).time + GAP;
        if (to == byTime.size() || byTime.get(to).time > end) {
          long start = byTime.get(from).time;
          windows.put(new Place(key, start, end), byTime.subList(from, to));
          from = to;
        }
      }
    }
  }
}
