package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.window.AtCeiling.EVICT_IDLE;
import static io.tidemark.window.AtCeiling.FAIL;
import static io.tidemark.window.AtCeiling.REJECT_NEW_KEYS;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.AtCeiling;
import io.tidemark.window.CeilingException;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S090: a definition has a ceiling on its rows. Times are ms. */
class CeilingTest extends ScenarioTest {
  private static final String ADVICE =
      "; allow more rows, have new keys refused or idle windows evicted, or take smaller windows,"
          + " less allowed lateness or fewer keys";

  @Test
  void s090ShouldRefuseEventsOfNewKeys() {
    windows(tumbling().atMost(2, REJECT_NEW_KEYS))
        .event(0, 1, 1, 1)
        .event(0, 2, 2, 1)
        .event(0, 3, 3, 1)
        .event(0, 4, 1, 5)
        // The watermark is 3: the window before is live. The event moves it nevertheless.
        .event(0, 12, 3, 1)
        .event(0, 13, 3, 1)
        .expectFirings("[0,10) k1 n=2 sum=6", "[0,10) k2 n=1 sum=1")
        .expectLate("k3 3@1 no-room", "k3 12@3 no-room")
        .close()
        .expectFirings("[0,10) k1 n=2 sum=6", "[0,10) k2 n=1 sum=1", "[10,20) k3 n=1 sum=1")
        .expectWindowCount(4, window -> window.counted)
        .expectWindowCount(2, window -> window.refused)
        .expectWindowCount(0, window -> window.tooLate)
        .expectWindowCount(3, window -> window.openedRows)
        .expectWindowCount(0, WindowCounters::liveRows);
  }

  /** What is late is late, and takes no room; a late event of a new key needs some. */
  @Test
  void s090ShouldTellLateEventsFromRefusedOnes() {
    windows(tumbling().atMost(2, REJECT_NEW_KEYS))
        .lateness(10)
        .event(0, 5, 1, 1)
        .event(0, 12, 1, 1)
        .event(0, 13, 1, 1)
        .event(0, 6, 1, 1)
        .event(0, 7, 2, 1)
        .event(0, 21, 1, 1)
        .event(0, 22, 1, 1)
        .event(0, 8, 2, 1)
        .expectFirings("[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=2 late r1", "[10,20) k1 n=2 sum=2")
        .expectLate("k2 7@12 no-room", "k1 21@12 no-room", "k2 8@21")
        .expectWindowCount(5, window -> window.counted)
        .expectWindowCount(2, window -> window.refused)
        .expectWindowCount(1, window -> window.tooLate)
        .expectWindowCount(2, WindowCounters::liveRows);
  }

  @Test
  void s090ShouldRefuseNewSessionsAndLetOthersGrow() {
    windows(WindowDefinition.<Sample>session("w", ofMillis(10)).atMost(2, REJECT_NEW_KEYS))
        .bound(100)
        .event(0, 5, 1, 1)
        .event(0, 20, 1, 1)
        .event(0, 21, 2, 1)
        // It makes the two one: then there is room.
        .event(0, 12, 1, 1)
        .event(0, 22, 2, 1)
        .event(0, 23, 3, 1)
        .close()
        .expectFirings("[5,30) k1 n=3 sum=3", "[22,32) k2 n=1 sum=1")
        .expectLate("k2 21@-81 no-room", "k3 23@-79 no-room");
  }

  /** A row is a key in a pane: slides of 5 here. */
  @Test
  void s090ShouldRefuseNewRowsOfSlidingWindows() {
    windows(sliding().atMost(2, REJECT_NEW_KEYS))
        .bound(100)
        .event(0, 1, 1, 1)
        .event(0, 6, 1, 1)
        .event(0, 11, 1, 1)
        .event(0, 2, 2, 1)
        .event(0, 9, 1, 1)
        .close()
        .expectFirings("[-5,5) k1 n=1 sum=1", "[0,10) k1 n=3 sum=3", "[5,15) k1 n=2 sum=2")
        .expectLate("k1 11@-95 no-room", "k2 2@-90 no-room")
        .expectWindowCount(2, window -> window.openedRows);
  }

