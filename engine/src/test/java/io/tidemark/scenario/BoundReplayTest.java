package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.adaptive;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.BoundDecisions;
import io.tidemark.time.BoundDecisions.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that repeat the decisions of another. */
class BoundReplayTest extends AdaptiveTest {
  /** Partitions that leave and join again, too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void f08ShouldRepeatRecordedDecisionsWhateverTheOtherSettings(boolean fused) {
    AdaptiveBound settings = PER_CENT.step(ofMillis(70)).startingAt(ofMillis(300)).decideEvery(100);
    List<String> recordedLate = new ArrayList<>();
    Engine<Sample> recorded = engine(adaptive(settings), decisions, recordedLate, fused);
    List<Long> watermarks = script(recorded);
    recorded.close();
    assertThat(decisions.all()).hasSizeGreaterThan(60);

    BoundDecisions repeated = new BoundDecisions();
    AdaptiveBound others =
        AdaptiveBound.of(0.4, ofMillis(1), ofSeconds(1)).decideEvery(3).replaying(decisions);
    List<String> repeatedLate = new ArrayList<>();
    Engine<Sample> replay = engine(adaptive(others), repeated, repeatedLate, fused);
    List<Long> again = script(replay);
    replay.close();

    if (!fused) {
      assertThat(again).isEqualTo(watermarks);
    }
    assertThat(repeatedLate).isEqualTo(recordedLate).hasSizeGreaterThan(50);
    for (int p = 0; p < 3; p++) {
      // Each partition's, but for what its last event decided, of which nothing came.
      assertThat(of(p, decisions)).containsSubsequence(of(p, repeated));
    }
    assertThat(repeated.all()).hasSizeGreaterThan(decisions.all().size() - 12);
    // And a replay of the replay's.
    Engine<Sample> third =
        engine(
            adaptive(others.replaying(repeated)), new BoundDecisions(), new ArrayList<>(), false);
    List<Long> once = script(third);
    if (!fused) {
      assertThat(once).isEqualTo(watermarks);
    }
  }

  private static List<Decision> of(int partition, BoundDecisions decisions) {
    return decisions.all().stream().filter(d -> d.partition() == partition).toList();
  }

  /** Returns the watermark after each event. */
  private static List<Long> script(Engine<Sample> engine) {
    SplittableRandom random = new SplittableRandom(8);
    List<Long> watermarks = new ArrayList<>();
    long now = 10_000;
    for (int i = 0; i < 9_000; i++) {
      now += random.nextInt(3);
      int partition = random.nextInt(3);
      double scale = 20L << (i / 2_000 % 3 * (partition + 1));
      publish(engine, partition, now - exponential(random, scale), now);
      watermarks.add(engine.watermark());
      if (random.nextInt(1_500) == 0) {
        engine.publisher().leave(partition);
      }
    }
    return watermarks;
  }

  @Test
  void f08ShouldStartAPartitionWithoutDecisionsAtTheStartBound() {
    decisions.onBound(1, 0, 5);
    Engine<Sample> engine =
        engine(
            adaptive(PER_CENT.startingAt(ofMillis(30)).replaying(decisions)), new BoundDecisions());
    publish(engine, 0, 1_000, 0);
    publish(engine, 1, 1_000, 0);
    assertThat(engine.partitions().watermark(0)).isEqualTo(969);
    assertThat(engine.partitions().watermark(1)).isEqualTo(994);
  }

  @Test
  void shouldNotDependOnHowEventsAreClaimed() {
    script(engine(adaptive(PER_CENT.decideEvery(100)), decisions));
    BoundDecisions claimed = new BoundDecisions();
    Engine<Sample> engine = engine(adaptive(PER_CENT.decideEvery(100)), claimed);
    SplittableRandom random = new SplittableRandom(8);
    Publisher<Sample> publisher = engine.publisher();
    long now = 10_000;
    int inClaim = 0;
    publisher.claim(100);
    for (int i = 0; i < 9_000; i++) {
      now += random.nextInt(3);
      int partition = random.nextInt(3);
      double scale = 20L << (i / 2_000 % 3 * (partition + 1));
      publisher.event(inClaim++, partition, MILLISECONDS.toNanos(now)).time =
          now - exponential(random, scale);
      boolean leaves = random.nextInt(1_500) == 0;
      if (inClaim == 100 || leaves) {
        publisher.publishClaimed(inClaim);
        if (leaves) {
          publisher.leave(partition);
        }
        publisher.claim(100);
        inClaim = 0;
      }
    }
    publisher.publishClaimed(inClaim);
    assertThat(claimed).isEqualTo(decisions);
  }
}
