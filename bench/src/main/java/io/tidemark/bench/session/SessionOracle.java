package io.tidemark.bench.session;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;

/**
 * The outcome that every variant must have, worked out another way: a short unordered list of
 * sessions for each ordinal of a key, in arrays, and a look at all of them each time the watermark
 * moves. No hashing, no tree and no queue, so that the type profiles of those under test stay
 * clean. One thread.
 */
final class SessionOracle implements SessionJob {

  private static final int WIDTH = 6;
  private static final int START = 0;
  private static final int END = 1;
  private static final int COUNT = 2;
  private static final int SUM = 3;
  private static final int MIN = 4;
  private static final int MAX = 5;

  private final Workload workload;
  private final Digest digest = new Digest();

  /** The open sessions of each key, side by side. */
  private final long[][] sessions;

  /** How many longs of them are in use. */
  private final int[] used;

  private final long[] watermarks = new long[Workload.PARTITIONS];
  private long fired = Long.MIN_VALUE;
  private long events;
  private long late;

  SessionOracle(Workload workload) {
    this.workload = workload;
    this.sessions = new long[workload.keys()][4 * WIDTH];
    this.used = new int[workload.keys()];
    Arrays.fill(watermarks, Long.MIN_VALUE);
  }

  @Override
  public Outcome advanceTo(long end) {
    while (events < end) {
      accept(events++);
    }
    return digest.outcome(late);
  }

  @Override
  public Outcome finish() {
    fire(Long.MAX_VALUE);
    return digest.outcome(late);
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw);
    long value = Workload.value(draw);
    int key = workload.keyOrdinal(draw);
    long[] merged = {timestamp, timestamp + GAP_MS, 1, value, value, value};
    for (int at = used[key] - WIDTH; at >= 0; at -= WIDTH) {
      long[] own = sessions[key];
      if (own[at + START] <= timestamp + GAP_MS && own[at + END] >= timestamp) {
        merge(merged, own, at);
        remove(key, at);
      }
    }
    if (merged[END] <= fired) {
      late++;
    } else {
      add(key, merged);
    }
    int partition = Workload.partition(i);
    watermarks[partition] = Math.max(watermarks[partition], timestamp - Workload.BOUND_MS);
    long watermark = watermark();
    if (watermark > fired) {
      fire(watermark);
    }
  }

  private long watermark() {
    long least = watermarks[0];
    for (long each : watermarks) {
      least = Math.min(least, each);
    }
    return least;
  }

  private static void merge(long[] into, long[] own, int at) {
    into[START] = Math.min(into[START], own[at + START]);
    into[END] = Math.max(into[END], own[at + END]);
    into[COUNT] += own[at + COUNT];
    into[SUM] += own[at + SUM];
    into[MIN] = Math.min(into[MIN], own[at + MIN]);
    into[MAX] = Math.max(into[MAX], own[at + MAX]);
  }

  private void add(int key, long[] session) {
    if (used[key] == sessions[key].length) {
      sessions[key] = Arrays.copyOf(sessions[key], 2 * used[key]);
    }
    System.arraycopy(session, 0, sessions[key], used[key], WIDTH);
    used[key] += WIDTH;
  }

  private void remove(int key, int at) {
    used[key] -= WIDTH;
    System.arraycopy(sessions[key], used[key], sessions[key], at, WIDTH);
  }

  private void fire(long watermark) {
    fired = watermark;
    for (int key = 0; key < used.length; key++) {
      for (int at = used[key] - WIDTH; at >= 0; at -= WIDTH) {
        long[] s = sessions[key];
        if (s[at + END] <= watermark) {
          digest.add(
              Workload.keyOf(key),
              s[at + START],
              s[at + END],
              s[at + COUNT],
              s[at + SUM],
              s[at + MIN],
              s[at + MAX]);
          remove(key, at);
        }
      }
    }
  }
}
