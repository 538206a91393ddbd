package io.tidemark.scenario;

import static io.tidemark.scenario.Times.HOUR;
import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static io.tidemark.time.WatermarkStrategy.none;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.FiringKind;
import io.tidemark.time.WatermarkStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Accuracy, delay and state, on the same events. */
class TradeOffTest extends ScenarioTest {
  private static final long WINDOW = 5 * MINUTE;

  private static final List<Supplier<EngineOptions<Sample>>> LAYOUTS =
      List.of(EngineOptions::inline, () -> EngineOptions.<Sample>fused().withoutTicker());

  /** An event, and when it arrives. */
  private record Arrival(long timestamp, long arrival) {}

  /** What came of a run. */
  private static final class Outcome {
    /** The final count of each window, by its start. */
    private final TreeMap<Long, Long> counts = new TreeMap<>();

    /** How far behind a window's end the event was that closed it, and when it arrived. */
    private final List<Long> delays = new ArrayList<>();

    private final TreeMap<Long, Long> firedAt = new TreeMap<>();
    private final List<Long> liveWindows = new ArrayList<>();
    private long events;
    private long late;
    private long behind;
    private long firedBeforeTheEnd;
  }

  /** S006: arrival orders within the bound change nothing, in whatever order; in both layouts. */
  @Test
  void s006ShouldGiveTheSameTableForAThousandArrivalOrdersWithinTheBound() {
    SplittableRandom random = new SplittableRandom(6);
    long bound = 1_000;
    List<Long> timestamps = LongStream.range(0, 200).map(i -> i * 37).boxed().toList();
    List<String> expected = table(timestamps, bound, 0);
    assertThat(expected).hasSizeGreaterThan(10);
    for (int order = 1; order <= 1_000; order++) {
      List<long[]> arrivals = new ArrayList<>();
      for (long timestamp : timestamps) {
        arrivals.add(new long[] {timestamp, timestamp + random.nextLong(bound + 1)});
      }
      arrivals.sort(Comparator.comparingLong(arrival -> arrival[1]));
      List<Long> arrived = arrivals.stream().map(arrival -> arrival[0]).toList();
      assertThat(table(arrived, bound, order % 20 == 0 ? 1 : 0))
          .as("order %d: %s", order, arrived)
          .isEqualTo(expected);
    }
  }

  /** S008, S111: the same table; a window fires at most one interval later at ticks. */
  @Test
  void s111ShouldFireAtMostOneIntervalLaterPeriodicallyAndGiveTheSame() {
    List<Arrival> arrivals = arrivals(8, 200, 3_000);
    WatermarkStrategy<Sample> bounded = boundedOutOfOrderness(ofSeconds(3));
    Outcome perEvent = run(bounded, arrivals, 10 * SECOND, 1);
    for (long interval : new long[] {50, 200, 1_000}) {
      Outcome periodic = run(bounded.emitEvery(ofMillis(interval)), arrivals, 10 * SECOND, 1);
      assertThat(periodic.counts).isEqualTo(perEvent.counts);
      assertThat(periodic.firedAt).isNotEqualTo(perEvent.firedAt);
      perEvent.firedAt.forEach(
          (window, at) ->
              assertThat(periodic.firedAt.get(window) - at)
                  .as("window %d, ticks of %d ms", window, interval)
                  .isBetween(0L, interval));
    }
  }

  @Test
  void s038ShouldEmitPerEventByDefaultAndEvery200MsWherePeriodicWithoutAnInterval() {
    assertThat(boundedOutOfOrderness(ofMillis(5)).emission()).isEmpty();
    assertThat(boundedOutOfOrderness(ofMillis(5)).emitPeriodically())
        .isEqualTo(boundedOutOfOrderness(ofMillis(5)).emitEvery(ofMillis(200)));
    Scenario scenario =
        tumbling(10).watermarks(boundedOutOfOrderness(ofMillis(0)).emitPeriodically()).at(50);
    scenario.tick(199).expectWatermark("none").tick(200).expectWatermark("49");
  }

