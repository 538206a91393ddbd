package io.tidemark;

import io.tidemark.counters.Counters;
import io.tidemark.output.LateHandler;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.output.RejectedHandler;
import io.tidemark.output.ResultHandler;
import io.tidemark.process.ProcessStage;
import io.tidemark.runtime.EngineClock;
import io.tidemark.runtime.EntryWatch;
import io.tidemark.runtime.FusedShell;
import io.tidemark.runtime.HandlerGuard;
import io.tidemark.runtime.InlineShell;
import io.tidemark.runtime.Lifecycle;
import io.tidemark.runtime.Shell;
import io.tidemark.runtime.SideOutputDefaults;
import io.tidemark.runtime.SideOutputs;
import io.tidemark.runtime.SlotLoop;
import io.tidemark.runtime.TickerSetup;
import io.tidemark.runtime.UserCodeException;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.ClockStage;
import io.tidemark.time.Profiles;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimeStage;
import io.tidemark.time.Timekeeper;
import io.tidemark.time.WatermarkException;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.ValueLayout;
import io.tidemark.window.WindowDefinition;
import io.tidemark.window.WindowStage;
import io.tidemark.window.WindowStages;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Puts an engine together from a job and options: handlers, stages, loop, shell. Set-up code; used
 * once.
 */
final class Assembly<E extends Event> {
  private final Job<E> job;
  private final EngineOptions<E> options;
  private final Lifecycle lifecycle;
  private final Counters counters;
  private final LongSupplier clock;
  private final EventFactory<E> events;
  private final SideOutputs<E> side;
  private final SlotLoop<E> loop;
  private FusedShell<E> fused;

  Assembly(Job<E> job, EngineOptions<E> options, Lifecycle lifecycle, Counters counters) {
    this.job = job;
    this.options = options;
    this.lifecycle = lifecycle;
    this.counters = counters;
    HandlerGuard guard = guard();
    this.clock = options.epochNanos == null ? new EngineClock() : guard.clock(options.epochNanos);
    this.events = new EventFactory<>(job.name, job.events);
    checkLateHandler();
    SideOutputDefaults<E> untaken = new SideOutputDefaults<>(job.name);
    // Side outputs may be on another thread, which counts its own.
    HandlerGuard sideGuard = options.side == null ? guard : guard();
    LateHandler<E> late = sideGuard.late(options.late == null ? untaken : options.late);
    RejectedHandler<E> rejected =
        sideGuard.rejected(options.rejected == null ? untaken : options.rejected);
    BoundHandler bounds = options.bounds == null ? null : sideGuard.bounds(options.bounds);
    this.side = options.side == null ? null : side(late, rejected, bounds);
    ResultHandler results = guard.results(options.results);
    ProcessResultHandler rows = guard.processResults(options.processResults);
    this.loop =
        side == null ? loop(results, rows, late, rejected) : loop(results, rows, side, side);
    if (bounds != null) {
      loop.tellBoundsTo(side == null ? bounds : side);
    }
    if (options.measures) {
      loop.measureBy(
          new Profiles(job.unit, options.clockTolerance, guard.clockAlarms(options.clockAlarms)));
    }
  }

  /** For the handlers of one thread. */
  private HandlerGuard guard() {
    return new HandlerGuard(
        job.name, options.skipsHandlerErrors ? counters.handlerErrors.part() : null);
  }

  private void checkLateHandler() {
    for (WindowDefinition<E> window : job.windows) {
      if (options.late == null && window.needsLateHandler()) {
        throw new IllegalArgumentException(
            "job %s: windows[%s].late: SIDE; expected onLate to be set in the engine's options"
                .formatted(job.name, window.name()));
      }
    }
  }

  /** Who stamps arrivals, and what publishers may say. */
  Stamping stamping() {
    return new Stamping(job, clock, options.restampsArrivals);
  }

  /** What measures the entries of each publisher, where that is wanted. */
  Optional<Supplier<EntryWatch>> entries() {
    if (!options.measuresEntries) {
      return Optional.empty();
    }
    if (options.restampsArrivals) {
      throw new IllegalArgumentException(
          "measure entries: set for job "
              + job.name
              + " with restamped arrivals, which are the entries; expected one of the two");
    }
    return Optional.of(() -> new EntryWatch(loop.profiles().entries().writer(), clock));
  }

  /** The side-output thread's, or null. */
  SideOutputs<E> side() {
    return side;
  }

  SlotLoop<E> loop() {
    return loop;
  }

  /** The layout, not started. */
  Shell<E> shell() {
    if (!options.fused) {
      return new InlineShell<>(loop, events, lifecycle, counters, options.batchLimit);
    }
    fused =
        new FusedShell<>(
            job.name,
            loop,
            events,
            lifecycle,
            counters,
            options.ringSize,
            options.batchLimit,
            options.waiting);
    return fused;
  }

  /** Starts all threads of the layout. */
  void start() {
    if (fused != null) {
      fused.start(needsTicks() && options.ticker ? tickerSetup() : null);
    }
    if (side != null) {
      side.start();
    }
  }

  private boolean needsTicks() {
    // A process may set processing-time timers.
    return job.watermarks.needsTicks()
        || !job.processes.isEmpty()
        || job.windows.stream().anyMatch(w -> w.needsTicks());
  }

  private TickerSetup tickerSetup() {
    WatermarkStrategy<?> watermarks = job.watermarks;
    return new TickerSetup(
        "tidemark-ticker-" + job.name, TimeStage.saturatedNanos(watermarks.tickInterval()), clock);
  }

  private SideOutputs<E> side(
      LateHandler<E> late, RejectedHandler<E> rejected, BoundHandler bounds) {
    return new SideOutputs<>(
        job.name, options.side, events, late, rejected, bounds, lifecycle, counters.sideDropped);
  }

  private SlotLoop<E> loop(
      ResultHandler results,
      ProcessResultHandler rows,
      LateHandler<E> late,
      RejectedHandler<E> rejected) {
    ValueLayout<E> values = new ValueLayout<>(job.windows);
    Timekeeper time =
        job.domain == TimeDomain.PROCESSING
            ? new ClockStage(job.check, job.partitions, job.othersJoin, counters)
            : timeStage();
    WindowStage<E> windows =
        WindowStages.of(
            job.name,
            job.windows,
            job.unit,
            values,
            counters,
            TimeStage.saturatedNanos(job.watermarks.tickInterval()),
            results,
            firingSlice(),
            late,
            options.late == null,
            options.reportedLate);
    ProcessStage<E> processes =
        new ProcessStage<>(job.name, job.processes, job.unit, counters, rows);
    if (job.domain == TimeDomain.PROCESSING) {
      processes.hideWatermark();
    }
    return new SlotLoop<>(
        job.loopSetup(values, events.clears()), time, windows, processes, counters, rejected);
  }

  private TimeStage timeStage() {
    TimeStage time = newTimeStage();
    job.deduplication.ifPresent(settings -> time.deduplicateBy(settings, job.unit));
    if (!job.alignment.isEmpty()) {
      time.alignBy(job.alignment, job.unit);
    }
    return time;
  }

  /** Processes have their say at a watermark behind all that windows fire at it. */
  private int firingSlice() {
    return job.processes.isEmpty() ? options.firingSlice : Integer.MAX_VALUE;
  }

  private TimeStage newTimeStage() {
    try {
      return new TimeStage(
          job.watermarks, job.unit, job.partitions, job.othersJoin, job.rejectsOnThrow, counters);
    } catch (WatermarkException thrown) {
      // The user's supplier of generators threw for a declared partition.
      throw new UserCodeException(job.name, thrown);
    }
  }
}
