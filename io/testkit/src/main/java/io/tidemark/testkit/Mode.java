package io.tidemark.testkit;

import io.tidemark.EngineOptions;
import io.tidemark.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to run a job, none of which may change what comes out.
 *
 * @param fused whether stages run on a thread of the engine's; else on the caller's
 * @param batch how many events are claimed at a time; 0: one by one
 */
record Mode(boolean fused, int batch) {
  /** In which each step's outputs can be told from the next one's. */
  static final Mode REFERENCE = new Mode(false, 0);

  private static final int[] BATCHES = {0, 1, 7, 64};
  private static final int RING_SIZE = 64;

  static List<Mode> others() {
    List<Mode> modes = new ArrayList<>();
    for (boolean fused : new boolean[] {false, true}) {
      for (int batch : BATCHES) {
        modes.add(new Mode(fused, batch));
      }
    }
    modes.remove(REFERENCE);
    return modes;
  }

  <E extends Event> EngineOptions<E> options() {
    EngineOptions<E> options =
        fused
            ? EngineOptions.<E>fused().ringSize(RING_SIZE).withoutTicker()
            : EngineOptions.<E>inline();
    return options.clock(
        () -> {
          throw new AssertionError("time is a part of the script: no clock is read");
        });
  }

  @Override
  public String toString() {
    String events = batch == 0 ? "one by one" : "claimed " + batch + " at a time";
    return "layout " + (fused ? "fused" : "inline") + ", events " + events;
  }
}
