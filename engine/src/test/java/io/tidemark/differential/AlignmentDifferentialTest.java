package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.oracle.RandomScripts;
import io.tidemark.oracle.RandomScripts.Profile;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Step;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.PublishResult;
import io.tidemark.time.PartitionView;
import io.tidemark.time.TimeStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Alignment refuses the events of partitions that are too far ahead and changes nothing else: two
 * engines run random scripts side by side, one aligned, the other without, which is given what the
 * first one takes. Scripts have no idleness, as who is held back is not silent.
 */
class AlignmentDifferentialTest {
  private static final int SCRIPTS = 2_000;

  /** An engine and what came out of it. */
  private static final class Side {
    private final List<String> out = new ArrayList<>();
    private final Engine<ScriptEvent> engine;
    private final Publisher<ScriptEvent> publisher;

    Side(Script script, TimeUnit unit, ScriptJob.TimeChoice time) {
      engine =
          Engine.start(
              ScriptJob.of(script, unit, time),
              EngineOptions.<ScriptEvent>inline()
                  .onResult(result -> out.add(result.toString()))
                  .onLate(late -> out.add("late " + late.event().step + "@" + late.watermark()))
                  .onRejected(event -> out.add(event.reason().text() + " " + event.event().step)));
      publisher = engine.publisher();
    }

    PublishResult event(int i, Step.Event event) {
      ScriptEvent slot = publisher.claim();
      slot.fill(i, event.timestamp(), event.key(), event.value());
      slot.filtered = event.filtered();
      return publisher.tryPublish(event.partition(), event.arrivalNs());
    }

    void other(int i, Step step) {
      if (step instanceof Step.Tick tick) {
        publisher.tick(tick.nowNs());
      } else if (step instanceof Step.Idle idle) {
        publisher.idle(idle.partition());
      } else if (step instanceof Step.Active active) {
        publisher.active(active.partition(), Long.MIN_VALUE);
      } else if (step instanceof Step.Leave leave) {
        publisher.leave(leave.partition());
      } else if (step instanceof Step.End end) {
        publisher.end(end.partition());
      } else if (step instanceof Step.Given given) {
        publisher.watermark(given.partition(), given.watermark());
      } else if (step instanceof Step.Rejected row) {
        publisher.claim().fill(i, row.timestamp(), 0, 0);
        publisher.reject(row.partition(), row.arrivalNs(), RejectReason.BAD_ROW);
      } else {
        engine.close();
      }
    }
  }

  @Test
  void shouldRefuseWhoIsAheadAndChangeNothingElse() {
    long refused = 0;
    long taken = 0;
    for (long seed = 0; seed < SCRIPTS; seed++) {
      Script script = RandomScripts.draw(seed, Profile.ALL);
      if (script.settings().idlenessNs().isEmpty()) {
        long[] counts = compare(seed, script);
        refused += counts[0];
        taken += counts[1];
      }
    }
    assertThat(refused).isGreaterThan(SCRIPTS);
    assertThat(taken).isGreaterThan(5 * SCRIPTS);
  }

  /** Returns how many events were refused, and taken. */
  private static long[] compare(long seed, Script script) {
    TimeUnit unit = Mode.unit(seed);
    long drift = new SplittableRandom(seed).nextInt(30);
    Side plain = new Side(script, unit, ScriptJob.TimeChoice.EVENT);
    Side aligned =
        new Side(
            script,
            unit,
            (builder, in, watermarks) -> {
              ScriptJob.TimeChoice.EVENT.set(builder, in, watermarks);
              builder.alignment(Duration.of(drift, in.toChronoUnit()));
            });
    long[] counts = new long[2];
    for (int i = 0; i < script.steps().size(); i++) {
      Step step = script.steps().get(i);
      if (step instanceof Step.Event event) {
        boolean isAhead = isAhead(plain.engine.partitions(), event.partition(), drift);
        assertThat(aligned.event(i, event))
            .as("seed %d, step %d of\n%s", seed, i, script)
            .isEqualTo(isAhead ? PublishResult.HELD_BACK : PublishResult.PUBLISHED);
        counts[isAhead ? 0 : 1]++;
        if (!isAhead) {
          plain.event(i, event);
        }
      } else {
        aligned.other(i, step);
        plain.other(i, step);
      }
      if (aligned.engine.watermark() != plain.engine.watermark()
          || !aligned.out.equals(plain.out)) {
        assertThat(aligned.engine.watermark() + " " + aligned.out)
            .as("seed %d, step %d of\n%s", seed, i, script)
            .isEqualTo(plain.engine.watermark() + " " + plain.out);
      }
      aligned.out.clear();
      plain.out.clear();
    }
    aligned.engine.halt();
    plain.engine.halt();
    assertThat(aligned.engine.counters().heldBack.value()).isEqualTo(counts[0]);
    assertThat(aligned.engine.counters().imbalance()).isEmpty();
    return counts;
  }

  /** One look at all partitions: those that are active and have a watermark, short of the end. */
  private static boolean isAhead(PartitionView partitions, int partition, long drift) {
    if (!counts(partitions, partition)) {
      return false;
    }
    long smallest = Long.MAX_VALUE;
    for (int p = 0; p < partitions.limit(); p++) {
      if (counts(partitions, p)) {
        smallest = Math.min(smallest, partitions.watermark(p));
      }
    }
    long ahead = partitions.watermark(partition) - smallest;
    // Beyond 64 bits it is ahead in any case.
    return ahead < 0 || ahead > drift;
  }

  private static boolean counts(PartitionView partitions, int p) {
    return partitions.isActive(p)
        && partitions.watermark(p) != TimeStage.NO_WATERMARK
        && partitions.watermark(p) != TimeStage.END_OF_TIME;
  }
}
