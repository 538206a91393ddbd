package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.avg;
import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.first;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.aggregate.Aggregates.min;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.Value;
import io.tidemark.output.FiringKind;
import io.tidemark.output.WindowResult;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Long streams against a model that keeps every window apart: each window has hundreds of panes,
 * and passes through all that happens to panes while windows slide.
 */
class SlidingModelTest {
  private static final int SEEDS = 90;
  private static final int EVENTS = 4_000;

  /** S148: the rolling average among them, which is worked out anew from what each window has. */
  @Test
  void s148ShouldGiveWhatWindowsKeptApartGive() {
    for (long seed = 0; seed < SEEDS; seed++) {
      new Comparison(seed).run();
    }
  }

  /** What a row of one window comes to. */
  private static final class Content {
    long count;
    long sum;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    long firstTime = Long.MAX_VALUE;
    long first;
    long lastTime = Long.MIN_VALUE;
    long last;
    int firings;

    void add(long time, long value) {
      count++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
      if (time < firstTime) {
        firstTime = time;
        first = value;
      }
      if (time >= lastTime) {
        lastTime = time;
        last = value;
      }
    }
  }

  private static final class Comparison {
    private final long seed;
    private final SplittableRandom random;
    private final long size;
    private final long slide;
    private final long offset;
    private final long lateness;
    private final long bound;
    private final int keys;

    /** How long a key is among those that come, or 0 where all always are. */
    private final int keyLife;

    private final Engine<Sample> engine;
    private final List<String> actual = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    /** By start. */
    private final TreeMap<Long, Map<Long, Content>> windows = new TreeMap<>();

    /** In the order in which they got their places; for each, when its last window closes. */
    private final Map<Long, Long> keyClosing = new LinkedHashMap<>();

    private long watermark = Long.MIN_VALUE;
    private long now;
    private long fired;

    Comparison(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.slide = 1L + random.nextInt(random.nextBoolean() ? 3 : 12);
      this.size = 1L + random.nextInt(random.nextInt(4) == 0 ? 10 : 300);
      this.offset = random.nextLong(1 - slide, slide);
      this.lateness = random.nextBoolean() ? 0 : random.nextInt(200);
      this.bound = random.nextInt(30);
      this.keys = random.nextBoolean() ? 3 : 60;
      this.keyLife = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0;
      this.engine =
          Engine.start(job(), EngineOptions.<Sample>inline().onResult(this::take).onLate(l -> {}));
    }

    private Job<Sample> job() {
      Value<Sample> value = Value.ofLong(sample -> sample.value);
      Value<Sample> real = Value.ofDouble(sample -> sample.value);
      return Job.builder("model", Sample::new)
          .timestamp(MILLISECONDS, sample -> sample.time)
          .key(sample -> sample.key)
          .watermarks(boundedOutOfOrderness(ofMillis(bound)))
          .window(
              WindowDefinition.<Sample>sliding("w", ofMillis(size), ofMillis(slide))
                  .offset(ofMillis(offset))
                  .allowedLateness(ofMillis(lateness))
                  .aggregate("n", count())
                  .aggregate("min", min(value))
                  .aggregate("sum", sum(value))
                  .aggregate("max", max(value))
                  .aggregate("first", first(value))
                  .aggregate("last", last(value))
                  .aggregate("real", sum(real))
                  .aggregate("avg", avg(value)))
          .build();
    }

    void run() {
      for (int i = 0; i < EVENTS; i++) {
        int pace = random.nextInt(100);
        now += pace == 0 ? random.nextInt(2 * (int) size) : pace < 30 ? 1 : 0;
        now += random.nextInt(2_000) == 0 ? 1_000_000_000L : 0;
        long behind = random.nextInt(20) == 0 ? random.nextInt(2 * (int) size) : 0;
        long firstKey = keyLife == 0 ? 0 : now / keyLife;
        event(now - behind - random.nextInt((int) bound + 1), firstKey + random.nextInt(keys));
        check("event " + i);
      }
      move(Long.MAX_VALUE);
      engine.close();
      check("close");
      assertThat(engine.counters().imbalance()).isEmpty();
      assertThat(engine.counters().windows().get(0).liveRows()).as(this::toString).isZero();
      assertThat(engine.counters().windows().get(0).liveWindows()).as(this::toString).isZero();
      assertThat(fired).as(this::toString).isGreaterThan(100);
    }

    private void event(long time, long key) {
      long value = random.nextInt(1_000) - 500L;
      Sample sample = engine.publisher().claim();
      sample.time = time;
      sample.key = key;
      sample.value = value;
      engine.publisher().publish(0, 0);

      long newest = time - Math.floorMod(time - offset, slide);
      long oldest = newest - Math.floorDiv(newest + size - 1 - time, slide) * slide;
      for (long start = oldest; start <= newest && time < start + size; start += slide) {
        long end = start + size;
        if (end - 1 + lateness > watermark) {
          Content content =
              windows
                  .computeIfAbsent(start, s -> new HashMap<>())
                  .computeIfAbsent(key, k -> new Content());
          content.add(time, value);
          keyClosing.merge(key, end - 1 + lateness, Math::max);
          if (end - 1 <= watermark) {
            fire(start, key, content, FiringKind.LATE);
          }
        }
      }
      move(Math.max(watermark, time - bound - 1));
    }

    private void move(long to) {
      windows.forEach(
          (start, rows) -> {
            long last = start + size - 1;
            if (last > watermark && last <= to) {
              fireInTime(start, last, rows);
            }
          });
      watermark = to;
      windows.keySet().removeIf(start -> start + size - 1 <= to - lateness);
    }

    private void fireInTime(long start, long last, Map<Long, Content> rows) {
      keyClosing.values().removeIf(closing -> closing < last);
      for (long key : keyClosing.keySet()) {
        if (rows.containsKey(key)) {
          fire(start, key, rows.get(key), FiringKind.ON_TIME);
        }
      }
    }

    private void fire(long start, long key, Content c, FiringKind kind) {
      expected.add(
          "[%d,%d) k%d %s %d: %d %d %d %d %d %d %s %s"
              .formatted(
                  start,
                  start + size,
                  key,
                  kind,
                  c.firings++,
                  c.count,
                  c.min,
                  c.sum,
                  c.max,
                  c.first,
                  c.last,
                  (double) c.sum,
                  (double) c.sum / c.count));
    }

    private void take(WindowResult r) {
      actual.add(
          "[%d,%d) k%d %s %d: %d %d %d %d %d %d %s %s"
              .formatted(
                  r.start(),
                  r.end(),
                  r.key(),
                  r.kind(),
                  r.revision(),
                  r.longValue(0),
                  r.longValue(1),
                  r.longValue(2),
                  r.longValue(3),
                  r.longValue(4),
                  r.longValue(5),
                  r.doubleValue(6),
                  r.doubleValue(7)));
    }

    private void check(String when) {
      if (!actual.equals(expected)) {
        assertThat(actual).as(this + " at " + when).isEqualTo(expected);
      }
      fired += actual.size();
      actual.clear();
      expected.clear();
    }

    @Override
    public String toString() {
      return "seed %d: size %d slide %d offset %d lateness %d bound %d keys %d for %d"
          .formatted(seed, size, slide, offset, lateness, bound, keys, keyLife);
    }
  }
}
