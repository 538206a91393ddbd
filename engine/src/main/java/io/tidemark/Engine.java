package io.tidemark;

import io.tidemark.counters.Counters;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineClock;
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
  private final Job<E> job;
  private final Counters counters;
  private final TimeStage time;
  private final SlotLoop<E> loop;
  private final LongSupplier clock;
  private final E event;
  private final Publisher<E> publisher;

  private Throwable failure;
  private boolean running;
  private boolean closed;

  private Engine(Job<E> job, EngineOptions<E> options) {
    this.job = job;
    this.counters =
        new Counters(
            RejectReason.count(), job.windows().stream().map(WindowDefinition::name).toList());
    this.time = new TimeStage(job.watermarks, job.unit, job.partitions, job.othersJoin, counters);
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
    this.loop =
        new SlotLoop<>(
            job.loopSetup(values),
            time,
            windows,
            counters,
            options.rejected == null ? untaken : options.rejected);
    this.clock = options.epochNanos == null ? new EngineClock() : options.epochNanos;
    this.event = job.events.get();
    this.publisher = new Publisher<>(this, event);
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
    return failure;
  }

  /**
   * Ends the input: the watermark goes to the end of time and all windows fire. Closing twice does
   * nothing more.
   *
   * @throws EngineFailedException when the engine has failed, before or now
   */
  @Override
  public void close() {
    if (!closed) {
      if (failure == null) {
        SlotControl.control(event, SlotKind.END_OF_INPUT, 0, 0);
        publish(event);
      }
      closed = true;
      if (failure != null) {
        throw new EngineFailedException(job.name, failure);
      }
    }
  }

  /** Stops at once: no window fires, what is open is gone. */
  public void halt() {
    closed = true;
  }

  long nowNs() {
    return clock.getAsLong();
  }

  void checkPublishable() {
    if (failure != null) {
      throw new EngineFailedException(job.name, failure);
    }
    if (closed) {
      throw new IllegalStateException("job " + job.name + ": the engine is closed");
    }
    if (running) {
      throw new IllegalStateException(
          "job " + job.name + ": a handler publishes into its own engine, which cannot work");
    }
  }

  void publish(E slot) {
    checkPublishable();
    if (slot.kind() <= SlotKind.REJECTED) {
      counters.published.increment();
    }
    running = true;
    try {
      loop.onSlot(slot);
    } catch (Throwable thrown) {
      failure = thrown;
      throw new EngineFailedException(job.name, thrown);
    } finally {
      running = false;
      slot.clear();
    }
  }
}
