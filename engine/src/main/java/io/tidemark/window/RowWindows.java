package io.tidemark.window;

import java.util.Arrays;

/**
 * The definitions of a stage whose windows are a row each: fires and closes what is due of them, a
 * number of steps at a time, in the order that {@link WindowStage} promises.
 *
 * <p>Nothing is gathered beforehand: what is due stands in the queues of the operators. One writer:
 * the stage that runs the windows.
 */
final class RowWindows {
  /** For {@link #areDue} and {@link #fire}: no definition is behind the last one. */
  static final int ALL = Integer.MAX_VALUE;

  private final RowWindowOperator[] operators;

  /** How many windows had been opened when that was asked last. */
  private long opened;

  private RowWindows(RowWindowOperator[] operators) {
    this.operators = operators;
  }

  /** Those among a stage's definitions, which are in the job's order. */
  static RowWindows among(WindowOperator[] operators) {
    return new RowWindows(
        Arrays.stream(operators)
            .filter(RowWindows::isOne)
            .map(RowWindowOperator.class::cast)
            .toArray(RowWindowOperator[]::new));
  }

  /** Whether a definition is one of them. */
  static boolean isOne(WindowOperator operator) {
    return operator instanceof RowWindowOperator rows && rows.firesRowByRow();
  }

  /** How many windows were opened since this was asked last. */
  int openedSinceAsked() {
    long before = opened;
    opened = 0;
    for (RowWindowOperator operator : operators) {
      opened += operator.counters.openedWindows.value();
    }
    return (int) Math.min(opened - before, Integer.MAX_VALUE / 2);
  }

  /**
   * Whether windows may be due by this watermark.
   *
   * @param behind definitions from this number on fire behind what is asked for: of them, windows
   *     that this watermark is the first to reach are not meant
   */
  boolean areDue(long watermark, int behind) {
    for (RowWindowOperator operator : operators) {
      if (isDue(operator, watermark, behind)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDue(RowWindowOperator operator, long watermark, int behind) {
    return operator.number() < behind
        ? operator.mayFire(watermark)
        : watermark > Long.MIN_VALUE && operator.mayFire(watermark - 1);
  }

  /**
   * Fires windows that are due.
   *
   * @param watermark see {@link #areDue}
   * @param behind likewise
   * @return how many steps it took; fewer than {@code steps} where none is left
   */
  int fire(long watermark, int behind, int steps) {
    int taken = 0;
    while (taken < steps) {
      RowWindowOperator next = earliest(watermark, behind);
      if (next == null) {
        break;
      }
      taken += next.fireDue(limit(next, watermark, behind), steps - taken);
    }
    return taken;
  }

  /** The definition whose next window ends first, of those that are due. */
  private RowWindowOperator earliest(long watermark, int behind) {
    RowWindowOperator earliest = null;
    for (RowWindowOperator operator : operators) {
      if (isDue(operator, watermark, behind)
          && (earliest == null || operator.nextFiring() < earliest.nextFiring())) {
        earliest = operator;
      }
    }
    return earliest;
  }

  /** Up to where that one may fire before another one has its turn. */
  private long limit(RowWindowOperator next, long watermark, int behind) {
    long limit = next.number() < behind ? watermark : watermark - 1;
    for (RowWindowOperator other : operators) {
      if (other != next && other.mayFire(limit)) {
        limit = other.number() < next.number() ? other.nextFiring() - 1 : other.nextFiring();
      }
    }
    return limit;
  }

  /** Whether windows may be left that this watermark closes. */
  boolean areClosing(long watermark) {
    for (RowWindowOperator operator : operators) {
      if (operator.mayClose(watermark)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Closes windows that have fired and that this watermark closes.
   *
   * @return how many steps it took
   */
  int close(long watermark, int steps) {
    int taken = 0;
    for (RowWindowOperator operator : operators) {
      taken += operator.closeDue(watermark, steps - taken);
    }
    return taken;
  }
}
