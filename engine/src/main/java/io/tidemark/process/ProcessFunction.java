package io.tidemark.process;

/**
 * A user's function over the events of a key. Each engine has one of its own, so it may have fields
 * to calculate with; but what it keeps from call to call belongs in the key's state, where it is
 * taken back when a call throws.
 *
 * <p>Thread: the stage that runs windows and processes. It must not block, nor publish into its own
 * engine.
 *
 * @param <E> the type of event
 */
@FunctionalInterface
public interface ProcessFunction<E> {
  /**
   * An accepted event, late or not: {@link ProcessContext#watermark} tells.
   *
   * <p>It runs before the event has changed anything. What it throws stops the engine, or rejects
   * the event where the job says so: then nothing that this call did to state and timers has
   * happened, and nothing that it emitted is handed out.
   *
   * @param event valid during the call only
   * @param context valid during the call only
   */
  void onEvent(E event, ProcessContext context);

  /**
   * A timer of the key has fired. What it throws stops the engine: there is no event to reject.
   *
   * @param timestamp what the timer was registered for, in the job's unit; of a processing-time
   *     timer in ns since the epoch
   * @param context valid during the call only
   */
  default void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {}
}
