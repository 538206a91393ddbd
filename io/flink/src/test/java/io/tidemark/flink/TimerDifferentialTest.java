package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Specialiser;
import io.tidemark.flink.TimerScript.Clock;
import io.tidemark.flink.TimerScript.Event;
import io.tidemark.flink.TimerScript.Mark;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The engine's processes are Flink's: the same rows from the same functions, on random scripts of
 * event-time and processing-time timers, deletions, and state that expires by processing time.
 *
 * <p>{@code -Dtidemark.timer.scripts=100000} runs more scripts than the default build does.
 */
class TimerDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.timer.scripts", 3_000);

  private static String plainBefore;

  /** Defining classes would take longer than running the scripts. */
  @BeforeAll
  static void runPlain() {
    plainBefore = System.getProperty(Specialiser.PLAIN_PROPERTY, "");
    System.setProperty(Specialiser.PLAIN_PROPERTY, "true");
  }

  @AfterAll
  static void runAsBefore() {
    System.setProperty(Specialiser.PLAIN_PROPERTY, plainBefore);
  }

  @Test
  void shouldFireAndKeepStateAsFlinkDoes() {
    long eventTimers = 0;
    long processingTimers = 0;
    long waiting = 0;
    for (long seed = 0; seed < SCRIPTS; seed++) {
      TimerScript script = TimerScript.of(seed);
      TimerOutcome flink = FlinkTimers.run(script, true);
      TimerOutcome engine = EngineTimers.run(script);

      for (long key = 0; key < 3; key++) {
        assertThat(engine.of(key))
            .as("seed %d, key %d\n%s", seed, key, script)
            .isEqualTo(flink.of(key));
      }
      assertThat(engine.eventTimers)
          .as("timers left, seed " + seed)
          .isEqualTo(flink.eventTimers + flink.processingTimers);
      eventTimers += flink.count(1);
      processingTimers += flink.count(2);
      waiting += engine.eventTimers;
    }
    assertThat(List.of(eventTimers, processingTimers, waiting))
        .allSatisfy(count -> assertThat(count).isGreaterThan(SCRIPTS));
  }

  /** Outside its harness Flink schedules such a timer at once, as the engine does. */
  @Test
  void shouldFireAProcessingTimeTimerOfThePastAtOnce() {
    long seed = seedThatRegisters(-1);
    TimerScript script =
        new TimerScript(
            0, false, List.of(new Clock(100), new Event(1, 5, seed), new Mark(1), new Clock(101)));

    assertThat(EngineTimers.run(script).of(1)).isEqualTo(FlinkTimers.run(script, true).of(1));
    List<List<List<Long>>> harness = FlinkTimers.run(script, false).of(1);
    assertThat(harness.get(1)).isEmpty();
    assertThat(harness.get(3)).isNotEmpty();
  }

  /**
   * A seed by which a function does nothing but register one processing-time timer so far ahead.
   */
  private static long seedThatRegisters(long ahead) {
    for (long seed = 0; ; seed++) {
      Only only = new Only();
      TimerScript.onEvent(seed, only);
      if (only.others == 0 && only.registered == 100 + ahead) {
        return seed;
      }
    }
  }

  /** Notes what a function does. */
  private static final class Only implements TimerScript.Actions {
    private long registered = Long.MIN_VALUE;
    private int others;

    @Override
    public Long state() {
      others++;
      return null;
    }

    @Override
    public void setState(long value) {
      others++;
    }

    @Override
    public void clearState() {
      others++;
    }

    @Override
    public void registerEvent(long timestamp) {
      others++;
    }

    @Override
    public void deleteEvent(long timestamp) {
      // Of a timer that is not there.
    }

    @Override
    public void registerProcessing(long ms) {
      others += registered == Long.MIN_VALUE ? 0 : 1;
      registered = ms;
    }

    @Override
    public void deleteProcessing(long ms) {
      others++;
    }

    @Override
    public long watermark() {
      return Long.MIN_VALUE;
    }

    @Override
    public long nowMs() {
      return 100;
    }

    @Override
    public long timestamp() {
      return 5;
    }

    @Override
    public void emit(long why, long timestamp, long watermark, long nowMs, long state) {
      others++;
    }
  }
}
