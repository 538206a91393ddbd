package io.tidemark.aggregate;

import java.util.List;

/** An aggregate of one value whose result has the value's own type. */
interface ValueAggregate extends Aggregate {
  /** The type of the value and of the result. */
  ColumnType type();

  /** Their digits after the point. */
  int scale();

  @Override
  default int inputs() {
    return 1;
  }

  @Override
  default List<Column> columns() {
    return List.of(new Column("", type(), scale()));
  }
}
