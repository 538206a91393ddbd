package io.tidemark.bench.timer;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Column;
import io.tidemark.bench.workload.Workload;
import io.tidemark.process.ProcessContext;
import io.tidemark.process.ProcessDefinition;
import io.tidemark.process.ProcessFunction;
import io.tidemark.process.TimerDomain;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole jobs, layout inline, 64 events published at a time: ns an event of a process that only
 * counts in its key's state, and of one that also renews its key's time-out.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ProcessBenchmark.EVENTS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ProcessBenchmark {
  static final int EVENTS = 1 << 18;

  private static final int CLAIM = 64;
  private static final int DRAWN = 1 << 20;

  /** The event. */
  public static final class Reading extends Event {
    long time;
    long key;
  }

  @Param({"1000", "30000", "1000000"})
  int keys;

  @Param({"false", "true"})
  boolean timers;

  private final int[] drawn = new int[DRAWN];
  private Engine<Reading> engine;
  private long now;
  private long handedOut;

  /** Counts; and, if it is to, tells when a key has been silent for long. */
  private static final class Counting implements ProcessFunction<Reading> {
    private final long timeOut;

    Counting(long timeOut) {
      this.timeOut = timeOut;
    }

    @Override
    public void onEvent(Reading event, ProcessContext context) {
      context.setLong(0, context.longState(0) + 1);
      if (timeOut > 0) {
        context.deleteEventTimer(context.longState(1));
        context.setLong(1, event.time + timeOut);
        context.registerEventTimer(event.time + timeOut);
      }
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      context.output(0).setLong(0, context.longState(0)).emit();
      context.clearState();
    }
  }

  @Setup(Level.Trial)
  public void prepare() {
    SplittableRandom random = new SplittableRandom(Workload.SEED);
    for (int i = 0; i < DRAWN; i++) {
      drawn[i] = random.nextInt(keys);
    }
    long timeOut = timers ? 2L * keys : 0;
    Job<Reading> job =
        Job.builder("process", Reading::new)
            .timestamp(TimeUnit.MILLISECONDS, event -> event.time)
            .key(event -> event.key)
            .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(256)))
            .process(
                ProcessDefinition.<Reading>of("silence", () -> new Counting(timeOut))
                    .state(Column.ofLong("count"), Column.ofLong("timer"))
                    .output("silent", Column.ofLong("count")))
            .build();
    engine =
        Engine.start(
            job,
            EngineOptions.<Reading>inline().onProcessResult(row -> handedOut += row.longValue(0)));
    publish(3 * keys);
  }

  @TearDown(Level.Trial)
  public void finish() {
    engine.close();
    if (!engine.counters().imbalance().isEmpty() || (timers && handedOut == 0)) {
      throw new AssertionError(engine.counters().imbalance() + ", handed out " + handedOut);
    }
  }

  @Benchmark
  public long events() {
    publish(EVENTS);
    return handedOut;
  }

  private void publish(int events) {
    Publisher<Reading> publisher = engine.publisher();
    for (int from = 0; from < events; from += CLAIM) {
      publisher.claim(CLAIM);
      for (int i = 0; i < CLAIM; i++) {
        now++;
        Reading event = publisher.event(i);
        event.time = now - (drawn[(int) (now * 7) & (DRAWN - 1)] & 127);
        event.key = drawn[(int) now & (DRAWN - 1)];
        publisher.set(i, 0, now);
      }
      publisher.publishClaimed(CLAIM);
    }
  }
}
