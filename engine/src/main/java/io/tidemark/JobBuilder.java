package io.tidemark;

import static java.util.Objects.requireNonNull;

import io.tidemark.process.KeyedProcess;
import io.tidemark.time.Durations;
import io.tidemark.time.TimeStage;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
  TimeUnit unit;
  Consumer<? super E> map;
  ToLongFunction<? super E> timestamp;
  Predicate<? super E> filter;
  ToLongFunction<? super E> key;
  int partitions;
  boolean othersJoin = true;
  WatermarkStrategy<? super E> watermarks;
  boolean rejectsOnThrow;
  final List<WindowDefinition<E>> windows = new ArrayList<>();
  final List<KeyedProcess<E>> processes = new ArrayList<>();

  JobBuilder(String name, Supplier<E> events) {
    this.name = requireNonNull(name, "name");
    this.events = requireNonNull(events, "events");
  }

  /**
   * Which time is event time. Required.
   *
   * @param unit s, ms, us or ns, since the epoch; all lengths of the job are whole numbers of it
   * @param timestamp reads it from an event; {@code Long.MIN_VALUE} stands for a missing one, which
   *     is rejected
   */
  public JobBuilder<E> timestamp(TimeUnit unit, ToLongFunction<? super E> timestamp) {
    this.unit = requireNonNull(unit, "timestamp.unit");
    Durations.name(unit);
    this.timestamp = requireNonNull(timestamp, "timestamp");
    return this;
  }

  /**
   * Changes each event where it lies, before anything else is read from it: for fields that are
   * derived from others, the timestamp and the key among them. It must not publish and must not
   * keep the event. What it throws is that of a function of the user's own, {@link #rejectOnThrow};
   * a rejected event is handed out as the function left it.
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

  /** How watermarks are made. Required: without it, windows would silently stay open. */
  public JobBuilder<E> watermarks(WatermarkStrategy<? super E> strategy) {
    this.watermarks = requireNonNull(strategy, "watermarks");
    return this;
  }

  /**
   * An event for which a function or an aggregate of the user's own throws is rejected, with its
   * reason, and leaves no trace. Left out: the engine stops.
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
    require(timestamp != null, "timestamp: not set; event time needs to be read from the event");
    require(
        watermarks != null,
        "watermarks: not set; expected a strategy, for example boundedOutOfOrderness(bound), the"
            + " bound being how much disorder to wait for");
    require(
        !windows.isEmpty() || !processes.isEmpty(),
        "windows: none; expected at least one window or process definition");
    require(
        othersJoin || partitions > 0,
        "partitions: 0; expected at least one where no others may join");
    watermarks.check(unit);
    Set<String> names = new HashSet<>();
    for (WindowDefinition<E> window : windows) {
      window.check(unit);
      require(
          names.add(window.name()),
          "windows[" + window.name() + "]: two definitions have this name");
    }
    for (KeyedProcess<E> process : processes) {
      process.check(unit);
      require(
          names.add(process.name()),
          "processes[" + process.name() + "]: two definitions have this name");
    }
    return new Job<>(this);
  }

  private void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException("job " + name + ": " + message);
    }
  }
}
