package io.tidemark.cli.run;

import io.tidemark.cli.expression.Expressions;
import io.tidemark.cli.expression.NoValueException;
import io.tidemark.cli.expression.RowValues;
import io.tidemark.files.DecodedRow;
import io.tidemark.files.Slice;
import java.util.function.Predicate;

/**
 * Works a job's expressions out for each row: first whether it counts, then, if it does, its
 * derived columns; and behind those whether it counts. For one thread.
 */
final class Derivation implements Predicate<DecodedRow>, RowValues {
  private final Expressions expressions;

  /** The place of each column of the expressions among the row's values. */
  private final int[] places;

  private final int derived;
  private DecodedRow row;

  Derivation(Expressions expressions, int[] places) {
    this.expressions = expressions;
    this.places = places;
    this.derived = expressions.derivedColumns().size();
  }

  /** How many values it sets: none without expressions. */
  int values() {
    return expressions.isEmpty() ? 0 : derived + 1;
  }

  @Override
  public boolean test(DecodedRow decoded) {
    row = decoded;
    try {
      boolean counts = expressions.keeps(this);
      decoded.derive(derived, counts ? 1 : 0);
      for (int i = 0; counts && i < derived; i++) {
        decoded.derive(i, expressions.derived(i, this));
      }
      return true;
    } catch (NoValueException e) {
      return false;
    }
  }

  @Override
  public long number(int column) {
    return row.value(places[column]);
  }

  @Override
  public Slice text(int column) {
    return row.text(column);
  }
}
