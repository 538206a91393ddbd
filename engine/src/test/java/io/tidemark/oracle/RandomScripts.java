package io.tidemark.oracle;

import io.tidemark.oracle.Settings.AllIdle;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws small scripts full of edges: equal timestamps, rows on ticks, silences that end on a tick,
 * arrivals that go back, events exactly at a window's closing. The same seed gives the same script.
 *
 * <p>The tick interval is the default unless the job is periodic. Values are small: sums stay in 64
 * bits.
 */
public final class RandomScripts {

  /**
   * What scripts may have in them.
   *
   * @param sliding sliding windows too
   * @param sessions sessions too, of one gap and of gaps that differ
   * @param others all other shapes too, and windows that include their ends
   * @param controls idle, active, leave and end steps, and given watermarks
   * @param extremeTimes timestamps at the ends of long in some scripts, some of them not fitting
   * @param maxSteps at most this many steps, and the end of input
   */
  public record Profile(
      boolean sliding,
      boolean sessions,
      boolean others,
      boolean controls,
      boolean extremeTimes,
      int maxSteps) {
    /** Tumbling windows, all else. */
    public static final Profile TUMBLING = new Profile(false, false, false, true, true, 60);

    /** Everything. */
    public static final Profile ALL = new Profile(true, true, true, true, true, 60);

    /** The same with control steps, or without. */
    public Profile withControls(boolean wanted) {
      return new Profile(sliding, sessions, others, wanted, extremeTimes, maxSteps);
    }

    /** The same with timestamps at the ends of long, or without. */
    public Profile withExtremeTimes(boolean wanted) {
      return new Profile(sliding, sessions, others, controls, wanted, maxSteps);
    }

    /** The same with at most this many steps. */
    public Profile withMaxSteps(int steps) {
      return new Profile(sliding, sessions, others, controls, extremeTimes, steps);
    }
  }

  private RandomScripts() {}

  /** Tumbling windows only, of one or several definitions; all other features. */
  public static Script tumbling(long seed) {
    return draw(seed, Profile.TUMBLING);
  }

  /** All shapes and features. */
  public static Script all(long seed) {
    return draw(seed, Profile.ALL);
  }

  /** The script of this seed and profile. */
  public static Script draw(long seed, Profile profile) {
    Dice dice = new Dice(seed);
    Settings settings = settings(dice, profile, seed);
    return new Script(settings, new RandomSteps(dice, profile, settings).draw());
  }

  /** The same script with triggers for some of its window definitions. */
  public static Script withTriggers(long seed, Script script) {
    Dice dice = new Dice(seed ^ 0x7269676765727321L);
    List<WindowSpec> specs = new ArrayList<>();
    for (WindowSpec spec : script.settings().windows()) {
      specs.add(
          dice.percent(15) || !spec.takesTriggers() ? spec : spec.withTriggers(triggers(dice)));
    }
    return new Script(script.settings().windows(specs), script.steps());
  }

  private static TriggerSpec triggers(Dice dice) {
    TriggerSpec.Late late = dice.oneOf(List.of(TriggerSpec.Late.values()));
    if (dice.percent(15)) {
      return new TriggerSpec(
          TriggerSpec.Early.NONE, false, TriggerSpec.Mode.ACCUMULATING, true, late);
    }
    TriggerSpec.Mode mode = dice.oneOf(List.of(TriggerSpec.Mode.values()));
    return new TriggerSpec(early(dice), dice.percent(40), mode, false, late);
  }

  private static TriggerSpec.Early early(Dice dice) {
    long every = dice.oneOf(1, 2, 5, 7, 10, 1L << 50);
    long everyNs = dice.oneOf(1, 30_000_000L, 200_000_000L, 777_000_000L, 1L << 60);
    long events = dice.between(1, 5);
    return switch (dice.between(0, 9)) {
      case 0, 1 -> TriggerSpec.Early.NONE;
      case 2, 3 -> new TriggerSpec.Early(every, 0, 0);
      case 4 -> new TriggerSpec.Early(0, everyNs, 0);
      case 5 -> new TriggerSpec.Early(0, 0, events);
      case 6 -> new TriggerSpec.Early(every, everyNs, 0);
      case 7 -> new TriggerSpec.Early(every, 0, events);
      case 8 -> new TriggerSpec.Early(0, everyNs, events);
      default -> new TriggerSpec.Early(every, everyNs, events);
    };
  }

  private static Settings settings(Dice dice, Profile profile, long seed) {
    Settings settings = Settings.of(strategy(dice)).declared(dice.between(0, 4));
    if (dice.percent(50)) {
      settings = settings.periodic(dice.oneOf(50_000_000L, 200_000_000L, 1_000_000_000L));
    }
    if (dice.percent(60)) {
      // Shorter than a tick, a whole number of ticks, and neither.
      settings =
          settings.idleness(dice.oneOf(30_000_000L, 200_000_000L, 400_000_000L, 730_000_001L));
    }
    if (dice.percent(40)) {
      settings = settings.allIdle(dice.oneOf(List.of(AllIdle.HOLD, AllIdle.WALLCLOCK)));
    }
    return settings.windows(windows(dice, profile, isInSeconds(seed)));
  }

