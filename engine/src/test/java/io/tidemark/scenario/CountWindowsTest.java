package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.first;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.twap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows of so many events. */
class CountWindowsTest extends ScenarioTest {
  private Scenario count(long size, long slide) {
    return windows(WindowDefinition.count("count", size, slide));
  }

  @Test
  void v125ShouldFireAtEveryFourthEventOfAKey() {
    count(4, 4)
        .event(0, 5, 1, 1)
        .event(0, 1, 2, 9)
        .event(0, 4, 1, 2)
        .event(0, 3, 1, 3)
        .expectFirings()
        .event(0, 2, 1, 4)
        .expectFirings("[0,4) k1 n=4 sum=10")
        .at(0, 0, 0)
        .expectFirings("[0,4) k1 n=4 sum=10")
        .event(0, 0, 1, 7)
        .expectFirings("[0,4) k1 n=4 sum=10", "[4,8) k1 n=4 sum=10")
        .expectLate()
        .expectWindowCount(2, WindowCounters::liveRows)
        .close()
        .expectFirings("[0,4) k1 n=4 sum=10", "[4,8) k1 n=4 sum=10")
        .expectWindowCount(0, WindowCounters::liveRows);
  }

  /** Flink's evictor keeps 4 of a window's events after it has fired for 2 more. */
  @Test
  void v188ShouldFireForTwoMoreWithTheFourBefore() {
    count(6, 2)
        .at(0, 0, 0, 0, 0, 0, 0, 0)
        .expectFirings(
            "[0,2) k1 n=2 sum=2", "[0,4) k1 n=4 sum=4", "[0,6) k1 n=6 sum=6", "[2,8) k1 n=6 sum=6");
  }

  /** As Flink's countWindow(3, 2): the last 3, every 2 events. */
  @Test
  void shouldFireTheLastOnesEachSlide() {
    count(3, 2)
        .event(0, 1, 1, 1)
        .event(0, 1, 1, 10)
        .event(0, 1, 1, 100)
        .event(0, 1, 1, 1_000)
        .event(0, 1, 1, 10_000)
        .event(0, 1, 1, 100_000)
        .expectFirings("[0,2) k1 n=2 sum=11", "[1,4) k1 n=3 sum=1110", "[3,6) k1 n=3 sum=111000");
  }

  @Test
  void shouldLeaveOutTheEventsBetweenWindows() {
    count(2, 3)
        .event(0, 1, 1, 1)
        .event(0, 1, 1, 10)
        .event(0, 1, 1, 100)
        .event(0, 1, 1, 1_000)
        .event(0, 1, 1, 10_000)
        .event(0, 1, 1, 100_000)
        .expectFirings("[1,3) k1 n=2 sum=110", "[4,6) k1 n=2 sum=110000")
        .expectWindowCount(2, window -> window.unassigned)
        .expectWindowCount(4, window -> window.counted);
  }

  @Test
  void shouldFireAtEachEvent() {
    count(2, 1)
        .event(0, 1, 1, 1)
        .event(0, 1, 1, 10)
        .event(0, 1, 1, 100)
        .expectFirings("[0,1) k1 n=1 sum=1", "[0,2) k1 n=2 sum=11", "[1,3) k1 n=2 sum=110");
  }

  @Test
  void shouldBeTooLateAtTheEndOfTimeOnly() {
    count(1, 1)
        .at(100, 1)
        .watermark(0, Long.MAX_VALUE)
        .at(50)
        .expectFirings("[0,1) k1 n=1 sum=1", "[1,2) k1 n=1 sum=1")
        .expectLate("k1 50@" + Long.MAX_VALUE);
  }

  /** Only count windows take the largest timestamp: others end behind their events. */
  @Test
  void shouldFindTheFirstAndLastValueAtTheEndsOfTime() {
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    WindowDefinition<Sample> definition =
        WindowDefinition.<Sample>count("c", 2, 1)
            .aggregate("first", first(value))
            .aggregate("last", last(value));
    List<String> results = new ArrayList<>();
    Engine<Sample> engine =
        windows(definition)
            .engine(
                EngineOptions.<Sample>inline()
                    .onResult(r -> results.add(r.longValue(0) + " to " + r.longValue(1))));
    long number = 1;
    for (long time : new long[] {Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1}) {
      Sample sample = engine.publisher().claim();
      sample.time = time;
      sample.key = 1;
      sample.value = number++;
      engine.publisher().publish(0, 0);
    }
    assertThat(results).containsExactly("1 to 1", "1 to 2", "3 to 2");
  }

  @Test
  void shouldAverageOverTimeUpToTheLastEvent() {
    WindowDefinition<Sample> definition =
        WindowDefinition.<Sample>count("c", 2)
            .aggregate("twap", twap(Value.ofLong(sample -> sample.value)));
    assertThat(definition.columns()).hasSize(2);
    List<Double> averages = new ArrayList<>();
    Engine<Sample> engine =
        windows(definition)
            .engine(
                EngineOptions.<Sample>inline()
                    .onResult(result -> averages.add(result.doubleValue(0))));
    for (long time : new long[] {0, 10}) {
      Sample sample = engine.publisher().claim();
      sample.time = time;
      sample.key = 1;
      sample.value = time + 5;
      engine.publisher().publish(0, 0);
    }
    assertThat(averages).containsExactly(5.0);
  }
}
