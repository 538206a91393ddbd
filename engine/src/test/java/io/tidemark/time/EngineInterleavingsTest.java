package io.tidemark.time;

import static io.tidemark.time.Interleavings.NONE;
import static io.tidemark.time.Interleavings.PARTITIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * R15 through whole engines: every order in which three partitions can be heard, one after the
 * other in one engine. Each begins where the one before has left the watermark, a second later,
 * with partitions that have joined and have no watermark yet; all leave in the end.
 *
 * <p>In layout inline the watermark is looked at after each thing said. In layout fused, which
 * takes hundreds of slots at a time, all that comes out has to be the same, in the same order:
 * windows of one ms each, and late events with the watermark they were judged by.
 */
class EngineInterleavingsTest {
  private static final List<String> LIVES = List.of("EIA", "eIE", "EIX", "ELe");
  private static final List<String> TIRED_LIVES = List.of("EeI", "EAI", "EWI", "WeI");
  private static final long STEP = 1_000;

  /** An event that knows no more than its time. */
  private static final class Said extends Event {
    private long time;

    @Override
    public void clear() {
      time = 0;
    }
  }

  /** All that came out, as numbers. */
  private static final class Outputs {
    private long[] numbers = new long[1 << 20];
    private int count;

    void add(long what, long time, long watermark) {
      if (count + 3 > numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      numbers[count++] = what;
      numbers[count++] = time;
      numbers[count++] = watermark;
    }

    void checkSame(Outputs others) {
      int differs = Arrays.mismatch(numbers, 0, count, others.numbers, 0, others.count);
      assertThat(differs).as("the first number that differs").isEqualTo(-1);
    }
  }

  private final int[][] orders = Interleavings.orders();

  // Of the run under way.
  private Engine<Said> engine;
  private Outputs outputs;
  private boolean looks;
  private final int[] numbers = new int[PARTITIONS];
  private int nextNumber;
  private long base;
  private long floor;

  @Test
  void shouldDoTheSameInEveryOrderInBothLayouts() {
    playInBoth(LIVES);
  }

  @Test
  void shouldDoTheSameInEveryOrderWhereAllEndIdle() {
    playInBoth(TIRED_LIVES);
  }

  private void playInBoth(List<String> lives) {
    int expected = lives.size() * lives.size() * lives.size() * Interleavings.ORDERS;
    assertThat(play(lives, EngineOptions.inline(), true)).isEqualTo(expected);
    Outputs inline = outputs;
    long end = floor;
    assertThat(inline.count).isGreaterThan(3 * 2 * expected);

    assertThat(play(lives, EngineOptions.<Said>fused().withoutTicker(), false)).isEqualTo(expected);
    outputs.checkSame(inline);
    assertThat(floor).isEqualTo(end);
  }

  /** Returns how many orders were played. */
  private int play(List<String> lives, EngineOptions<Said> options, boolean inline) {
    start(options, inline);
    int played = 0;
    for (String[] choice : Interleavings.choices(lives)) {
      for (int[] order : orders) {
        play(choice, order);
        played++;
      }
    }
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    return played;
  }

  private void start(EngineOptions<Said> options, boolean inline) {
    Job<Said> job =
        Job.builder("interleavings", Said::new)
            .timestamp(TimeUnit.MILLISECONDS, said -> said.time)
            .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ZERO))
            .window(
                WindowDefinition.<Said>tumbling("w", Duration.ofMillis(1))
                    .aggregate("n", Aggregates.count()))
            .build();
    Outputs all = new Outputs();
    outputs = all;
    looks = inline;
    engine =
        Engine.start(
            job,
            options
                .onResult(result -> all.add(result.longValue(0), result.start(), 0))
                .onLate(late -> all.add(-1, late.timestamp(), late.watermark())));
    base = 0;
    floor = NONE;
    nextNumber = 0;
    for (int p = 0; p < PARTITIONS; p++) {
      numbers[p] = nextNumber++;
    }
  }

  private void play(String[] lives, int[] order) {
    base += STEP;
    Publisher<Said> publisher = engine.publisher();
    for (int p = 0; p < PARTITIONS; p++) {
      publisher.watermark(numbers[p], NONE);
    }
    Interleavings.Model model = new Interleavings.Model();
    int[] said = new int[PARTITIONS];
    for (int p : order) {
      char saying = lives[p].charAt(said[p]++);
      say(publisher, saying, p);
      check(model.hear(saying, p), lives, order);
    }
    long reached = NONE;
    for (int p = 0; p < PARTITIONS; p++) {
      say(publisher, 'L', p);
      reached = model.hear('L', p);
      check(reached, lives, order);
      if (lives[p].indexOf('X') >= 0) {
        // It has ended: this number is gone.
        numbers[p] = nextNumber++;
      }
    }
    floor = watermark(reached);
  }

  private void say(Publisher<Said> publisher, char saying, int p) {
    switch (saying) {
      case 'E', 'e' -> {
        publisher.claim().time = base + Interleavings.timestamp(saying, p);
        publisher.publish(numbers[p], 0);
      }
      case 'I' -> publisher.idle(numbers[p]);
      case 'A' -> publisher.active(numbers[p], 0);
      case 'X' -> publisher.end(numbers[p]);
      case 'L' -> publisher.leave(numbers[p]);
      case 'W' -> publisher.watermark(numbers[p], base + Interleavings.justified(saying, p));
      default -> throw new IllegalArgumentException("saying " + saying);
    }
  }

  private void check(long reached, String[] lives, int[] order) {
    if (looks && engine.watermark() != watermark(reached)) {
      assertThat(engine.watermark())
          .as("%s in order %s", Arrays.toString(lives), Arrays.toString(order))
          .isEqualTo(watermark(reached));
    }
  }

  /** Where the watermark is, when the model has reached this. */
  private long watermark(long reached) {
    return reached == NONE ? floor : base + reached;
  }
}
