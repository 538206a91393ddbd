package io.tidemark;

import static java.util.Objects.requireNonNull;

import io.tidemark.output.LateHandler;
import io.tidemark.output.LateKind;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.output.RejectedHandler;
import io.tidemark.output.ResultHandler;
import io.tidemark.runtime.FusedShell;
import io.tidemark.runtime.SideFull;
import io.tidemark.runtime.SideSetup;
import io.tidemark.runtime.Waiting;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.ClockAlarmHandler;
import io.tidemark.time.ClockTolerance;
import io.tidemark.time.SlotBatch;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * How one engine runs a job: its layout, and where results and side outputs go. Each setter returns
 * the options themselves. None of it changes results. One thread, before the engine starts.
 *
 * @param <E> the type of event
 */
public final class EngineOptions<E extends Event> {
  /** The default number of slots of a publisher's ring. */
  public static final int DEFAULT_RING_SIZE = 8192;

  private static final int LARGEST_RING = 1 << 24;
  private static final int LARGEST_BATCH = 4096;

  final boolean fused;
  ResultHandler results = result -> {};
  ProcessResultHandler processResults = result -> {};
  LateHandler<E> late;
  final Set<LateKind> reportedLate = EnumSet.of(LateKind.TOO_LATE);
  RejectedHandler<E> rejected;
  BoundHandler bounds;
  boolean measures;
  boolean measuresEntries;
  ClockAlarmHandler clockAlarms = alarm -> {};
  ClockTolerance clockTolerance = ClockTolerance.DEFAULT;
  LongSupplier epochNanos;
  int ringSize = DEFAULT_RING_SIZE;
  int batchLimit;
  int firingSlice;
  Waiting waiting = Waiting.PARK;
  boolean ticker = true;
  boolean restampsArrivals;
  boolean skipsHandlerErrors;
  boolean checksThreads = Boolean.getBoolean("tidemark.debug");
  Duration closeTimeout = Duration.ofSeconds(30);
  SideSetup<E> side;

  private EngineOptions(boolean fused) {
    this.fused = fused;
    this.batchLimit = fused ? FusedShell.TURN : SlotBatch.SIZE;
    this.firingSlice = fused ? FusedShell.FIRING_SLICE : Integer.MAX_VALUE;
  }

  /**
   * Layout inline: no ring and no thread; publishing runs all stages on the caller's thread, so
   * that results have been handed out when it returns. Time moves by arrivals and ticks that are
   * published. For tests, replay and backfill.
   */
  public static <E extends Event> EngineOptions<E> inline() {
    return new EngineOptions<>(false);
  }

  /**
   * Layout fused: a ring for each publisher, and one thread of the engine that takes them in turn
   * through all stages and calls the handlers. The layout for few cores.
   */
  public static <E extends Event> EngineOptions<E> fused() {
    return new EngineOptions<>(true);
  }

  /** Firings go there. Left out: they are only counted. */
  public EngineOptions<E> onResult(ResultHandler handler) {
    results = requireNonNull(handler, "result handler");
    return this;
  }

  /** Rows that process functions emit go there. Left out: they are only counted. */
  public EngineOptions<E> onProcessResult(ProcessResultHandler handler) {
    processResults = requireNonNull(handler, "process result handler");
    return this;
  }

  /**
   * Too late events go there, unless their definition's policy has it otherwise, and events that a
   * definition had no room for. Left out: they are dropped, counted, and told once.
   */
  public EngineOptions<E> onLate(LateHandler<E> handler) {
    late = requireNonNull(handler, "late handler");
    return this;
  }

  /**
   * The handler of late events is told of these too: of partly late events, each once for every
   * definition, though they counted in some of its windows; of adjusted ones, though they counted.
   */
  public EngineOptions<E> reportLate(LateKind... kinds) {
    reportedLate.addAll(List.of(kinds));
    return this;
  }

  /** Rejected events go there, quarantined ones too. Left out: they are counted, and told once. */
  public EngineOptions<E> onRejected(RejectedHandler<E> handler) {
    rejected = requireNonNull(handler, "rejected handler");
    return this;
  }

  /**
   * Decisions of an adaptive bound go there, for a replay to repeat them. A side thread hands them
   * out like late events. Left out: they are only shown, as the gauge {@code watermark.bound}.
   */
  public EngineOptions<E> onBound(BoundHandler handler) {
    bounds = requireNonNull(handler, "bound handler");
    return this;
  }

  /**
   * Each partition's delay, disorder and clock are measured: {@link Engine#profile}. Costs some
   * nanoseconds an event, and about 100 KB a partition, twice that once it is read. Left out: they
   * are not, and it costs nothing.
   */
  public EngineOptions<E> measurePartitions() {
    measures = true;
    return this;
  }

  /**
   * Partitions are measured, and also how long after its arrival each event enters the engine:
   * {@link io.tidemark.time.PartitionProfile#entryDelayNs}. For sources that tell when they had the
   * event in hands: its way to them and its way from them to the engine are measured apart then. It
   * costs a reading of the clock for each publish, some 80 KB a partition and publisher, and twice
   * that once it is read. Left out: it is not measured, and costs nothing.
   */
  public EngineOptions<E> measureEntries() {
    measuresEntries = true;
    return measurePartitions();
  }