  @Test
  void s090ShouldRefuseNewKeysOfCountWindows() {
    windows(WindowDefinition.<Sample>count("w", 2).atMost(1, REJECT_NEW_KEYS))
        .event(0, 1, 1, 1)
        .event(0, 2, 2, 1)
        .event(0, 3, 1, 1)
        .expectFirings("[0,2) k1 n=2 sum=2")
        .expectLate("k2 2@0 no-room");
  }

  /** Each definition goes by its own ceiling. */
  @Test
  void s090ShouldCountRefusalsPerDefinition() {
    windows(tumbling().atMost(1, REJECT_NEW_KEYS))
        .with(
            builder ->
                builder.window(
                    WindowDefinition.<Sample>tumbling("all", ofMillis(10))
                        .aggregate("n", count())
                        .aggregate("sum", count())))
        .event(0, 1, 1, 1)
        .event(0, 2, 2, 1)
        .close()
        .expectFirings(
            "all [0,10) k1 n=1 sum=1", "all [0,10) k2 n=1 sum=1", "w [0,10) k1 n=1 sum=1")
        .expectLate("w k2 2@0 no-room")
        .expectCount(0, counters -> counters.windows().get(0).refused)
        .expectCount(1, counters -> counters.windows().get(1).refused);
  }

  @Test
  void s090ShouldEvictTheOldestWindows() {
    windows(tumbling().atMost(2, EVICT_IDLE))
        .bound(20)
        .event(0, 5, 1, 1)
        .event(0, 15, 1, 1)
        .event(0, 16, 2, 1)
        .expectFirings("[0,10) k1 n=1 sum=1 evicted")
        .event(0, 6, 1, 1)
        .event(0, 7, 3, 1)
        .event(0, 25, 1, 1)
        .close()
        .expectFirings(
            "[0,10) k1 n=1 sum=1 evicted",
            "[10,20) k1 n=1 sum=1 evicted",
            "[10,20) k2 n=1 sum=1 evicted",
            "[20,30) k1 n=1 sum=1")
        .expectLate("k1 6@9", "k3 7@9")
        .expectWindowCount(4, window -> window.counted)
        .expectWindowCount(2, window -> window.tooLate)
        .expectWindowCount(0, window -> window.refused)
        .expectWindowCount(3, window -> window.evictedRows)
        .expectWindowCount(3, window -> window.evictedFirings)
        .expectWindowCount(1, window -> window.onTimeFirings);
  }

  /** As if the watermark were 24: it fires the second window, too, which is kept until 34. */
  @Test
  void s090ShouldEvictByAWatermarkOfTheDefinitionsOwn() {
    windows(tumbling().atMost(3, EVICT_IDLE))
        .lateness(15)
        .bound(100)
        .event(0, 5, 1, 1)
        .event(0, 12, 1, 1)
        .event(0, 27, 1, 1)
        .event(0, 28, 2, 1)
        .expectFirings("[0,10) k1 n=1 sum=1 evicted", "[10,20) k1 n=1 sum=1 evicted")
        .expectWindowCount(1, window -> window.evictedRows)
        .event(0, 14, 1, 1)
        .event(0, 9, 1, 1)
        .expectLate("k1 9@24")
        .close()
        .expectFirings(
            "[0,10) k1 n=1 sum=1 evicted",
            "[10,20) k1 n=1 sum=1 evicted",
            "[10,20) k1 n=2 sum=2 late r1",
            "[20,30) k1 n=1 sum=1",
            "[20,30) k2 n=1 sum=1");
  }

  @Test
  void s090ShouldEvictPanesWithTheLastWindowTheyAreIn() {
    windows(sliding().atMost(2, EVICT_IDLE))
        .bound(30)
        .event(0, 1, 1, 1)
        .event(0, 6, 1, 1)
        .event(0, 11, 1, 1)
        .expectFirings("[-5,5) k1 n=1 sum=1 evicted", "[0,10) k1 n=2 sum=2 evicted")
        .event(0, 2, 1, 1)
        .event(0, 7, 1, 1)
        .expectLate("k1 2@9")
        .expectWindowCount(1, window -> window.partlyLate)
        .close()
        .expectFirings(
            "[-5,5) k1 n=1 sum=1 evicted",
            "[0,10) k1 n=2 sum=2 evicted",
            "[5,15) k1 n=3 sum=3",
            "[10,20) k1 n=1 sum=1");
  }

