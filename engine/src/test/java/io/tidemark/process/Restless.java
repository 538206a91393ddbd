package io.tidemark.process;

import java.util.Random;

/**
 * A function that does anything it may do, drawn from the event's value or from the timer: the same
 * for everything that acts alike, so that it can be run on the engine and on a model.
 */
final class Restless implements ProcessFunction<Told> {
  static final long NS = 1_000_000;

  private int timersSoFar;

  /** Events with such a value throw. */
  static boolean throwsFor(long value) {
    return value % 7 == 3;
  }

  @Override
  public void onEvent(Told event, ProcessContext context) {
    Random dice = new Random(event.value * 31 + event.key);
    act(dice, context, event.time, context.processingTimeNs(), 3 + dice.nextInt(3));
    if (throwsFor(event.value)) {
      context.output(1).setDouble(0, 7);
      throw new IllegalStateException("as told");
    }
  }

  @Override
  public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
    long seed = timestamp * 17 + context.key() + domain.ordinal() * 131L + timersSoFar++ * 7919L;
    Random dice = new Random(seed);
    tell(context, domain.ordinal() + 1L);
    // Timers beget fewer than one timer each, or the end of time would never come.
    if (dice.nextInt(3) == 0 && context.watermark() != Long.MAX_VALUE) {
      long base = domain == TimerDomain.EVENT_TIME ? timestamp : context.watermark();
      act(dice, context, base == Long.MIN_VALUE ? 0 : base, context.processingTimeNs(), 2);
    } else if (dice.nextInt(3) == 0) {
      context.setLong(0, context.longState(0) + 1);
    }
  }

  private static void act(Random dice, ProcessContext context, long time, long ns, int actions) {
    for (int i = 0; i < actions; i++) {
      long ahead = dice.nextInt(24) - 6L;
      switch (dice.nextInt(11)) {
        case 0, 1 -> context.registerEventTimer(time + ahead);
        case 2 -> context.registerEventTimer(dice.nextInt(60));
        case 3 -> context.deleteEventTimer(time + ahead);
        case 4, 5 -> context.registerProcessingTimer(ns + ahead * NS);
        case 6 -> context.deleteProcessingTimer(ns + ahead * NS);
        case 7 -> context.setLong(0, context.longState(0) * 3 + time);
        case 8 -> context.setDouble(1, context.doubleState(1) + 0.5);
        case 9 -> {
          if (dice.nextInt(3) == 0) {
            context.clearState();
          }
        }
        default -> tell(context, 0);
      }
    }
  }

  private static void tell(ProcessContext context, long why) {
    context
        .output(0)
        .setLong(0, why)
        .setLong(1, context.watermark())
        .setLong(2, context.processingTimeNs())
        .setLong(3, context.hasState() ? context.longState(0) : -1)
        .emit();
    if (context.hasState()) {
      context.output(1).setDouble(0, context.doubleState(1)).emit();
    }
  }
}
