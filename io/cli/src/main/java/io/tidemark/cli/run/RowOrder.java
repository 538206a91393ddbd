package io.tidemark.cli.run;

import io.tidemark.files.RowVerdict;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * In which order the rows of several inputs are taken. It depends on nothing but the rows, so that
 * two runs do the same. For one thread.
 */
interface RowOrder {
  /**
   * Reads the row that is next.
   *
   * @return the input whose current row it is; null when all have ended
   */
  Input next() throws IOException;

  /**
   * Some rows of each in turn. An input whose largest timestamp is more than a drift larger than
   * that of the furthest behind of the others has no turn, and its turn ends where that comes to be
   * so; one that has no good row yet is behind all others. The furthest behind is always read.
   */
  final class Turns implements RowOrder {
    /** How many rows a turn has at most. */
    static final int ROWS = 128;

    /** No drift is too much. */
    static final long ANY_DRIFT = -1;

    private final List<Input> inputs;
    private final long maxDrift;
    private final Consumer<Input> whenEnded;
    private int open;
    private int turn;
    private int taken;

    /** How far the furthest behind of the others is: they stand still during a turn. */
    private long others;

    /**
     * At the beginning of all inputs.
     *
     * @param maxDrift in the unit of their timestamps
     * @param whenEnded is told of each input that has no more rows, before another row is read
     */
    Turns(List<Input> inputs, long maxDrift, Consumer<Input> whenEnded) {
      this.inputs = inputs;
      this.maxDrift = maxDrift;
      this.whenEnded = whenEnded;
      this.open = inputs.size();
      this.others = smallestOfOthers(0);
    }

    @Override
    public Input next() throws IOException {
      while (open > 0) {
        Input input = inputs.get(turn);
        if (!input.hasEnded() && taken < ROWS && !isTooFarAhead(input)) {
          if (input.next()) {
            taken++;
            return input;
          }
          open--;
          whenEnded.accept(input);
        }
        turn = (turn + 1) % inputs.size();
        taken = 0;
        others = smallestOfOthers(turn);
      }
      return null;
    }

    private boolean isTooFarAhead(Input input) {
      if (maxDrift == ANY_DRIFT || input.reached() <= others) {
        return false;
      }
      long ahead = input.reached() - others;
      // Beyond 64 bits it is negative.
      return ahead < 0 || ahead > maxDrift;
    }

    private long smallestOfOthers(int own) {
      long smallest = Long.MAX_VALUE;
      for (int i = 0; i < inputs.size(); i++) {
        if (i != own && !inputs.get(i).hasEnded()) {
          smallest = Math.min(smallest, inputs.get(i).reached());
        }
      }
      return smallest;
    }
  }

  /**
   * The row that arrived first of those that are next; of equals, that of the first input. A row
   * that cannot be read is taken at once.
   */
  final class ByArrival implements RowOrder {
    private final List<Input> inputs;
    private final Consumer<Input> whenEnded;
    private boolean started;
    private Input last;

    /**
     * At the beginning of all inputs.
     *
     * @param whenEnded is told of each input that has no more rows, before another row is taken
     */
    ByArrival(List<Input> inputs, Consumer<Input> whenEnded) {
      this.inputs = inputs;
      this.whenEnded = whenEnded;
    }

    @Override
    public Input next() throws IOException {
      if (!started) {
        started = true;
        for (Input input : inputs) {
          read(input);
        }
      } else if (last != null) {
        read(last);
      }
      last = null;
      for (Input input : inputs) {
        if (!input.hasEnded() && (last == null || arrival(input) < arrival(last))) {
          last = input;
        }
      }
      return last;
    }

    private void read(Input input) throws IOException {
      if (!input.next()) {
        whenEnded.accept(input);
      }
    }

    private static long arrival(Input input) {
      return input.verdict() == RowVerdict.GOOD ? input.arrivalNs() : Long.MIN_VALUE;
    }
  }
}
