package io.tidemark.testkit;

import io.tidemark.EngineOptions;
import io.tidemark.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to run a job, none of which may change what comes out.
 *
 * @param fused whether stages run on a thread of the engine's; else on the caller's
 * @param limit how many slots are taken at a time at most
 * @param claim how many events are claimed at a time; 0: one by one
 */
record Mode(boolean fused, int limit, int claim) {
  /** In which each step's outputs can be told from the next one's. */
  static final Mode REFERENCE = new Mode(false, 64, 0);

  private static final int[] LIMITS = {1, 64, 4096};
  private static final int ODD_CLAIM = 7;

  /** A turn takes at most a quarter of a ring. */
  private static final int TURNS_A_RING = 4;

  /** All but the reference. */
  static List<Mode> others() {
    List<Mode> modes = new ArrayList<>();
    for (boolean fused : new boolean[] {false, true}) {
      for (int limit : LIMITS) {
        modes.add(new Mode(fused, limit, 0));
        if (limit > ODD_CLAIM) {
          modes.add(new Mode(fused, limit, ODD_CLAIM));
        }
        modes.add(new Mode(fused, limit, limit));
      }
    }
    modes.remove(REFERENCE);
    return modes;
  }

  /** In which a journal is replayed. */
  static List<Mode> replays() {
    return List.of(REFERENCE, new Mode(true, REFERENCE.limit, 0));
  }

  /** Whether what each step brings out is there when the step is over. */
  boolean isStepwise() {
    return !fused && claim == 0;
  }

  <E extends Event> EngineOptions<E> options() {
    EngineOptions<E> options =
        fused
            ? EngineOptions.<E>fused().ringSize(TURNS_A_RING * limit).withoutTicker()
            : EngineOptions.<E>inline();
    // In one go: results are compared in their order.
    return options.batchLimit(limit).firingSlice(Integer.MAX_VALUE);
  }

  @Override
  public String toString() {
    String events = claim == 0 ? "one by one" : "claimed " + claim + " at a time";
    return layout() + ", batches of " + limit + ", events " + events;
  }

  String layout() {
    return "layout " + (fused ? "fused" : "inline");
  }
}
