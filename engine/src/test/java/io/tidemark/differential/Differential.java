package io.tidemark.differential;

import io.tidemark.oracle.Script;
import io.tidemark.oracle.Shrink;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** Compares runs of a script on the engine with what the oracle says of it. */
final class Differential {
  private final BiFunction<Script, Mode, Observed> engine;
  private final LongFunction<Script> scripts;

  /**
   * Compares with this engine.
   *
   * @param engine runs a script
   */
  Differential(BiFunction<Script, Mode, Observed> engine) {
    this(engine, DrawnScripts::draw);
  }

  /**
   * Compares with this engine.
   *
   * @param engine runs a script
   * @param scripts gives the script of a seed
   */
  Differential(BiFunction<Script, Mode, Observed> engine, LongFunction<Script> scripts) {
    this.engine = engine;
    this.scripts = scripts;
  }

  /**
   * Runs the script of this seed in these modes.
   *
   * @return what the oracle expects in the first mode
   * @throws AssertionError when a mode differs: it shows the seed, the mode, and the script made
   *     small
   */
  Observed check(long seed, List<Mode> modes) {
    Script script = scripts.apply(seed);
    Expectation expectation = new Expectation(script);
    Observed first = null;
    for (Mode mode : modes) {
      Observed expected = expectation.in(mode);
      first = first == null ? expected : first;
      if (difference(script, mode, expected).isPresent()) {
        throw new AssertionError(message(seed, mode, script));
      }
    }
    return first;
  }

  private String message(long seed, Mode mode, Script drawn) {
    Script small = Shrink.minimise(drawn, candidate -> difference(candidate, mode).isPresent());
    return "seed %d (alone: -Dtidemark.seed=%d -Dtidemark.scripts=1), %s\n%s\n%s"
        .formatted(seed, seed, mode, difference(small, mode).orElseThrow(), small);
  }

  private Optional<String> difference(Script script, Mode mode) {
    return difference(script, mode, new Expectation(script).in(mode));
  }

  private Optional<String> difference(Script script, Mode mode, Observed expected) {
    try {
      return expected.difference(engine.apply(script, mode));
    } catch (RuntimeException thrown) {
      return Optional.of("the engine throws " + thrown);
    }
  }
}
