package io.tidemark.cli.expression;

import io.tidemark.cli.expression.Node.Condition;
import io.tidemark.cli.expression.Node.Number;
import io.tidemark.files.ValueType;

/**
 * Nodes of numbers. Integers and decimals are exact: a sum has the larger scale of the two, a
 * product the sum of the scales. A quotient is a double, and so is whatever has a double in it.
 */
final class Numbers {
  private Numbers() {}

  static Number column(int column, ValueType type) {
    return new Number(type) {
      @Override
      long bits(RowValues row) {
        return row.number(column);
      }
    };
  }

  static Number constant(long bits, ValueType type) {
    return new Number(type) {
      @Override
      long bits(RowValues row) {
        return bits;
      }
    };
  }

  static Number negate(Number number) {
    if (number.isDouble()) {
      return new Number(ValueType.DOUBLE) {
        @Override
        long bits(RowValues row) {
          return Double.doubleToRawLongBits(-number.asDouble(row));
        }
      };
    }
    return new Number(number.type) {
      @Override
      long bits(RowValues row) {
        return Arithmetic.subtract(0, number.bits(row));
      }
    };
  }

  static Number sum(Number a, Number b, boolean minus) {
    if (a.isDouble() || b.isDouble()) {
      return new Number(ValueType.DOUBLE) {
        @Override
        long bits(RowValues row) {
          double right = b.asDouble(row);
          return Arithmetic.finite(a.asDouble(row) + (minus ? -right : right));
        }
      };
    }
    int scale = Math.max(a.type.scale(), b.type.scale());
    return new Number(exact(scale)) {
      @Override
      long bits(RowValues row) {
        long left = Arithmetic.rescale(a.bits(row), a.type.scale(), scale);
        long right = Arithmetic.rescale(b.bits(row), b.type.scale(), scale);
        return minus ? Arithmetic.subtract(left, right) : Arithmetic.add(left, right);
      }
    };
  }

  /** The product; null where it would have too many digits after the point. */
  static Number product(Number a, Number b) {
    if (a.isDouble() || b.isDouble()) {
      return new Number(ValueType.DOUBLE) {
        @Override
        long bits(RowValues row) {
          return Arithmetic.finite(a.asDouble(row) * b.asDouble(row));
        }
      };
    }
    int scale = a.type.scale() + b.type.scale();
    if (scale > ValueType.MAX_SCALE) {
      return null;
    }
    return new Number(exact(scale)) {
      @Override
      long bits(RowValues row) {
        return Arithmetic.multiply(a.bits(row), b.bits(row));
      }
    };
  }

  static Number quotient(Number a, Number b) {
    return new Number(ValueType.DOUBLE) {
      @Override
      long bits(RowValues row) {
        return Arithmetic.finite(a.asDouble(row) / b.asDouble(row));
      }
    };
  }

  static Condition comparison(Number a, Comparison comparison, Number b) {
    if (a.isDouble() || b.isDouble()) {
      return new Condition() {
        @Override
        boolean test(RowValues row) {
          double left = a.asDouble(row);
          double right = b.asDouble(row);
          // Not Double.compare: 0.0 and -0.0 are one number.
          return comparison.holds(left < right ? -1 : left > right ? 1 : 0);
        }
      };
    }
    return new Condition() {
      @Override
      boolean test(RowValues row) {
        return comparison.holds(
            Arithmetic.compare(a.bits(row), a.type.scale(), b.bits(row), b.type.scale()));
      }
    };
  }

  private static ValueType exact(int scale) {
    return scale == 0 ? ValueType.LONG : ValueType.decimal(scale);
  }
}
