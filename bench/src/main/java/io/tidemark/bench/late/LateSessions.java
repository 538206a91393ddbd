package io.tidemark.bench.late;

import io.tidemark.bench.workload.Workload;
import java.util.Arrays;

/** Sessions: a short unordered list of them for each ordinal of a key, all looked at each time. */
final class LateSessions extends LateOracle {
  private static final int WIDTH = 6;
  private static final int COUNT = 0;
  private static final int SUM = 1;
  private static final int MIN = 2;
  private static final int MAX = 3;
  private static final int START = 4;
  private static final int END = 5;

  /** The sessions of each key that are not closed, side by side. */
  private final long[][] sessions;

  /** How many longs of them are in use. */
  private final int[] used;

  /** Sessions that end by it have fired. */
  private long fired = Long.MIN_VALUE;

  LateSessions(Workload workload, LateCase setting) {
    super(workload, setting);
    this.sessions = new long[workload.keys()][4 * WIDTH];
    this.used = new int[workload.keys()];
  }

  @Override
  boolean add(int ordinal, long timestamp, long value, long watermark) {
    long[] merged = {1, value, value, value, timestamp, timestamp + LateCase.GAP_MS};
    for (int at = used[ordinal] - WIDTH; at >= 0; at -= WIDTH) {
      long[] own = sessions[ordinal];
      if (own[at + START] <= timestamp + LateCase.GAP_MS && own[at + END] >= timestamp) {
        merge(merged, own, at);
        remove(ordinal, at);
      }
    }
    if (isClosed(merged[END], watermark)) {
      return false;
    }
    put(ordinal, merged);
    if (merged[END] <= watermark) {
      emit(ordinal, merged[START], merged[END], merged, 0);
    }
    return true;
  }

  private static void merge(long[] into, long[] own, int at) {
    into[START] = Math.min(into[START], own[at + START]);
    into[END] = Math.max(into[END], own[at + END]);
    into[COUNT] += own[at + COUNT];
    into[SUM] += own[at + SUM];
    into[MIN] = Math.min(into[MIN], own[at + MIN]);
    into[MAX] = Math.max(into[MAX], own[at + MAX]);
  }

  private void put(int ordinal, long[] session) {
    if (used[ordinal] == sessions[ordinal].length) {
      sessions[ordinal] = Arrays.copyOf(sessions[ordinal], 2 * used[ordinal]);
    }
    System.arraycopy(session, 0, sessions[ordinal], used[ordinal], WIDTH);
    used[ordinal] += WIDTH;
  }

  private void remove(int ordinal, int at) {
    used[ordinal] -= WIDTH;
    System.arraycopy(sessions[ordinal], used[ordinal], sessions[ordinal], at, WIDTH);
  }

  @Override
  void tick() {
    // No session waits for one.
  }

  @Override
  void advance(long watermark) {
    for (int key = 0; key < used.length; key++) {
      for (int at = used[key] - WIDTH; at >= 0; at -= WIDTH) {
        long[] own = sessions[key];
        if (own[at + END] <= watermark && own[at + END] > fired) {
          emit(key, own[at + START], own[at + END], own, at);
        }
        if (isClosed(own[at + END], watermark)) {
          remove(key, at);
        }
      }
    }
    fired = watermark;
  }
}
