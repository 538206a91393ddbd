package io.tidemark.bench.table;

import java.util.function.IntFunction;

/** The tables that compete; a constant's name is its name as a benchmark parameter. */
public enum TableKind {
  /** Open addressing, the row in its slot. */
  IN_PLACE(InPlaceTable::new),

  /** The engine's own: an index of row numbers to dense rows. */
  DENSE(keys -> new DenseTable()),

  /** Agrona's primitive map to the number of a dense row. */
  AGRONA(AgronaTable::new),

  /** The JDK's map to a small array. */
  HASH_MAP(HashMapTable::new);

  private final IntFunction<Table> constructor;

  TableKind(IntFunction<Table> constructor) {
    this.constructor = constructor;
  }

  /** An empty table; all but {@link #DENSE} have room for this many keys before they grow. */
  Table create(int keys) {
    return constructor.apply(keys);
  }
}
