package io.tidemark;

import static java.util.Objects.requireNonNull;

import io.tidemark.output.LateHandler;
import io.tidemark.output.RejectedHandler;
import io.tidemark.output.ResultHandler;
import java.util.function.LongSupplier;

/**
 * How one engine runs a job: its layout, and where results and side outputs go. Immutable: each
 * wither gives new options. None of it changes results.
 *
 * @param <E> the type of event
 */
public final class EngineOptions<E extends Event> {
  final ResultHandler results;
  final LateHandler<E> late;
  final RejectedHandler<E> rejected;
  final LongSupplier epochNanos;

  private EngineOptions(
      ResultHandler results,
      LateHandler<E> late,
      RejectedHandler<E> rejected,
      LongSupplier epochNanos) {
    this.results = results;
    this.late = late;
    this.rejected = rejected;
    this.epochNanos = epochNanos;
  }

  /**
   * Layout inline: no ring and no thread; publishing runs all stages on the caller's thread, so
   * that results have been handed out when it returns. For tests, replay and backfill.
   */
  public static <E extends Event> EngineOptions<E> inline() {
    return new EngineOptions<>(result -> {}, null, null, null);
  }

  /** The same, with the firings going there. Left out: they are only counted. */
  public EngineOptions<E> onResult(ResultHandler handler) {
    requireNonNull(handler, "result handler");
    return new EngineOptions<>(handler, late, rejected, epochNanos);
  }

  /**
   * The same, with too late events going there. Left out: they are dropped, counted, and told once.
   */
  public EngineOptions<E> onLate(LateHandler<E> handler) {
    requireNonNull(handler, "late handler");
    return new EngineOptions<>(results, handler, rejected, epochNanos);
  }

  /** The same, with rejected events going there. Left out: they are counted, and told once. */
  public EngineOptions<E> onRejected(RejectedHandler<E> handler) {
    requireNonNull(handler, "rejected handler");
    return new EngineOptions<>(results, late, handler, epochNanos);
  }

  /**
   * The same with another clock for stamping arrivals. Left out: the wall clock as it is when the
   * engine starts, going on by {@link System#nanoTime}, so that it never steps.
   *
   * @param epochNanos ns since the epoch; called by each publisher's thread
   */
  public EngineOptions<E> clock(LongSupplier epochNanos) {
    requireNonNull(epochNanos, "clock");
    return new EngineOptions<>(results, late, rejected, epochNanos);
  }
}
