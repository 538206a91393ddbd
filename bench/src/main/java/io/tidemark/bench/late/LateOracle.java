package io.tidemark.bench.late;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;

/**
 * The outcome that the engine must have, worked out another way. This part knows the stream, the
 * watermark and the ticks; what windows there are is left to others. No hashing, so that the type
 * profiles of those under test stay clean. One thread.
 */
abstract class LateOracle {
  /** From tick to tick, as in a job that does not say otherwise, in ms. */
  private static final long TICK_MS = 200;

  final Workload workload;
  final LateCase setting;
  private final Digest digest = new Digest();
  private final long[] watermarks = new long[Workload.PARTITIONS];
  private long merged = Long.MIN_VALUE;
  private long nextTick = Workload.T0 + TICK_MS;
  private long events;
  private long late;

  LateOracle(Workload workload, LateCase setting) {
    this.workload = workload;
    this.setting = setting;
    Arrays.fill(watermarks, Long.MIN_VALUE);
  }

  static LateOracle of(Workload workload, LateCase setting) {
    return setting.isSession()
        ? new LateSessions(workload, setting)
        : new LateWindows(workload, setting);
  }

  /** Takes the events up to number {@code end}, exclusive, and says the outcome so far. */
  final Outcome advanceTo(long end) {
    while (events < end) {
      accept(events++);
    }
    return digest.outcome(late);
  }

  /** Ends the stream: all windows fire and close. */
  final Outcome finish() {
    advance(Long.MAX_VALUE);
    return digest.outcome(late);
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw, setting.farPerThousand);
    if (Workload.baseTime(i) >= nextTick) {
      nextTick += TICK_MS;
      tick();
    }
    if (!add(workload.keyOrdinal(draw), timestamp, Workload.value(draw), merged)) {
      late++;
    }
    int partition = Workload.partition(i);
    watermarks[partition] = Math.max(watermarks[partition], timestamp - Workload.BOUND_MS);
    long least = Arrays.stream(watermarks).min().getAsLong();
    if (least > merged) {
      merged = least;
      advance(merged);
    }
  }

  /** Takes an event; windows end by {@code watermark}. Returns whether it was in time for one. */
  abstract boolean add(int ordinal, long timestamp, long value, long watermark);

  abstract void tick();

  /** Windows that end by this watermark fire, those whose lateness is over close. */
  abstract void advance(long watermark);

  /** Whether a window with this end is closed. */
  final boolean isClosed(long end, long watermark) {
    return end + setting.latenessMs() <= watermark;
  }

  final void emit(int ordinal, long start, long end, long[] states, int at) {
    digest.add(
        Workload.keyOf(ordinal),
        start,
        end,
        states[at],
        states[at + 1],
        states[at + 2],
        states[at + 3]);
  }
}
