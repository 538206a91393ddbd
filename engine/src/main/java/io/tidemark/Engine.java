package io.tidemark;

import io.tidemark.counters.Counters;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineClock;
import io.tidemark.runtime.InlinePort;
import io.tidemark.runtime.Lifecycle;
import io.tidemark.runtime.SideOutputDefaults;
import io.tidemark.runtime.SlotLoop;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimeStage;
import io.tidemark.window.ValueLayout;
import io.tidemark.window.WindowDefinition;
import io.tidemark.window.WindowStage;
import io.tidemark.window.WindowStages;
import java.util.function.LongSupplier;

/**
 * Runs a job: events go in through {@link #publisher}, results and side outputs come out through
 * the handlers of {@link EngineOptions}.
 *
 * <p>What a stage or handler throws is kept, stops the engine and is thrown by every later publish
 * and by {@link #close}: nothing dies silently.
 *
 * @param <E> the type of event
 */
public final class Engine<E extends Event> implements AutoCloseable {
  private final Counters counters;
  private final TimeStage time;
  private final Lifecycle lifecycle;
  private final InlinePort<E> port;
  private final Publisher<E> publisher;

  private Engine(Job<E> job, EngineOptions<E> options) {
    this.lifecycle = new Lifecycle(job.name);
    this.counters =
        new Counters(
            RejectReason.count(), job.windows().stream().map(WindowDefinition::name).toList());
    this.time = new TimeStage(job.watermarks, job.unit, job.partitions, job.othersJoin, counters);
    this.port = new InlinePort<>(loop(job, options), lifecycle, job.events);
    LongSupplier clock = options.epochNanos == null ? new EngineClock() : options.epochNanos;
    this.publisher = new Publisher<>(port, counters.published, clock);
  }

  /** Starts an engine for this job. */
  public static <E extends Event> Engine<E> start(Job<E> job, EngineOptions<E> options) {
    return new Engine<>(job, options);
  }

  /** How events and time get in. */
  public Publisher<E> publisher() {
    return publisher;
  }

  /** The merged watermark; {@code Long.MIN_VALUE} before there is one. */
  public long watermark() {
    return time.watermark();
  }

  /** What the engine counts. */
  public Counters counters() {
    return counters;
  }

  /** What stopped the engine, or null. */
  public Throwable failure() {
    return lifecycle.failure();
  }

  /**
   * Ends the input: the watermark goes to the end of time and all windows fire. Closing twice does
   * nothing more.
   *
   * @throws io.tidemark.runtime.EngineFailedException when the engine has failed, before or now
   */
  @Override
  public void close() {
    if (!lifecycle.isClosed()) {
      if (lifecycle.failure() == null) {
        SlotControl.control(port.slot(0), SlotKind.END_OF_INPUT, 0, 0);
        port.publish(1);
      }
      lifecycle.close();
      lifecycle.checkNotFailed();
    }
  }

  /** Stops at once: no window fires, what is open is gone. */
  public void halt() {
    lifecycle.close();
  }

  private SlotLoop<E> loop(Job<E> job, EngineOptions<E> options) {
    SideOutputDefaults<E> untaken = new SideOutputDefaults<>(job.name);
    ValueLayout<E> values = new ValueLayout<>(job.windows);
    WindowStage<E> windows =
        WindowStages.of(
            job.windows,
            job.unit,
            values,
            counters,
            options.results,
            options.late == null ? untaken : options.late,
            options.late == null);
    return new SlotLoop<>(
        job.loopSetup(values),
        time,
        windows,
        counters,
        options.rejected == null ? untaken : options.rejected);
  }
}
