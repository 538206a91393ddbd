package io.tidemark;

import static java.util.Objects.requireNonNull;

import io.tidemark.process.KeyedProcess;
import io.tidemark.runtime.LoopSetup;
import io.tidemark.time.Deduplication;
import io.tidemark.time.Durations;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeStage;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.WatermarkAlignment;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Describes a {@link Job}; the order of the calls does not matter, but window definitions keep
 * theirs. {@link #build} checks the whole once; every error names the setting, the value and what
 * is allowed.
 *
 * <p>One thread.
 *
 * @param <E> the type of event
 */
public final class JobBuilder<E extends Event> {
  /** The largest number of partitions, declared or not: they are numbered 0 to this - 1. */
  public static final int MAX_PARTITIONS = TimeStage.MAX_PARTITIONS;

  final String name;
  final Supplier<E> events;
  final TimeSettings<E> time = new TimeSettings<>();
  Consumer<? super E> map;
  Predicate<? super E> filter;
  ToLongFunction<? super E> key;
  int partitions;
  boolean othersJoin = true;
  final List<WatermarkAlignment> alignment = new ArrayList<>();
  Optional<Deduplication> deduplication = Optional.empty();
  boolean rejectsOnThrow;
  final List<WindowDefinition<E>> windows = new ArrayList<>();
  final List<KeyedProcess<E>> processes = new ArrayList<>();

  JobBuilder(String name, Supplier<E> events) {
    this.name = requireNonNull(name, "name");
    this.events = requireNonNull(events, "events");
  }

  /**
   * Event time, and where it is read. A job has this, {@link #ingestionTime} or {@link
   * #processingTime}; see {@link io.tidemark.time.TimeDomain} for which to take.
   *
   * @param unit s, ms, us or ns, since the epoch; all lengths of the job are whole numbers of it
   * @param timestamp reads it from an event; {@code Long.MIN_VALUE} stands for a missing one,
   *     unless {@link #hasTimestamp} tells. An event without one is rejected, unless {@link
   *     #eventTimeOr} says otherwise
   */
  public JobBuilder<E> timestamp(TimeUnit unit, ToLongFunction<? super E> timestamp) {
    unit(unit);
    time.timestamp = requireNonNull(timestamp, "timestamp");
    return this;
  }

  /**
   * Which events have a timestamp: for all others the function that reads it is not called. For
   * fields that may be null, and where the smallest long is no more missing than any other.
   */
  public JobBuilder<E> hasTimestamp(Predicate<? super E> hasTimestamp) {
    time.hasTimestamp = requireNonNull(hasTimestamp, "has timestamp");
    return this;
  }

  /**
   * Ingestion time: an event's timestamp is its arrival, converted downward to the unit.
   *
   * @param unit as for {@link #timestamp}
   * @param stampedBy who stamps it
   */
  public JobBuilder<E> ingestionTime(TimeUnit unit, IngestionTime stampedBy) {
    unit(unit);
    time.ingestion = requireNonNull(stampedBy, "ingestion time");
    return this;
  }

  /** {@link #processingTime(TimeUnit, Duration)} with ticks every 200 ms. */
  public JobBuilder<E> processingTime(TimeUnit unit) {
    return processingTime(unit, WatermarkStrategy.DEFAULT_TICK_INTERVAL);
  }

  /**
   * Processing time: an event's timestamp is what the clock says when it is counted, converted
   * downward to the unit. There are no watermarks, so that none may be set; windows fire when an
   * arrival or a tick reaches their end.
   *
   * @param unit as for {@link #timestamp}
   * @param tick how often the engine ticks: so much later than its end a window fires at most while
   *     nothing is published
   */
  public JobBuilder<E> processingTime(TimeUnit unit, Duration tick) {
    unit(unit);
    requireNonNull(tick, "processing time.tick");
    if (tick.isNegative() || tick.isZero()) {
      throw new IllegalArgumentException(
          "processing time.tick: " + tick + "; expected more than 0");
    }
    time.tick = tick;
    return this;
  }

  /**
   * An event whose timestamp is missing or refused is not rejected: its ingestion time stands in.
   * It is flagged, {@link Event#hasIngestionTime}, and counted. Only for event time.
   *
   * @param stampedBy who stamps the ingestion time
   */
  public JobBuilder<E> eventTimeOr(IngestionTime stampedBy) {
    time.fallback = requireNonNull(stampedBy, "event time or ingestion time");
    return this;
  }

  /**
   * Refuses timestamps that cannot be right. Left out: any is taken whose windows fit in 64 bits.
   * Only for event time.
   */
  public JobBuilder<E> guard(TimestampGuard guard) {
    time.guard = requireNonNull(guard, "guard");
    return this;
  }

  /**
   * Changes each event where it lies, before anything else is read from it: for fields that are
   * derived from others, the timestamp and the key among them. It must not publish and must not
   * keep the event. What it throws is that of a function of the user's own, {@link #rejectOnThrow};
   * a rejected event is handed out as the function left it, and so is a late one.
   *
   * <p>So a journal of an engine's input has to be written before the event is published, as {@code
   * io.tidemark.journal.InputWriter} is told to: a replay then maps it as the first run did. A
   * journal of late or rejected events has them mapped; a job that takes them from there leaves
   * {@code map} out, unless mapping again changes nothing.
   */
  public JobBuilder<E> map(Consumer<? super E> map) {
    this.map = requireNonNull(map, "map");
    return this;
  }

  /** Reads an event's key. Left out: one key, 0, for everything. */
  public JobBuilder<E> key(ToLongFunction<? super E> key) {
    this.key = requireNonNull(key, "key");
    return this;
  }

  /**
   * Which events count. Those left out count in no window but still move the watermark: their
   * source is alive and its time goes on.
   */
  public JobBuilder<E> filter(Predicate<? super E> filter) {
    this.filter = requireNonNull(filter, "filter");
    return this;
  }

  /**
   * The partitions known at the start: 0 to {@code declared - 1}. Each holds the watermark until it
   * has an event, ends, leaves or is idle. Others join with their first event; an event of a
   * partition numbered {@link #MAX_PARTITIONS} or more is rejected.
   *
   * @param declared 0 (the default) to {@link #MAX_PARTITIONS}
   */
  public JobBuilder<E> partitions(int declared) {
    if (declared < 0 || declared > MAX_PARTITIONS) {
      throw new IllegalArgumentException(
          "partitions: " + declared + "; expected 0 to " + MAX_PARTITIONS);
    }
    this.partitions = declared;
    return this;
  }

  /**
   * No partitions but the declared ones join: events of others are rejected, what is said of others
   * has no effect, and event time ends when all declared ones have ended.
   */
  public JobBuilder<E> noOtherPartitions() {
    this.othersJoin = false;
    return this;
  }

  /**
   * How watermarks are made. Required, but for processing time: without it, windows would silently
   * stay open.
   */
  public JobBuilder<E> watermarks(WatermarkStrategy<? super E> strategy) {
    time.watermarks = requireNonNull(strategy, "watermarks");
    return this;
  }

  /**
   * Holds a partition back that is more than {@code maxDrift} ahead of the slowest one in event
   * time. Left out: none is.
   */
  public JobBuilder<E> alignment(Duration maxDrift) {
    return alignment(WatermarkAlignment.ofAll(maxDrift));
  }

  /**
   * The same among the partitions of a group: see {@link WatermarkAlignment}. Names differ, and a
   * partition is in one group at most. What is held back, {@link Publisher} is told.
   */
  public JobBuilder<E> alignment(WatermarkAlignment group) {
    alignment.add(requireNonNull(group, "alignment"));
    return this;
  }

  /**
   * Rejects events that have been there before, as a source sends them that is not sure whether
   * they got through. Left out: they count again.
   *
   * <p>An event is remembered by its id until the watermark has reached its timestamp plus the
   * horizon. One that comes again later than that is behind the watermark by as much: with a
   * horizon of at least the size of the largest window plus its allowed lateness it is too late for
   * every window, and so never counts twice. Memory follows the number of events within the horizon
   * and the disorder, up to 86 bytes each. What the filter leaves out is not remembered. A
   * duplicate counts for nothing: no watermark moves, and it is no sign of life.
   *
   * @param id equal for events that are one and the same, and for no others
   * @param horizon more than 0
   */
  public JobBuilder<E> deduplicate(ToLongFunction<? super E> id, Duration horizon) {
    requireNonNull(id, "deduplication.id");
    this.deduplication = Optional.of(new Deduplication(LoopSetup.erased(id), horizon));
    return this;
  }

  /**
   * An event for which a function or an aggregate of the user's own throws is rejected, with its
   * reason, and leaves no trace: it moves no watermark, and is no sign of life. A watermark
   * generator, an aggregate and a process see what the time before the event has made of things, so
   * for these the clock has come to its arrival: the ticks due until then have run, as they would
   * have without it. Left out: the engine stops. The cause that is told either way, a {@link
   * io.tidemark.runtime.UserCodeException}, names the job and the function.
   */
  public JobBuilder<E> rejectOnThrow() {
    this.rejectsOnThrow = true;
    return this;
  }

  /** Adds a window definition. At least one, or a process, is required; names differ. */
  public JobBuilder<E> window(WindowDefinition<E> definition) {
    windows.add(requireNonNull(definition, "window definition"));
    return this;
  }

  /**
   * Adds a process: a function of the user's own over each key's events, with state and timers; or
   * one that carries values forward. Names differ from each other's and from those of windows.
   */
  public JobBuilder<E> process(KeyedProcess<E> definition) {
    processes.add(requireNonNull(definition, "process definition"));
    return this;
  }

  /**
   * The job.
   *
   * @throws IllegalArgumentException names the setting, the value and what is allowed
   */
  public Job<E> build() {
    checkTime(time::check);
    require(
        !windows.isEmpty() || !processes.isEmpty(),
        "windows: none; expected at least one window or process definition");
    require(
        othersJoin || partitions > 0,
        "partitions: 0; expected at least one where no others may join");
    require(
        alignment.isEmpty() || time.tick == null,
        "alignment: set in a job on processing time; expected none, as it has no watermarks");
    require(
        deduplication.isEmpty() || time.tick == null,
        "deduplication: set in a job on processing time; expected none, as it has no watermarks");
    deduplication.ifPresent(settings -> settings.check(time.unit));
    WatermarkAlignment.check(alignment, time.unit, othersJoin ? MAX_PARTITIONS : partitions);
    Set<String> names = new HashSet<>();
    for (WindowDefinition<E> window : windows) {
      window.check(time.unit);
      checkTime(() -> time.check(window));
      require(
          names.add(window.name()),
          "windows[" + window.name() + "]: two definitions have this name");
    }
    for (KeyedProcess<E> process : processes) {
      process.check(time.unit);
      require(
          names.add(process.name()),
          "processes[" + process.name() + "]: two definitions have this name");
    }
    return new Job<>(this);
  }

  private void unit(TimeUnit unit) {
    requireNonNull(unit, "timestamp.unit");
    Durations.name(unit);
    time.unit = unit;
  }

  private void checkTime(Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("job " + name + ": " + e.getMessage(), e);
    }
  }

  private void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException("job " + name + ": " + message);
    }
  }
}
