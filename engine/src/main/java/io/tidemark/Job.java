package io.tidemark;

import io.tidemark.process.KeyedProcess;
import io.tidemark.runtime.LoopSetup;
import io.tidemark.time.Deduplication;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimestampCheck;
import io.tidemark.time.WatermarkAlignment;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.ValueLayout;
import io.tidemark.window.WindowDefinition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The immutable description of an event-time job: which field is event time, how watermarks are
 * made, which windows aggregate what. The same job runs in every layout and gives the same results.
 *
 * <p>Any thread may use it, as far as the user's functions may be called by any thread.
 *
 * @param <E> the type of event
 */
public final class Job<E extends Event> {
  final String name;
  final Supplier<E> events;
  final TimeDomain domain;
  final TimeUnit unit;
  final boolean needsSourceStamps;
  final Consumer<? super E> map;
  final Predicate<? super E> filter;
  final ToLongFunction<? super E> key;
  final int partitions;
  final boolean othersJoin;
  final WatermarkStrategy<? super E> watermarks;
  final List<WatermarkAlignment> alignment;
  final Optional<Deduplication> deduplication;
  final TimestampCheck check;
  final boolean rejectsOnThrow;
  private final ToLongFunction<Object> timestamp;
  private final Predicate<? super E> hasTimestamp;
  final List<WindowDefinition<E>> windows;
  final List<KeyedProcess<E>> processes;

  Job(JobBuilder<E> builder) {
    name = builder.name;
    events = builder.events;
    domain = builder.time.domain();
    unit = builder.time.unit;
    needsSourceStamps = builder.time.needsSourceStamps();
    timestamp = builder.time.reader();
    hasTimestamp = builder.time.hasTimestamp;
    check = builder.time.timestamps(builder.windows, builder.processes);
    map = builder.map;
    filter = builder.filter;
    key = builder.key;
    partitions = builder.partitions;
    othersJoin = builder.othersJoin;
    watermarks = builder.time.strategy();
    alignment = List.copyOf(builder.alignment);
    deduplication = builder.deduplication;
    rejectsOnThrow = builder.rejectsOnThrow;
    windows = List.copyOf(builder.windows);
    processes = List.copyOf(builder.processes);
  }

  /**
   * Begins the description of a job.
   *
   * @param name for messages
   * @param events makes an event with nothing in it, each time one of the same class; called once
   *     for each slot when an engine starts
   */
  public static <E extends Event> JobBuilder<E> builder(String name, Supplier<E> events) {
    return new JobBuilder<>(name, events);
  }

  /** The job's name. */
  public String name() {
    return name;
  }

  /** The unit of timestamps. */
  public TimeUnit unit() {
    return unit;
  }

  /** What timestamps are. */
  public TimeDomain domain() {
    return domain;
  }

  /** How watermarks are made; {@link WatermarkStrategy.Kind#NONE} with ticks in processing time. */
  public WatermarkStrategy<? super E> watermarks() {
    return watermarks;
  }

  /** How partitions are kept together; empty where they are not. */
  public List<WatermarkAlignment> alignment() {
    return alignment;
  }

  /** The window definitions, in the order of their results. */
  public List<WindowDefinition<E>> windows() {
    return windows;
  }

  /** The process definitions, in the order of their results. */
  public List<KeyedProcess<E>> processes() {
    return processes;
  }

  /**
   * Whether an event may have this timestamp: every window that it falls into fits in 64 bits. The
   * smallest long stands for a missing timestamp and never fits.
   */
  public boolean timestampFits(long timestamp) {
    return check.fits(timestamp);
  }

  LoopSetup loopSetup(ValueLayout<E> layout, boolean clears) {
    return new LoopSetup(
        name,
        LoopSetup.erasedMap(map),
        timestamp,
        LoopSetup.erasedFilter(hasTimestamp),
        domain == TimeDomain.PROCESSING ? TimestampCheck.none(unit) : check,
        LoopSetup.erasedFilter(filter),
        LoopSetup.erased(key),
        LoopSetup.erasedValues(layout.values()),
        layout.readers(),
        rejectsOnThrow,
        clears);
  }
}
