package io.tidemark.window;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The shape of a definition's windows. Immutable. */
sealed interface WindowShape permits WindowShape.Tumbling {

  /**
   * Windows of one size, side by side: [offset + k × size, offset + (k + 1) × size).
   *
   * @param size their length
   * @param offset where they begin
   */
  record Tumbling(Duration size, Duration offset) implements WindowShape {
    @Override
    public void check(String setting, TimeUnit unit) {
      long length = Durations.inUnit(size, unit, setting + ".size");
      if (length <= 0) {
        throw new IllegalArgumentException(setting + ".size: " + size + "; expected more than 0");
      }
      Durations.inUnit(offset, unit, setting + ".offset");
      if (offset.abs().compareTo(size) >= 0) {
        throw new IllegalArgumentException(
            setting
                + ".offset: "
                + offset
                + "; expected less than the size "
                + size
                + " in either direction");
      }
    }

    @Override
    public long smallestTimestamp(TimeUnit unit) {
      return assigner(unit).smallestTimestamp();
    }

    @Override
    public long largestTimestamp(TimeUnit unit) {
      return assigner(unit).largestTimestamp();
    }

    @Override
    public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
      return new TumblingOperator(
          setup, assigner(setup.unit()), Durations.inUnit(size, setup.unit(), "size"), deadline);
    }

    private TumblingAssigner assigner(TimeUnit unit) {
      return new TumblingAssigner(
          Durations.inUnit(size, unit, "size"), Durations.inUnit(offset, unit, "offset"));
    }
  }

  /**
   * Checks the lengths in this unit.
   *
   * @param setting names the definition in errors
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  void check(String setting, TimeUnit unit);

  /** The smallest timestamp whose windows all fit in 64 bits. */
  long smallestTimestamp(TimeUnit unit);

  /** The largest timestamp whose windows all fit in 64 bits. */
  long largestTimestamp(TimeUnit unit);

  /** Makes the operator that runs such windows. */
  WindowOperator operator(OperatorSetup setup, Deadline deadline);
}