  /**
   * S109: half of the delays are below 1 s, 95 % below 15 s, 99 % below 45 s, all below an hour. A
   * window closes the bound after its end, to the millisecond, as an event that is not delayed
   * comes every second.
   */
  @Test
  void s109ShouldTradeLatenessForDelayAndState() {
    List<Arrival> arrivals = delayed();

    Outcome none = run(boundedOutOfOrderness(ofMillis(0)), arrivals, WINDOW);
    Outcome p99 = run(boundedOutOfOrderness(ofMillis(45 * SECOND)), arrivals, WINDOW);
    Outcome hour = run(boundedOutOfOrderness(ofMillis(HOUR)), arrivals, WINDOW);

    assertThat(100.0 * p99.behind / p99.events).isBetween(0.8, 1.2);
    assertThat(100.0 * p99.late / p99.events).isLessThan(1.0);
    assertThat(none.late).isGreaterThan(p99.late);
    assertThat(hour.late).isZero();
    assertThat(none.delays).hasSizeGreaterThan(20).containsOnly(0L);
    assertThat(p99.delays).hasSizeGreaterThan(20).containsOnly(45 * SECOND);
    assertThat(hour.delays).hasSizeGreaterThan(10).containsOnly(HOUR);
    assertThat(none.liveWindows).containsOnly(1L);
    assertThat(p99.liveWindows).contains(1L, 2L).allMatch(live -> live <= 2);
    assertThat(hour.liveWindows).endsWith(13L).allMatch(live -> live <= 13);
  }

  /** S098: when is a window complete? Never, now, or by measure: three answers on one data set. */
  @Test
  void s098ShouldAnswerWhenAWindowIsCompleteInThreeWays() {
    List<Arrival> arrivals = delayed();

    Outcome never = run(none(), arrivals, WINDOW);
    Outcome now = run(boundedOutOfOrderness(ofMillis(0)), arrivals, WINDOW);
    Outcome measured = run(boundedOutOfOrderness(ofMillis(45 * SECOND)), arrivals, WINDOW);

    assertThat(never.firedBeforeTheEnd).isZero();
    assertThat(never.late).isZero();
    assertThat(now.firedBeforeTheEnd).isGreaterThan(20);
    assertThat(now.delays).containsOnly(0L);
    assertThat(measured.firedBeforeTheEnd).isGreaterThan(20);
    assertThat(measured.delays).containsOnly(45 * SECOND);
    assertThat(now.late).isGreaterThan(2 * measured.late);
    assertThat(measured.late).isPositive();
    assertThat(never.counts.values().stream().mapToLong(n -> n).sum())
        .isEqualTo(measured.counts.values().stream().mapToLong(n -> n).sum() + measured.late);
  }

  /** S004, S010: what an engine's clock says when it starts changes nothing in event time. */
  @Test
  void s010ShouldGiveTheSameWhateverTheClockSays() {
    for (Supplier<EngineOptions<Sample>> layout : LAYOUTS) {
      List<List<String>> outputs = new ArrayList<>();
      for (long hours : new long[] {0, -1, 1}) {
        List<String> output = new ArrayList<>();
        long[] nowNs = {MILLISECONDS.toNanos(1_700_000_000_000L + hours * HOUR)};
        Engine<Sample> engine =
            tumbling(1_000)
                .bound(50)
                .lateness(100)
                .engine(
                    layout
                        .get()
                        .clock(() -> nowNs[0] += 1_000_000)
                        .onLate(late -> output.add(late.timestamp() + "@" + late.watermark()))
                        .onResult(result -> output.add(result.toString())));
        SplittableRandom random = new SplittableRandom(10);
        for (int i = 0; i < 10_000; i++) {
          engine.publisher().claim().time = i + random.nextLong(300);
          engine.publisher().publish(0);
        }
        engine.close();
        outputs.add(output);
      }
      assertThat(outputs.get(0)).hasSizeGreaterThan(100);
      assertThat(outputs.get(1)).isEqualTo(outputs.get(0));
      assertThat(outputs.get(2)).isEqualTo(outputs.get(0));
    }
  }

