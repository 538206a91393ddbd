package io.tidemark.differential;

import io.tidemark.oracle.RandomScripts;
import io.tidemark.oracle.RandomScripts.Profile;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Settings;
import io.tidemark.oracle.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Scripts of which engine and oracle say the same. Each makes choices of its own where no
 * specification speaks, so a script is adapted:
 *
 * <ul>
 *   <li>A tick before the first event is dropped: it starts the engine's clock, and not the
 *       oracle's.
 *   <li>A control step of a partition that does not take part is dropped: in the engine an idle or
 *       active partition joins.
 *   <li>In a periodic job a tick follows each control step, as its effect on the merged watermark
 *       shows at once in the engine and at the next tick in the oracle. What is seen between the
 *       two is not compared, {@link #isComparableAfter}.
 * </ul>
 *
 * <p>It adapts minimised scripts too: they may have lost what a step stood on.
 */
final class CommonGround {
  private static final Profile PROFILE = Profile.ALL;

  /** Every so many scripts there is a long one of events only, which fills whole batches. */
  private static final int LONG_EVERY = 25;

  private static final int LONG_STEPS = 300;

  private final Settings settings;
  private final TreeSet<Integer> present = new TreeSet<>();
  private final List<Step> steps = new ArrayList<>();
  private boolean started;
  private long startNs;
  private long nowNs;

  private CommonGround(Settings settings) {
    this.settings = settings;
    for (int p = 0; p < settings.declaredPartitions(); p++) {
      present.add(p);
    }
  }

  /** The script of this seed, not adapted yet. */
  static Script draw(long seed) {
    if (seed % LONG_EVERY != 0) {
      return RandomScripts.draw(seed, PROFILE);
    }
    Profile profile = PROFILE.withControls(false).withMaxSteps(LONG_STEPS);
    Script script = RandomScripts.draw(seed, profile);
    return script.withSteps(
        script.steps().stream().filter(step -> !(step instanceof Step.Tick)).toList());
  }

  /** The script with nothing in it that only one of the two defines. */
  static Script adapt(Script script) {
    CommonGround ground = new CommonGround(script.settings());
    script.steps().forEach(ground::take);
    return script.withSteps(ground.steps);
  }

  /** Whether both must have done the same when this step of an adapted script has been taken. */
  static boolean isComparableAfter(Script script, int step) {
    return !script.settings().periodic() || !isControl(script.steps().get(step));
  }

  private static boolean isControl(Step step) {
    return step instanceof Step.Idle
        || step instanceof Step.Active
        || step instanceof Step.Leave
        || step instanceof Step.End;
  }

  private void take(Step step) {
    if (step instanceof Step.Event event && settings.fits(event.timestamp())) {
      accept(event);
    } else if (step instanceof Step.Tick tick) {
      if (started) {
        passTime(tick.nowNs());
      }
    } else if (isControl(step)) {
      takeControl(step, ((Step.OfPartition) step).partition());
    } else {
      steps.add(step);
    }
  }

  private void accept(Step.Event event) {
    if (!started) {
      started = true;
      startNs = event.arrivalNs();
      nowNs = startNs;
    }
    nowNs = Math.max(nowNs, event.arrivalNs());
    present.add(event.partition());
    steps.add(event);
  }

  private void takeControl(Step step, int partition) {
    if (!present.contains(partition)) {
      return;
    }
    steps.add(step);
    if (step instanceof Step.Leave || step instanceof Step.End) {
      present.remove(partition);
    }
    if (settings.periodic() && started) {
      long ticks = (nowNs - startNs) / settings.tickNs() + 1;
      passTime(startNs + ticks * settings.tickNs());
    }
  }

  private void passTime(long toNs) {
    nowNs = Math.max(nowNs, toNs);
    steps.add(new Step.Tick(toNs));
  }
}