  @Test
  void s090ShouldEvictSessionsInTheOrderOfTheirEnds() {
    windows(WindowDefinition.<Sample>session("w", ofMillis(10)).atMost(2, EVICT_IDLE))
        .bound(100)
        .event(0, 5, 1, 1)
        .event(0, 8, 2, 1)
        .event(0, 9, 1, 1)
        .event(0, 30, 3, 1)
        .expectFirings("[8,18) k2 n=1 sum=1 evicted")
        .event(0, 12, 2, 1)
        .event(0, 6, 2, 1)
        .event(0, 3, 4, 1)
        .expectLate("k4 3@18")
        .close()
        .expectFirings(
            "[8,18) k2 n=1 sum=1 evicted",
            "[5,19) k1 n=2 sum=2 evicted",
            "[6,22) k2 n=2 sum=2",
            "[30,40) k3 n=1 sum=1");
  }

  /** Adjusted to a time that is not late, an event may need room, and windows may go for that. */
  @Test
  void s090ShouldAdjustToATimeBehindWhatIsEvicted() {
    TriggerRun run =
        TriggerRun.withLate(tumbling().late(LatePolicy.ADJUST).atMost(2, EVICT_IDLE))
            .watermark(9)
            .event(1, 15, 1)
            .event(2, 15, 1)
            .event(3, 5, 1)
            .expect("evicted 0 [10,20) k1 n=1 sum=1 final", "evicted 0 [10,20) k2 n=1 sum=1 final")
            .expectLate("late k3 5 adjusted to 20")
            .close()
            .expect("on-time 0 [20,30) k3 n=1 sum=1 final");
    assertThat(run.counters().lateAdjusted.value()).isEqualTo(1);
  }

  @Test
  void s090ShouldRefuseWhatFindsNoRoomWhenAdjusted() {
    TriggerRun run =
        TriggerRun.withLate(tumbling().late(LatePolicy.ADJUST).atMost(1, REJECT_NEW_KEYS))
            .watermark(9)
            .event(1, 15, 1)
            .event(1, 5, 1)
            .event(3, 5, 1)
            .expectLate("late k1 5 adjusted to 10", "no room k3 5")
            .close()
            .expect("on-time 0 [10,20) k1 n=2 sum=2 final");
    assertThat(run.counters().refused.value()).isEqualTo(1);
  }

  /** Sliding windows that fire early have a row in each window: three an event, here. */
  @Test
  void s090ShouldRefuseAnEventThatNeedsMoreThanTheCeiling() {
    WindowDefinition<Sample> early =
        WindowDefinition.<Sample>sliding("w", ofMillis(15), ofMillis(5))
            .early(EarlyFiring.everyEvents(10));
    TriggerRun.withLate(early.atMost(2, EVICT_IDLE))
        .event(1, 11, 1)
        .expectLate("no room k1 11")
        // Two of its windows have closed.
        .watermark(19)
        .event(1, 12, 1)
        .expectLate("partly late k1 12 missed 2 counted 1")
        .close()
        .expect("on-time 0 [10,25) k1 n=1 sum=1 final");
  }