  private List<String> table(List<Long> timestamps, long bound, int layout) {
    List<String> table = new ArrayList<>();
    Engine<Sample> engine =
        Scenario.tumbling(100, 300)
            .bound(bound)
            .engine(LAYOUTS.get(layout).get().onResult(result -> table.add(result.toString())));
    for (long timestamp : timestamps) {
      Sample sample = engine.publisher().claim();
      sample.time = timestamp;
      sample.key = timestamp % 3;
      sample.value = timestamp;
      engine.publisher().publish(0, 0);
    }
    engine.close();
    assertThat(engine.counters().windows()).allMatch(window -> window.tooLate.value() == 0);
    return table.stream().sorted().toList();
  }

  private Outcome run(WatermarkStrategy<? super Sample> strategy, List<Arrival> all, long size) {
    return run(strategy, all, size, Long.MAX_VALUE);
  }

  /**
   * Runs a job.
   *
   * @param step so often the clock is told, in ms
   */
  private Outcome run(
      WatermarkStrategy<? super Sample> strategy, List<Arrival> arrivals, long size, long step) {
    Outcome outcome = new Outcome();
    Arrival[] closing = {null};
    long[] now = {arrivals.get(0).arrival};
    Engine<Sample> engine =
        tumbling(size)
            .watermarks(strategy)
            .engine(
                EngineOptions.<Sample>inline()
                    .onLate(late -> outcome.late++)
                    .onResult(
                        result -> {
                          assertThat(result.kind()).isEqualTo(FiringKind.ON_TIME);
                          outcome.counts.put(result.start(), result.longValue(0));
                          if (closing[0] != null) {
                            outcome.firedBeforeTheEnd++;
                            outcome.delays.add(closing[0].timestamp - result.end());
                            outcome.firedAt.put(result.start(), now[0]);
                          }
                        }));
    WindowCounters windows = engine.counters().windows().get(0);
    Publisher<Sample> publisher = engine.publisher();
    for (Arrival arrival : arrivals) {
      closing[0] = arrival;
      while (arrival.arrival - now[0] > step) {
        now[0] += step;
        publisher.tick(MILLISECONDS.toNanos(now[0]));
      }
      now[0] = arrival.arrival;
      publisher.claim().time = arrival.timestamp;
      publisher.publish(0, MILLISECONDS.toNanos(arrival.arrival));
      outcome.liveWindows.add(windows.liveWindows());
    }
    closing[0] = null;
    engine.close();
    outcome.events = engine.counters().accepted.value();
    outcome.behind = engine.counters().behindWatermark.value();
    return outcome;
  }

  /** Events every few ms that arrive up to so much later, in the order in which they do. */
  private static List<Arrival> arrivals(long seed, long seconds, long largestDelay) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Arrival> arrivals = new ArrayList<>();
    for (long time = 0; time < seconds * SECOND; time += 20) {
      arrivals.add(new Arrival(time, time + random.nextLong(largestDelay)));
    }
    arrivals.sort(Comparator.comparingLong(Arrival::arrival));
    return arrivals;
  }

  /** Three hours of events with the delays of S109. */
  private static List<Arrival> delayed() {
    SplittableRandom random = new SplittableRandom(109);
    List<Arrival> arrivals = new ArrayList<>();
    for (long time = 0; time < 3 * HOUR; time += 100) {
      // On a whole second nothing delays; the others come after what they could overtake.
      long delay = time % SECOND == 0 ? 0 : delay(random.nextDouble());
      arrivals.add(new Arrival(time, time + delay));
    }
    arrivals.sort(Comparator.comparingLong(Arrival::arrival));
    return arrivals;
  }

  private static long delay(double share) {
    if (share < 0.5) {
      return (long) (share / 0.5 * SECOND);
    }
    if (share < 0.95) {
      return SECOND + (long) ((share - 0.5) / 0.45 * 14 * SECOND);
    }
    if (share < 0.989) {
      return 15 * SECOND + (long) ((share - 0.95) / 0.039 * 30 * SECOND);
    }
    return 45 * SECOND + (long) ((share - 0.989) / 0.011 * (HOUR - 46 * SECOND));
  }
}
