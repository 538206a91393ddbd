package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.window.WindowDefinition;

/** The example of README.md, which {@link ReadmeTest} runs and compares with the page. */
final class ReadmeExample {
  private ReadmeExample() {}

  static void run() {
    // spotless:off
    // README begins
    class Trade extends Event { long time, symbol, quantity; } // a slot of the ring, filled again and again

    Job<Trade> job = Job.builder("bars", Trade::new)
        .timestamp(MILLISECONDS, trade -> trade.time).key(trade -> trade.symbol)
        .watermarks(boundedOutOfOrderness(ofMillis(250)))
        .window(WindowDefinition.<Trade>tumbling("bars_1s", ofSeconds(1)).allowedLateness(ofSeconds(2))
            .aggregate("volume", sum(Value.ofLong(trade -> trade.quantity))))
        .build();
    try (Engine<Trade> engine = Engine.start(job, EngineOptions.<Trade>inline().onResult(System.out::println))) {
      Publisher<Trade> publisher = engine.publisher();
      Trade trade = publisher.claim();
      trade.time = 1_700_000_000_250L;
      trade.symbol = 7;
      trade.quantity = 100;
      publisher.publish(0); // it came from partition 0
    } // the end of input: every window fires
    // README ends
    // spotless:on
  }
}
