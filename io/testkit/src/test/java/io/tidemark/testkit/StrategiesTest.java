package io.tidemark.testkit;

import static io.tidemark.testkit.Trade.bars;
import static io.tidemark.time.WatermarkStrategy.boundedByKind;
import static io.tidemark.time.WatermarkStrategy.forGenerator;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static io.tidemark.time.WatermarkStrategy.none;
import static java.time.Duration.ofMillis;

import io.tidemark.JobBuilder;
import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;
import io.tidemark.time.WatermarkStrategy;
import org.junit.jupiter.api.Test;

/** Watermark strategies give the same in every layout, however events are batched, and replayed. */
class StrategiesTest {
  @Test
  void shouldFollowAGenerator() {
    play(
        forGenerator(context -> new EmitsAtTens()),
        """
        clock | p0   | p1 | watermark | out
        0     | 5    |    | none      |
              | 10   |    | 9         | bars 0 [0,10) on-time 0 n=1 volume=1
              | 7    |    | 9         | late bars 0 7@9
              | 3 x0 |    | 9         | rejected user-code
              |      | 21 | 9         |
        200   |      |    | 9         |
              |      | 30 | 9         |
              | 31   |    | 9         |
        400   |      |    | 29        | bars 0 [10,20) on-time 0 n=1 volume=1; bars 0 [20,30) on-time 0 n=1 volume=1
        close |      |    | end       | bars 0 [30,40) on-time 0 n=2 volume=2
        """);
  }

  @Test
  void shouldBoundByKind() {
    play(
        boundedByKind(trade -> (int) trade.quantity - 1, ofMillis(0), ofMillis(10)),
        """
        clock | p0    | watermark | out
        0     | 20 x1 | none      |
              | 25 x2 | 14        |
              | 40 x1 | 14        |
              | 41 x2 | 30        | bars 0 [20,30) on-time 0 n=2 volume=3
              | 41 x3 | 30        | rejected user-code
        close |       | end       | bars 0 [40,50) on-time 0 n=2 volume=3
        """);
  }

  @Test
  void shouldRejectDisorder() {
    play(
        monotonous().onDisorder(Disorder.REJECT),
        """
        clock | p0 | p1 | watermark | out
        0     | 8  |    | 7         |
              | 7  |    | 7         | rejected disorder
              |    | 3  | 7         |
              | 12 |    | 7         |
              |    | 11 | 10        | bars 0 [0,10) on-time 0 n=2 volume=2
              | 8  |    | 10        | rejected disorder
        """);
  }

  @Test
  void shouldGoOnWithTheClockWhenAllAreIdle() {
    play(
        monotonous().idleness(ofMillis(400)).whenAllIdle(AllIdle.WALLCLOCK),
        """
        clock | p0  | watermark | out
        0     | 105 | 104       |
        200   |     | 104       |
        400   |     | 104       |
        600   |     | 304       | bars 0 [100,110) on-time 0 n=1 volume=1
        1100  | 300 | 704       | late bars 0 300@704
        1400  |     | 704       |
        1600  |     | 704       |
        """);
  }

  @Test
  void shouldFollowGivenWatermarks() {
    play(
        none(),
        """
        clock | p0           | p1            | watermark | out
        0     | 5            |               | none      |
              |              | watermark=7   | none      |
              | watermark=20 |               | 7         |
              |              | watermark=9   | 9         | bars 0 [0,10) on-time 0 n=1 volume=1
              |              | 9             | 9         | late bars 0 9@9
              |              | idle          | 20        |
              |              | watermark=end | 20        |
              | watermark=end |              | end       |
        """);
  }

  private static void play(WatermarkStrategy<? super Trade> strategy, String timeline) {
    JobBuilder<Trade> job = bars(strategy).rejectOnThrow();
    JobScript.of(job.build()).replayedWith(Trade.CODEC).timeline(timeline, Trade::read).run();
  }

  /** At events of ten, twenty, …: right behind them; of others: at the next tick. */
  private static final class EmitsAtTens implements WatermarkGenerator<Trade> {
    private long largest = Long.MIN_VALUE;

    @Override
    public void onEvent(Trade trade, long timestamp, WatermarkOutput output) {
      if (trade.quantity == 0) {
        throw new IllegalArgumentException("a trade of nothing");
      }
      largest = Math.max(largest, timestamp);
      if (timestamp % 10 == 0) {
        output.emitWatermark(timestamp - 1);
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      output.emitWatermark(
          largest == Long.MIN_VALUE ? largest : largest - (largest % 10 == 0 ? 1 : 0));
    }
  }
}
