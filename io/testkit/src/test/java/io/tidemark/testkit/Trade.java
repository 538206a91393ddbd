package io.tidemark.testkit;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.aggregate.Value;
import io.tidemark.journal.EventCodec;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The event of these tests, and a job of windows of 10 ms over it. */
final class Trade extends Event {
  long time;
  long quantity;

  /** Reads a cell such as {@code 5 x3}: time 5, quantity 3, which may be left out: 1. */
  void read(String cell) {
    String[] parts = cell.split(" x");
    time = Long.parseLong(parts[0]);
    quantity = parts.length == 1 ? 1 : Long.parseLong(parts[1]);
  }

  @Override
  public void clear() {
    time = 0;
    quantity = 0;
  }

  /** Its bytes. */
  static final EventCodec<Trade> CODEC =
      new EventCodec<>() {
        @Override
        public int encode(Trade trade, MutableDirectBuffer buffer, int offset) {
          buffer.putLong(offset, trade.time);
          buffer.putLong(offset + 8, trade.quantity);
          return 16;
        }

        @Override
        public void decode(DirectBuffer buffer, int offset, int length, Trade into) {
          into.time = buffer.getLong(offset);
          into.quantity = buffer.getLong(offset + 8);
        }
      };

  static JobBuilder<Trade> bars(WatermarkStrategy<? super Trade> watermarks) {
    Value<Trade> quantity = Value.ofLong(trade -> trade.quantity);
    return Job.builder("bars", Trade::new)
        .timestamp(MILLISECONDS, trade -> trade.time)
        .watermarks(watermarks)
        .window(
            WindowDefinition.<Trade>tumbling("bars", ofMillis(10))
                .aggregate("n", count())
                .aggregate("volume", sum(quantity)));
  }
}
