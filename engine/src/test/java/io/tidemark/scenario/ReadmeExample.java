package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
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
    // README begins
    class Trade extends Event {
      long time, symbol, quantity;

      @Override
      public void clear() {} // numbers only: it holds on to nothing
    }

    Value<Trade> quantity = Value.ofLong(trade -> trade.quantity);
    Job<Trade> job =
        Job.builder("bars", Trade::new)
            .timestamp(MILLISECONDS, trade -> trade.time)
            .key(trade -> trade.symbol)
            .watermarks(boundedOutOfOrderness(ofMillis(250)))
            .window(
                WindowDefinition.<Trade>tumbling("bars_1s", ofSeconds(1))
                    .allowedLateness(ofSeconds(2))
                    .aggregate("trades", count())
                    .aggregate("volume", sum(quantity)))
            .build();
    EngineOptions<Trade> options =
        EngineOptions.<Trade>inline()
            .onResult(bar -> System.out.println(bar))
            .onLate(late -> System.err.println(late.lateness() + " ms too late"));

    try (Engine<Trade> engine = Engine.start(job, options)) {
      Publisher<Trade> publisher = engine.publisher();
      Trade trade = publisher.claim(); // a slot: fill it, publish it
      trade.time = 1_700_000_000_250L;
      trade.symbol = 7;
      trade.quantity = 100;
      publisher.publish(0); // it came from partition 0
    } // the end of input: every window fires
    // README ends
  }
}
