package io.tidemark.bench.latency;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.runtime.Waiting;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * From the moment at which the event that closes a window is due to the window's result, in layout
 * fused, at a fixed rate of events. Windows hold {@value #EVENTS_A_WINDOW} events each.
 */
public final class LatencyRun {
  static final int EVENTS_A_WINDOW = 100;

  private static final int RATE = 100_000;
  private static final int SECONDS = 10;
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  /** An event that knows its number and no more; its timestamp is its number. */
  private static final class Tick extends Event {
    private long number;

    @Override
    public void clear() {
      number = 0;
    }
  }

  private LatencyRun() {}

  /**
   * Runs it and prints the percentiles.
   *
   * @param args events a second, 100,000 if left out, and seconds, 10 if left out
   */
  public static void main(String[] args) {
    int rate = args.length > 0 ? Integer.parseInt(args[0]) : RATE;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : SECONDS;
    // Half of it warms up.
    Histogram latencies = run(rate, (long) rate * seconds, System::nanoTime);
    System.out.printf("%,d events a second, %,d results%n", rate, latencies.getTotalCount());
    for (double percent : new double[] {50, 90, 99, 99.9, 99.99, 100}) {
      System.out.printf(
          "P%-6s %,10.1f us%n", percent, latencies.getValueAtPercentile(percent) / 1e3);
    }
  }

  /**
   * The latencies of the second half.
   *
   * @param clock in ns; any thread
   */
  static Histogram run(int rate, long events, LongSupplier clock) {
    OpenLoop[] loop = new OpenLoop[1];
    Job<Tick> job =
        Job.builder("latency", Tick::new)
            .timestamp(TimeUnit.NANOSECONDS, tick -> tick.number)
            .watermarks(WatermarkStrategy.monotonous())
            .window(
                WindowDefinition.<Tick>tumbling("w", Duration.ofNanos(EVENTS_A_WINDOW))
                    .aggregate("n", Aggregates.count()))
            .build();
    try (Engine<Tick> engine =
        Engine.start(
            job,
            EngineOptions.<Tick>fused()
                .withoutTicker()
                .waiting(Waiting.YIELD)
                .onResult(
                    result -> {
                      // The last window is closed by the end, and no event.
                      if (result.start() >= events / 2 && result.end() < events) {
                        loop[0].done(result.end(), clock.getAsLong());
                      }
                    }))) {
      loop[0] = new OpenLoop(clock.getAsLong(), NS_PER_S / rate);
      publish(engine.publisher(), loop[0], events, clock);
    }
    return loop[0].latenciesNs();
  }

  private static void publish(
      Publisher<Tick> publisher, OpenLoop loop, long events, LongSupplier clock) {
    for (long number = 0; number < events; number++) {
      while (clock.getAsLong() < loop.dueNs(number)) {
        Thread.onSpinWait();
      }
      publisher.claim().number = number;
      publisher.publish(0, loop.dueNs(number));
    }
  }
}
