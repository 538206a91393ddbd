package io.tidemark.aggregate;

/**
 * Reads values of any type as doubles.
 *
 * @param type their type
 * @param unit how many of the integers that stand for decimals make one; 1 for the other types
 */
record AsDouble(ColumnType type, double unit) {
  static AsDouble of(Value<?> value) {
    return new AsDouble(value.type(), Decimals.powerOfTen(value.scale()));
  }

  double at(long[] values, int at) {
    return type == ColumnType.DOUBLE ? DoubleBits.at(values, at) : values[at] / unit;
  }
}