  private static Settings.Strategy strategy(Dice dice) {
    if (dice.percent(5)) {
      return Settings.Strategy.none();
    }
    if (dice.percent(20)) {
      return dice.percent(50) ? Settings.Strategy.monotonous() : Settings.Strategy.strict();
    }
    if (dice.percent(15)) {
      return Settings.Strategy.byKind(
          List.of(0L, (long) dice.between(0, 20), (long) dice.between(0, 5))
              .subList(0, dice.between(2, 3)));
    }
    return Settings.Strategy.bounded(dice.percent(30) ? 0 : dice.between(1, 15));
  }

  private static List<WindowSpec> windows(Dice dice, Profile profile, boolean inSeconds) {
    List<WindowSpec> specs = new ArrayList<>();
    int count = dice.between(1, 3);
    for (int i = 0; i < count; i++) {
      boolean likeLast =
          i > 0
              && specs.get(i - 1).shape() instanceof WindowSpec.Sliding
              && dice.percent(profile.sliding() ? 50 : 0);
      WindowSpec.Shape shape =
          likeLast
              ? onGridOf((WindowSpec.Sliding) specs.get(i - 1).shape(), dice)
              : anyShape(dice, profile, inSeconds);
      specs.add(new WindowSpec("w" + i, shape, lateness(dice)));
    }
    return specs;
  }

  /** Windows whose edges fall on those of others. */
  private static WindowSpec.Shape onGridOf(WindowSpec.Sliding other, Dice dice) {
    long slide = other.slide();
    return new WindowSpec.Sliding(slide * dice.between(1, 5), slide, other.offset());
  }

  /** Whether a script's unit of time is the second; in others there are no calendars. */
  public static boolean isInSeconds(long seed) {
    return Math.floorMod(seed, 4) == 1;
  }

  private static WindowSpec.Shape anyShape(Dice dice, Profile profile, boolean inSeconds) {
    if (profile.others() && inSeconds && dice.percent(30)) {
      // The boundaries are where most scripts are.
      int offset = (int) dice.oneOf(0, 1_000) + dice.between(-50, 150);
      int open = Math.floorMod(offset, 86_400);
      WindowSpec.Shape shape =
          dice.percent(40)
              ? new OtherShapes.Days(offset)
              : new OtherShapes.Exchange(open, (open + dice.between(0, 40)) % 86_400);
      return dice.percent(30) ? new WindowSpec.EndInclusive(shape) : shape;
    }
    if (profile.others() && dice.percent(35)) {
      return other(dice);
    }
    WindowSpec.Shape shape = shape(dice, profile);
    boolean hasBoundaries =
        shape instanceof WindowSpec.Tumbling || shape instanceof WindowSpec.Sliding;
    return profile.others() && hasBoundaries && dice.percent(25)
        ? new WindowSpec.EndInclusive(shape)
        : shape;
  }

  private static WindowSpec.Shape other(Dice dice) {
    return switch (dice.between(0, 4)) {
      case 0 -> new OtherShapes.Global();
      case 1 -> new OtherShapes.Count(dice.between(1, 9), dice.between(1, 9));
      case 2 -> new WindowSpec.Rolling(dice.percent(90) ? dice.between(1, 30) : 1L << 40);
      default -> {
        int step = dice.between(1, 8);
        int steps = dice.between(1, 6);
        WindowSpec.Shape shape =
            new OtherShapes.Cumulative(step, steps, offset(dice, step * steps));
        yield dice.percent(30) ? new WindowSpec.EndInclusive(shape) : shape;
      }
    };
  }

  private static WindowSpec.Shape shape(Dice dice, Profile profile) {
    if (profile.sliding() && dice.percent(35)) {
      int slide = dice.between(1, 12);
      int size = dice.percent(50) ? dice.between(1, 30) : slide * dice.between(1, 5);
      return new WindowSpec.Sliding(size, slide, offset(dice, slide));
    }
    if (profile.sessions() && dice.percent(50)) {
      return session(dice);
    }
    int size = dice.percent(10) ? 1 : dice.between(2, 30);
    return new WindowSpec.Tumbling(size, offset(dice, size));
  }

  private static WindowSpec.Shape session(Dice dice) {
    int gap = dice.between(1, 15);
    if (dice.percent(60)) {
      return new WindowSpec.Session(gap);
    }
    // The large spread: about half of the gaps reach beyond 64 bits, or nearly so.
    long spread = dice.oneOf(3L, 20L, 60L, Long.MAX_VALUE - 1_000);
    return new WindowSpec.DynamicSession(gap, spread);
  }

  private static int offset(Dice dice, int period) {
    return dice.percent(50) ? 0 : dice.between(1 - period, period - 1);
  }

  private static long lateness(Dice dice) {
    if (dice.percent(35)) {
      return 0;
    }
    return dice.percent(75) ? dice.between(1, 25) : dice.oneOf(1L << 40, Long.MAX_VALUE);
  }
}
