package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The reorder buffer (F36). */
class EventTimeOrderTest {
  private static final EventTimeOrder<Told> ORDER =
      EventTimeOrder.<Told>of("o").value("v", Value.ofLong(event -> event.value));

  private static ProcessRun run(long bound) {
    return new ProcessRun(job(bound));
  }

  private static Job<Told> job(long bound) {
    return ProcessRun.job()
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(bound)))
        .process(ORDER)
        .build();
  }

  @Test
  void shouldHandOutInTheOrderOfTimestampsAsTheWatermarkReachesThem() {
    ProcessRun run = run(3);
    run.event(1, 5, 50).gives();
    run.event(2, 3, 30).gives();
    run.event(1, 9, 90).gives("o.events 2 @3 v=30", "o.events 1 @5 v=50");
    run.event(3, 4, 40).gives("o.late 3 @4 v=40");
    run.event(1, 12, 120).gives();
    run.event(2, 13, 130).gives("o.events 1 @9 v=90");
    assertThat(run.counters().liveTimers()).isEqualTo(2);
    assertThat(run.counters().late.value()).isEqualTo(1);
    run.close();
    run.gives("o.events 1 @12 v=120", "o.events 2 @13 v=130");
    assertThat(run.counters().events.value()).isEqualTo(6);
    assertThat(run.counters().outputs.value()).isEqualTo(6);
  }

  @Test
  void shouldKeepTheOrderOfArrivalWithinATimestamp() {
    ProcessRun run = run(5);
    run.event(3, 7, 1).event(1, 7, 2).event(2, 6, 3).event(1, 7, 4).gives();
    run.event(1, 13, 5)
        .gives("o.events 2 @6 v=3", "o.events 3 @7 v=1", "o.events 1 @7 v=2", "o.events 1 @7 v=4");
    run.close();
  }

  /** At the watermark is late, one unit ahead of it is not. */
  @Test
  void shouldCallLateWhatIsAtTheWatermark() {
    ProcessRun run = run(0);
    run.event(1, 10, 1).gives();
    assertThat(run.engine.watermark()).isEqualTo(9);
    run.event(1, 9, 2).gives("o.late 1 @9 v=2");
    run.event(1, 10, 3).gives();
    run.event(1, 11, 4).gives("o.events 1 @10 v=1", "o.events 1 @10 v=3");
    run.close();
  }

  @Test
  void shouldRefuseTwoColumnsOfOneName() {
    assertThatThrownBy(() -> ORDER.value("v", Value.ofLong(event -> event.value)))
        .hasMessage("processes[o].values: two columns are named v");
  }

  /** Each event once: in order, or late as its timestamp is at or behind the watermark. */
  @Test
  void f36ShouldGiveASortedStreamAndTheRestAsLate() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long bound = random.nextInt(30);
      List<long[]> sorted = new ArrayList<>();
      List<String> late = new ArrayList<>();
      List<String> lateOut = new ArrayList<>();
      List<String> inOrder = new ArrayList<>();
      EngineOptions<Told> options = seed % 2 == 0 ? EngineOptions.inline() : EngineOptions.fused();
      options.onProcessResult(
          row ->
              (row.output().equals("late") ? lateOut : inOrder)
                  .add(row.key() + "@" + row.timestamp() + "=" + row.longValue(0)));
      try (Engine<Told> engine = Engine.start(job(bound), options)) {
        Publisher<Told> publisher = engine.publisher();
        long largest = Long.MIN_VALUE;
        int count = random.nextInt(1, 400);
        for (int i = 0; i < count; i++) {
          long time = i + random.nextLong(-40, 40);
          Told event = publisher.claim();
          event.time = time;
          event.key = random.nextInt(5);
          event.value = i;
          event.filtered = false;
          long key = event.key;
          publisher.publish(0, 0);
          if (largest != Long.MIN_VALUE && time <= largest - bound - 1) {
            late.add(key + "@" + time + "=" + i);
          } else {
            sorted.add(new long[] {time, key, i});
          }
          largest = Math.max(largest, time);
        }
      }
      sorted.sort(Comparator.comparingLong(event -> event[0]));
      assertThat(inOrder)
          .as("seed %d", seed)
          .isEqualTo(sorted.stream().map(e -> e[1] + "@" + e[0] + "=" + e[2]).toList());
      assertThat(lateOut).as("seed %d", seed).isEqualTo(late);
    }
  }
}
