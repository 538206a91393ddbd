package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.differential.Observed.WindowTotals;
import io.tidemark.oracle.OtherShapes;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The engine gives what the oracle says where windows that are not one table of rows each fire in
 * slices: sessions, rolling and cumulative windows, alone and among others, with events behind a
 * firing in the same batch.
 *
 * <p>{@code -Dtidemark.slices=200000} runs more scripts than the default build does, {@code
 * -Dtidemark.seed=42} begins with this seed, {@code -Dtidemark.shape=ROLLING} keeps to one shape.
 */
class SliceDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.slices", 1_500);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);

  /** Threads take longer. */
  private static final int FUSED_EVERY = 20;

  private enum Shape {
    SESSION,
    DYNAMIC_SESSION,
    ROLLING,
    CUMULATIVE
  }

  @Test
  void shouldGiveWhatTheOracleSays() {
    Differential differential = new Differential(EngineRun::of, SliceDifferentialTest::draw);
    long[] reached = new long[3];
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      Observed observed = differential.check(seed, modes(seed));
      for (WindowTotals window : observed.totals().windows()) {
        reached[0] += window.onTimeFirings();
        reached[1] += window.lateFirings();
        reached[2] += window.tooLate();
      }
    }
    for (int i = 0; i < reached.length; i++) {
      assertThat(reached[i]).as("what is reached, number " + i).isGreaterThanOrEqualTo(SCRIPTS / 2);
    }
  }

  /** In batches: only within one do events come while a firing waits. */
  private static List<Mode> modes(long seed) {
    List<Mode> modes = new ArrayList<>();
    for (int batch : new int[] {7, 64}) {
      modes.add(new Mode(Layout.INLINE_IN_SLICES, batch, true, Mode.unit(seed)));
    }
    if (seed % FUSED_EVERY == 0) {
      modes.add(new Mode(Layout.FUSED_IN_SLICES, 128, true, Mode.unit(seed)));
    }
    return modes;
  }

  private static Script draw(long seed) {
    Script script = DrawnScripts.draw(seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<WindowSpec> specs = new ArrayList<>();
    String only = System.getProperty("tidemark.shape");
    Shape[] shapes = Shape.values();
    Shape first = only == null ? shapes[(int) (seed % shapes.length)] : Shape.valueOf(only);
    specs.add(new WindowSpec("w0", shape(first, random), lateness(random)));
    for (int i = random.nextInt(3); i > 0; i--) {
      Shape next = only == null ? shapes[random.nextInt(shapes.length)] : first;
      WindowSpec.Shape shape =
          random.nextInt(3) == 0
              ? new WindowSpec.Tumbling(1 + random.nextInt(20), 0)
              : shape(next, random);
      // Before or behind those that there are: the order of definitions matters.
      String name = "w" + specs.size();
      specs.add(random.nextInt(specs.size() + 1), new WindowSpec(name, shape, lateness(random)));
    }
    return new Script(script.settings().windows(specs), script.steps());
  }

  private static WindowSpec.Shape shape(Shape shape, SplittableRandom random) {
    return switch (shape) {
      case SESSION -> new WindowSpec.Session(1 + random.nextInt(12));
      case DYNAMIC_SESSION ->
          new WindowSpec.DynamicSession(1 + random.nextInt(8), 1L + random.nextInt(20));
      case ROLLING -> new WindowSpec.Rolling(1 + random.nextInt(20));
      case CUMULATIVE -> {
        int step = 1 + random.nextInt(6);
        int steps = 1 + random.nextInt(6);
        yield new OtherShapes.Cumulative(step, steps, random.nextInt(step));
      }
    };
  }

  private static long lateness(SplittableRandom random) {
    return random.nextInt(3) == 0 ? 0 : random.nextInt(30);
  }
}
