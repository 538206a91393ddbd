package io.tidemark.time;

import java.util.ArrayList;
import java.util.List;

/**
 * Decisions of an adaptive bound, in the order in which they were made: those that a run hands to
 * its handler, which this may be, or those that a journal kept. {@link AdaptiveBound#replaying}
 * repeats them.
 *
 * <p>One thread at a time.
 */
public final class BoundDecisions implements BoundHandler {
  /**
   * A decision; see {@link BoundHandler#onBound}.
   *
   * @param partition whose
   * @param events after how many of its events it takes effect
   * @param bound in the job's unit
   */
  public record Decision(int partition, long events, long bound) {}

  private final List<Decision> decisions = new ArrayList<>();

  /** No decisions. */
  public BoundDecisions() {}

  @Override
  public void onBound(int partition, long events, long bound) {
    if (partition < 0 || events < 0 || bound < 0) {
      throw new IllegalArgumentException(
          "bound: partition %d, events %d, bound %d; expected 0 or more each"
              .formatted(partition, events, bound));
    }
    decisions.add(new Decision(partition, events, bound));
  }

  /** All of them, in order. */
  public List<Decision> all() {
    return List.copyOf(decisions);
  }

  /** Those of one partition, in order. */
  static Decision[] of(int partition, List<Decision> decisions) {
    return decisions.stream()
        .filter(decision -> decision.partition == partition)
        .toArray(Decision[]::new);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BoundDecisions that && decisions.equals(that.decisions);
  }

  @Override
  public int hashCode() {
    return decisions.hashCode();
  }

  @Override
  public String toString() {
    return decisions.toString();
  }
}
