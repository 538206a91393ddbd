package io.tidemark.flink;

import io.tidemark.flink.WindowScript.Event;
import io.tidemark.flink.WindowScript.Mark;
import io.tidemark.flink.WindowScript.Step;
import io.tidemark.flink.WindowSpec.DynamicSession;
import io.tidemark.flink.WindowSpec.Session;
import io.tidemark.flink.WindowSpec.Shape;
import io.tidemark.flink.WindowSpec.Sliding;
import io.tidemark.flink.WindowSpec.Tumbling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random scripts in which both sides are meant to do the same; what is left out of them is named in
 * {@link WindowChoicesTest}.
 */
final class RandomWindows {
  private static final int MAX_SIZE = 20;
  private static final int MAX_LARGE_SIZE = 300;
  private static final int MAX_STEPS = 60;
  private static final int MAX_LEAP = 200;

  /** No script's time goes that far. */
  private static final long FAR = 1_000_000;

  /** Where a script's time lies: windows fit there, what lateness adds to them need not. */
  private static final long[] BASES = {
    0, 0, 0, -40, 1_700_000_000_000L, Long.MIN_VALUE + FAR, Long.MAX_VALUE - FAR
  };

  private final Random random;
  private final long base;
  private final long keys;

  /** How far events and watermarks scatter about the time. */
  private final int disorder;

  /** Where the time is, from the base on. */
  private long now;

  private RandomWindows(long seed) {
    random = new Random(seed);
    base = BASES[random.nextInt(BASES.length)];
    keys = 1L + random.nextInt(oneIn(20) ? 100 : 3);
    disorder = 1 + random.nextInt(40);
  }

  static WindowScript script(long seed) {
    return new RandomWindows(seed).script();
  }

  private WindowScript script() {
    List<WindowSpec> windows = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    while (windows.size() < count) {
      windows.add(spec());
    }
    List<Step> steps = new ArrayList<>();
    int length = (1 + random.nextInt(MAX_STEPS)) * (oneIn(100) ? 10 : 1);
    int marks = 1 + random.nextInt(5);
    while (steps.size() < length) {
      now += oneIn(20) ? random.nextInt(MAX_LEAP) : random.nextInt(4);
      steps.add(random.nextInt(6) < marks ? mark() : event());
    }
    if (random.nextBoolean()) {
      steps.add(new Mark(Long.MAX_VALUE));
      steps.add(event());
    }
    return new WindowScript(windows, random.nextBoolean(), steps);
  }

  private Event event() {
    return new Event(
        random.nextLong(keys), scattered(), random.nextInt(200) - 100, 1L + random.nextInt(15));
  }

  private Mark mark() {
    return new Mark(scattered() - random.nextInt(disorder));
  }

  private long scattered() {
    return base + now + random.nextInt(2 * disorder) - disorder;
  }

  private WindowSpec spec() {
    WindowSpec spec = new WindowSpec(shape(), 0);
    int kind = random.nextInt(10);
    if (kind < 4) {
      return spec;
    }
    if (kind == 4 && !spec.isSession() && !spec.hasGaps()) {
      return spec.lateness(random.nextBoolean() ? Long.MAX_VALUE : Long.MAX_VALUE / 2);
    }
    return spec.lateness(1 + random.nextInt(2 * MAX_SIZE));
  }

  private Shape shape() {
    long size = 1L + random.nextInt(oneIn(10) ? MAX_LARGE_SIZE : MAX_SIZE);
    return switch (random.nextInt(5)) {
      case 0 -> new Session(size);
      case 1 -> new DynamicSession();
      case 2, 3 -> sliding(size);
      default -> new Tumbling(size, offset(size));
    };
  }

  private Shape sliding(long size) {
    long slide = 1L + random.nextInt(MAX_SIZE);
    return new Sliding(size, slide, offset(slide));
  }

  private boolean oneIn(int bound) {
    return random.nextInt(bound) == 0;
  }

  /** Less than the period in either direction. */
  private long offset(long period) {
    return random.nextLong(2 * period - 1) - (period - 1);
  }
}