  /** By the clock, too: the window that is under way goes, and is late for what comes then. */
  @Test
  void s090ShouldKeepTheCeilingInProcessingTime() {
    for (AtCeiling policy : new AtCeiling[] {REJECT_NEW_KEYS, EVICT_IDLE}) {
      List<String> outputs = new ArrayList<>();
      Engine<Sample> engine =
          Engine.start(
              Job.builder("clock", Sample::new)
                  .processingTime(MILLISECONDS, ofMillis(1))
                  .key(sample -> sample.key)
                  .window(tumbling().atMost(2, policy).aggregate("n", count()))
                  .build(),
              EngineOptions.<Sample>inline()
                  .onResult(r -> outputs.add(r.kind().text() + " k" + r.key() + "@" + r.start()))
                  .onLate(late -> outputs.add(late.kind().text() + " k" + late.key())));
      for (long ms : new long[] {1, 2, 3, 12}) {
        engine.publisher().claim().key = ms;
        engine.publisher().publish(0, ms * 1_000_000);
      }
      engine.close();
      assertThat(outputs)
          .containsExactlyElementsOf(
              policy == REJECT_NEW_KEYS
                  ? List.of("no-room k3", "on-time k1@0", "on-time k2@0", "on-time k12@10")
                  : List.of("evicted k1@0", "evicted k2@0", "late k3", "on-time k12@10"));
      assertThat(engine.counters().imbalance()).isEmpty();
    }
  }

  @Test
  void s090ShouldFailAndSayWhatToDo() {
    TriggerRun run =
        TriggerRun.of(tumbling().atMost(2, FAIL)).event(1, 1, 1).event(2, 1, 1).event(1, 2, 1);
    assertThat(run.counters().counted.value()).isEqualTo(3);
    assertThatThrownBy(() -> run.event(3, 4, 1))
        .satisfiesAnyOf(
            thrown -> assertThat(thrown).isInstanceOf(CeilingException.class),
            thrown -> assertThat(thrown).hasCauseInstanceOf(CeilingException.class));
    assertThat(run.engine().failure())
        .hasMessage(
            "job triggers: windows[w].atMost: no room within 2 rows for an event of key 3 with"
                + " timestamp 4"
                + ADVICE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 4_096})
  void s090ShouldFailInBatchesWithAllBeforeAccountedFor(int batch) {
    Engine<Sample> engine =
        Engine.start(
            job(tumbling().atMost(3, FAIL)),
            EngineOptions.<Sample>fused().withoutTicker().batchLimit(batch));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                Sample sample = engine.publisher().claim();
                sample.time = 5;
                sample.key = i < 50 ? i % 3 : i;
                sample.value = 1;
                engine.publisher().publish(0, 0);
              }
              engine.close();
            })
        .hasRootCauseInstanceOf(CeilingException.class);
    assertThat(engine.counters().accepted.value()).isEqualTo(50);
    assertThat(engine.counters().windows().get(0).counted.value()).isEqualTo(50);
    assertThat(engine.counters().windows().get(0).liveRows()).isEqualTo(3);
  }

  @Test
  void s090ShouldRefuseCeilingsThatCannotBe() {
    assertRefused(tumbling().atMost(0, FAIL), "windows[w].atMost: 0 rows; expected at least 1");
    String noTime =
        "windows[w].atMost: EVICT_IDLE; expected REJECT_NEW_KEYS or FAIL, as no time closes count"
            + " windows or the global one";
    assertRefused(WindowDefinition.<Sample>global("w").atMost(1, EVICT_IDLE), noTime);
    assertRefused(WindowDefinition.<Sample>count("w", 5).atMost(1, EVICT_IDLE), noTime);
    assertThatThrownBy(() -> tumbling().atMost(1, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("policy at the ceiling");
    for (AtCeiling policy : new AtCeiling[] {REJECT_NEW_KEYS, FAIL}) {
      assertThat(job(WindowDefinition.<Sample>global("w").atMost(1, policy))).isNotNull();
    }
  }

  private static void assertRefused(WindowDefinition<Sample> definition, String message) {
    assertThatThrownBy(() -> job(definition))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static Job<Sample> job(WindowDefinition<Sample> definition) {
    return Job.builder("ceiling", Sample::new)
        .timestamp(MILLISECONDS, sample -> sample.time)
        .key(sample -> sample.key)
        .watermarks(WatermarkStrategy.none())
        .window(definition.aggregate("n", count()))
        .build();
  }

  private static WindowDefinition<Sample> tumbling() {
    return WindowDefinition.tumbling("w", ofMillis(10));
  }

  private static WindowDefinition<Sample> sliding() {
    return WindowDefinition.sliding("w", ofMillis(10), ofMillis(5));
  }
}
