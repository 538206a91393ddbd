package io.tidemark.differential;

import io.tidemark.oracle.RandomScripts;
import io.tidemark.oracle.RandomScripts.Profile;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Step;

/** The scripts that engine and oracle are compared on. */
final class DrawnScripts {
  private static final Profile PROFILE = Profile.ALL;

  /** Every so many scripts there is a long one of events only, which fills whole batches. */
  private static final int LONG_EVERY = 25;

  private static final int LONG_STEPS = 300;

  private DrawnScripts() {}

  /** The script of this seed. */
  static Script draw(long seed) {
    long unitNs = Mode.unit(seed).toNanos(1);
    if (seed % LONG_EVERY != 0) {
      return RandomScripts.draw(seed, PROFILE).withUnit(unitNs);
    }
    Profile profile = PROFILE.withControls(false).withMaxSteps(LONG_STEPS);
    Script script = RandomScripts.draw(seed, profile).withUnit(unitNs);
    return script.withSteps(
        script.steps().stream().filter(step -> !(step instanceof Step.Tick)).toList());
  }
}
