package io.tidemark.time;

/** Is told when a partition's clock starts to drift, and when it jumps. */
@FunctionalInterface
public interface ClockAlarmHandler {
  /**
   * A clock is alarming. Drift is told once; again when it had ended in between.
   *
   * <p>Thread: that of the time stage, after the results of the events taken with the one that
   * showed it. It must not block for long, nor publish into its own engine. What it throws stops
   * the engine.
   *
   * @param alarm valid during the call only
   */
  void onClockAlarm(ClockAlarm alarm);
}
