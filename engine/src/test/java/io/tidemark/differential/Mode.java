package io.tidemark.differential;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.Specialiser;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A way to run a script on the engine. None of it may change what comes out.
 *
 * @param batch how many events are claimed at a time; {@link #ONE_BY_ONE} for claim() and publish.
 *     In batches, rejected rows are events for which a function of the job throws, so that they
 *     need no batch's end
 * @param plain whether the job's code runs as ordinary classes
 * @param unit what the script's abstract unit of event time is
 */
record Mode(Layout layout, int batch, boolean plain, TimeUnit unit) {
  static final int ONE_BY_ONE = 0;

  private static final int[] BATCHES = {ONE_BY_ONE, 1, 7, 64, 128};
  private static final TimeUnit[] UNITS = {
    TimeUnit.MILLISECONDS, TimeUnit.SECONDS, TimeUnit.MICROSECONDS, TimeUnit.NANOSECONDS
  };

  /** The unit of event time, for the script of this seed. */
  static TimeUnit unit(long seed) {
    return UNITS[Math.floorMod(seed, UNITS.length)];
  }

  /** All layouts and batch sizes, for the script of this seed. */
  static List<Mode> all(long seed, boolean plain) {
    List<Mode> modes = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      for (int batch : BATCHES) {
        modes.add(new Mode(layout, batch, plain, unit(seed)));
      }
    }
    return modes;
  }

  /**
   * One by one and in batches of a size that differs from seed to seed; in layouts with threads,
   * which take longer, only one of the two, and only for every second seed.
   */
  static List<Mode> some(long seed, boolean plain) {
    int batch = BATCHES[1 + Math.floorMod(seed / UNITS.length, BATCHES.length - 1)];
    return all(seed, plain).stream()
        .filter(mode -> mode.isOneByOne() || mode.batch == batch)
        .filter(mode -> mode.layout.isSynchronous() || seed % 4 == (mode.isOneByOne() ? 0 : 2))
        .filter(mode -> mode.layout.keepsOrder() || seed / 4 % 2 == 0)
        .toList();
  }

  boolean isOneByOne() {
    return batch == ONE_BY_ONE;
  }

  /** An engine for the job, its layout and code being this mode's. */
  Engine<ScriptEvent> start(
      Job<ScriptEvent> job, UnaryOperator<EngineOptions<ScriptEvent>> handlers) {
    String before = System.getProperty(Specialiser.PLAIN_PROPERTY, "");
    System.setProperty(Specialiser.PLAIN_PROPERTY, Boolean.toString(plain));
    try {
      return Engine.start(job, handlers.apply(layout.options()));
    } finally {
      System.setProperty(Specialiser.PLAIN_PROPERTY, before);
    }
  }

  /** Whether each step's outputs can be told from the next one's. */
  boolean isStepwise() {
    return isOneByOne() && layout.isSynchronous();
  }
}
