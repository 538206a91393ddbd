package io.tidemark.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What happens to a process function, and what it does: all drawn from a seed.
 *
 * @param ttl how long state is kept, by processing time in ms; 0: for ever
 * @param readsCount whether reading state is a use, too
 * @param steps what happens
 */
record TimerScript(long ttl, boolean readsCount, List<Step> steps) {
  /** One step. */
  sealed interface Step permits Event, Mark, Clock {}

  /** An event; the seed says what the function does. */
  record Event(long key, long timestamp, long seed) implements Step {}

  /** The watermark is this now. */
  record Mark(long watermark) implements Step {}

  /** Processing time is this now, in ms. */
  record Clock(long ms) implements Step {}

  /** What a function does, on either side. */
  interface Actions {
    /** The state, or null. */
    Long state();

    void setState(long value);

    void clearState();

    void registerEvent(long timestamp);

    void deleteEvent(long timestamp);

    void registerProcessing(long ms);

    void deleteProcessing(long ms);

    long watermark();

    long nowMs();

    long timestamp();

    /** Emits a row. */
    void emit(long why, long timestamp, long watermark, long nowMs, long state);
  }

  /**
   * A script of this seed. Its watermarks and its clock never go back, as what stands before an
   * operator sees to.
   */
  static TimerScript of(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    List<Step> steps = new ArrayList<>();
    long watermark = -20;
    long nowMs = 0;
    for (int i = 0; i < 50; i++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          watermark += 1 + random.nextInt(12);
          steps.add(new Mark(watermark));
        }
        case 1 -> {
          nowMs += random.nextInt(10);
          steps.add(new Clock(nowMs));
        }
        default ->
            steps.add(
                new Event(
                    random.nextInt(3), watermark + random.nextInt(30) - 8, random.nextInt(10_000)));
      }
    }
    if (random.nextBoolean()) {
      steps.add(new Mark(Long.MAX_VALUE));
    }
    int kept = random.nextInt(3);
    return new TimerScript(kept == 0 ? 0 : 2 + random.nextInt(12), kept == 2, steps);
  }

  /** What the function does with an event. */
  static void onEvent(long seed, Actions actions) {
    act(new Random(seed), actions, 4);
  }

  /**
   * What the function does in a timer's call.
   *
   * @param call how many calls of this key came before, as a function must not go on for ever
   */
  static void onTimer(boolean eventTime, long call, Actions actions) {
    tell(eventTime ? 1 : 2, actions);
    Random dice = new Random(actions.timestamp() * 31 + call * 7919 + (eventTime ? 1 : 0));
    if (dice.nextInt(3) == 0) {
      act(dice, actions, 2);
    }
  }

  private static void act(Random dice, Actions actions, int count) {
    for (int i = 0; i < count; i++) {
      long ahead = dice.nextInt(20) - 5L;
      long base = actions.watermark() == Long.MAX_VALUE ? 500 : Math.max(actions.watermark(), -50);
      switch (dice.nextInt(10)) {
        case 0, 1 -> actions.registerEvent(base + ahead);
        case 2 -> actions.registerEvent(dice.nextInt(80));
        case 3 -> actions.deleteEvent(base + ahead);
        case 4, 5 -> actions.registerProcessing(actions.nowMs() + ahead);
        case 6 -> actions.deleteProcessing(actions.nowMs() + ahead);
        case 7 -> {
          Long state = actions.state();
          actions.setState(state == null ? 1 : state * 3 + ahead);
        }
        case 8 -> {
          if (dice.nextInt(3) == 0) {
            actions.clearState();
          }
        }
        default -> tell(0, actions);
      }
    }
  }

  private static void tell(long why, Actions actions) {
    Long state = actions.state();
    actions.emit(
        why,
        actions.timestamp(),
        actions.watermark(),
        actions.nowMs(),
        state == null ? Long.MIN_VALUE : state);
  }
}
