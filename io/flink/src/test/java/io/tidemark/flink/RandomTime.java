package io.tidemark.flink;

import io.tidemark.flink.TimeScript.Control;
import io.tidemark.flink.TimeScript.Event;
import io.tidemark.flink.TimeScript.Given;
import io.tidemark.flink.TimeScript.Kind;
import io.tidemark.flink.TimeScript.Settings;
import io.tidemark.flink.TimeScript.Step;
import io.tidemark.flink.TimeScript.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws a script from a seed: the same seed, the same script. */
final class RandomTime {
  private static final int MOST_PARTITIONS = 16;
  private static final int MOST_STEPS = 150;

  private final Random random;
  private final Settings settings;
  private final int partitions;

  /** How far event time is, which most timestamps are near. */
  private long eventTime;

  private long now;

  private RandomTime(long seed) {
    // Neighbouring seeds start alike in Random; the multiplier moves them apart.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    partitions = 1 + random.nextInt(MOST_PARTITIONS);
    boolean periodic = random.nextBoolean();
    // Where each event moves the watermark, the kernel ticks at its default interval.
    long interval = periodic ? 1L + random.nextInt(300) : KernelTime.DEFAULT_TICK_INTERVAL;
    long idleness = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt((int) (4 * interval));
    settings =
        new Settings(
            random.nextInt(partitions + 1), random.nextInt(30), periodic, interval, idleness);
    now = random.nextInt(4) == 0 ? -random.nextInt(10_000) : 1_700_000_000_000L;
    eventTime = random.nextInt(4) == 0 ? -50 : now;
  }

  static TimeScript script(long seed) {
    return new RandomTime(seed).draw();
  }

  private TimeScript draw() {
    int size = 1 + random.nextInt(MOST_STEPS);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      steps.add(step());
    }
    return new TimeScript(settings, steps);
  }

  private Step step() {
    int partition = random.nextInt(partitions);
    int choice = random.nextInt(100);
    if (choice < 70) {
      return new Event(partition, timestamp(), arrival());
    }
    if (choice < 80) {
      return new Tick(arrival());
    }
    if (choice < 84) {
      return new Given(partition, timestamp());
    }
    return new Control(kind(choice), partition);
  }

  private static Kind kind(int choice) {
    if (choice < 90) {
      return Kind.IDLE;
    }
    if (choice < 94) {
      return Kind.ACTIVE;
    }
    return choice < 98 ? Kind.LEAVE : Kind.END;
  }

  private long timestamp() {
    switch (random.nextInt(200)) {
      case 0:
        return Long.MIN_VALUE + random.nextInt(60);
      case 1:
        return random.nextInt(20) == 0 ? Long.MAX_VALUE - random.nextInt(60) : eventTime;
      default:
        eventTime += random.nextInt(6);
        return eventTime - random.nextInt(40);
    }
  }

  /** It goes on by less than a tick as a rule, by many now and then, and goes back at times. */
  private long arrival() {
    int choice = random.nextInt(30);
    if (choice == 0) {
      now += random.nextInt((int) (30 * settings.tickInterval()));
    } else if (choice == 1) {
      return now - random.nextInt(100);
    } else {
      now += random.nextInt((int) settings.tickInterval() / 2 + 2);
    }
    return now;
  }
}