  /**
   * Partitions are measured, and a clock that drifts or jumps is told there. A clock is read from
   * arrivals and timestamps, so arrivals must be told as they happen: not those of a recording that
   * is published at once without them.
   *
   * @param tolerance from when on; {@link ClockTolerance#DEFAULT} is a good start
   */
  public EngineOptions<E> onClockAlarm(ClockTolerance tolerance, ClockAlarmHandler handler) {
    clockTolerance = requireNonNull(tolerance, "clock tolerance");
    clockAlarms = requireNonNull(handler, "clock alarm handler");
    return measurePartitions();
  }

  /**
   * Another clock for stamping arrivals and for the ticker. Left out: the wall clock as it is when
   * the engine starts, going on by {@link System#nanoTime}, so that it never steps.
   *
   * @param epochNanos ns since the epoch; called by each publisher's thread and the ticker's
   */
  public EngineOptions<E> clock(LongSupplier epochNanos) {
    this.epochNanos = requireNonNull(epochNanos, "clock");
    return this;
  }

  /**
   * The slots of each publisher's ring. At least the publisher's rate × 60 µs, so that a stage
   * which is late for a moment does not make it wait; 8,192 if left out.
   *
   * @param slots a power of two, 2 to 2^24
   */
  public EngineOptions<E> ringSize(int slots) {
    ringSize = checkedSlots("ring size", slots, 2, LARGEST_RING);
    return this;
  }

  /**
   * How many slots are taken at a time at most. In layout fused that is a turn of one publisher's
   * ring, at the end of which it sees the room; 256 if left out, and never more than a quarter of
   * the ring. In layout inline it is the largest claim; 128 if left out.
   *
   * @param slots a power of two, 1 to 4,096
   */
  public EngineOptions<E> batchLimit(int slots) {
    batchLimit = checkedSlots("batch limit", slots, 1, LARGEST_BATCH);
    return this;
  }

  /**
   * What the stage's thread does while there is nothing to do; {@link Waiting#PARK} if left out.
   */
  public EngineOptions<E> waiting(Waiting waiting) {
    this.waiting = requireNonNull(waiting, "waiting");
    return this;
  }

  /**
   * No ticks by the engine's clock: time moves by arrivals and ticks that are published, and it
   * does not count when a publisher waits for room. For feeds whose arrivals are handed over from
   * another clock, such as those of a recording.
   */
  public EngineOptions<E> withoutTicker() {
    ticker = false;
    return this;
  }

  /**
   * Every arrival is stamped anew by the engine's clock, whatever is handed to publish: for a
   * recording that is to be taken as if it came in now. Left out: arrivals that are handed over
   * count, so that a replay gives what the first run gave. Not for jobs whose source stamps the
   * ingestion time.
   */
  public EngineOptions<E> restampArrivals() {
    restampsArrivals = true;
    return this;
  }

  /**
   * An exception of a handler is counted and skipped, and the engine goes on. Left out: it stops
   * the engine, as an error always does; what is told names the job and the handler.
   */
  public EngineOptions<E> skipHandlerErrors() {
    skipsHandlerErrors = true;
    return this;
  }

  /**
   * Each publisher is held to the thread that used it first: use by another one is refused. For
   * finding mistakes; it costs a few nanoseconds a call. The system property {@code
   * tidemark.debug=true} does the same for all engines.
   */
  public EngineOptions<E> checkThreads() {
    checksThreads = true;
    return this;
  }

  /**
   * How many rows of a firing are handed out at a time. One of more rows goes on in slices of so
   * many (or of a 256th of the rows that wait, if that is more), one after each 128 slots, so that
   * publishers need not wait for the end of it: in between, late events may fire, and the watermark
   * is told when all of it is out. Results and their revisions are the same. So fire, at their end,
   * windows that do not share rows with others: not sliding and cumulative ones, nor any of a job
   * with processes. Sessions and rolling windows that fire together, which take longer each, go on
   * by a 16th of that number and as many as were opened meanwhile; sessions with triggers fire in
   * one go. In layout fused 1,024 if left out. In layout inline everything is handed out when
   * publishing returns, in one go if left out.
   *
   * @param rows 1 or more
   */
  public EngineOptions<E> firingSlice(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("firing slice: " + rows + " rows; expected 1 or more");
    }
    firingSlice = rows;
    return this;
  }

  /**
   * How long {@link Engine#close()} waits for everything to be taken; 30 s if left out.
   *
   * @param timeout 0 or more
   */
  public EngineOptions<E> closeTimeout(Duration timeout) {
    requireNonNull(timeout, "close timeout");
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("close timeout: " + timeout + "; expected 0 or more");
    }
    closeTimeout = timeout;
    return this;
  }

  /**
   * Late and rejected events are copied into a ring, and their handlers called on a thread of their
   * own: for handlers that may be slow for a moment, such as a journal. For layout fused.
   *
   * @param copier copies the user's fields of its first event into its second, allocating nothing
   * @param slots of the side ring, a power of two, 2 to 2^24
   * @param whenFull what becomes of an event when the side ring is full
   */
  public EngineOptions<E> sideThread(
      BiConsumer<? super E, ? super E> copier, int slots, SideFull whenFull) {
    requireNonNull(copier, "copier");
    requireNonNull(whenFull, "when full");
    if (!fused) {
      throw new IllegalArgumentException("side thread: layout inline has no threads; use fused");
    }
    side =
        new SideSetup<>(copier, checkedSlots("side ring slots", slots, 2, LARGEST_RING), whenFull);
    return this;
  }

  private static int checkedSlots(String setting, int slots, int least, int most) {
    if (slots < least || slots > most || Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException(
          setting + ": " + slots + "; expected a power of two from " + least + " to " + most);
    }
    return slots;
  }
}
