package io.tidemark.cli.job;

import io.tidemark.window.AccumulationMode;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.LatePolicy;
import java.util.Optional;

/**
 * When the windows of a definition fire and what becomes of late rows, as far as the job file says.
 *
 * @param early when they fire before their end, if they do
 * @param latePerTick whether late rows make them fire at the next tick, and not each at once
 * @param mode what a further firing has
 * @param finalOnly whether they fire only when they close
 * @param late what becomes of rows that are too late, if that is said
 */
public record JobTriggers(
    Optional<EarlyFiring> early,
    boolean latePerTick,
    AccumulationMode mode,
    boolean finalOnly,
    Optional<LatePolicy> late) {

  /** Whether results tell which of them are final. */
  public boolean tellFinal() {
    return early.isPresent() || latePerTick || finalOnly || mode != AccumulationMode.ACCUMULATING;
  }

  /** Whether results tell which of them take others back. */
  public boolean tellRetractions() {
    return mode == AccumulationMode.RETRACTING;
  }
}
