package io.tidemark.cli.expression;

import io.tidemark.files.Slice;
import io.tidemark.files.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A part of an expression, with its type. Immutable. */
abstract sealed class Node {
  /** What it is, for messages. */
  abstract String described();

  /** A condition. */
  abstract static non-sealed class Condition extends Node {
    abstract boolean test(RowValues row);

    @Override
    final String described() {
      return "a condition";
    }
  }

  /** A number. */
  abstract static non-sealed class Number extends Node {
    final ValueType type;

    Number(ValueType type) {
      this.type = type;
    }

    /**
     * The integer, the scaled decimal, or the bits of the double.
     *
     * @throws NoValueException where it has none
     */
    abstract long bits(RowValues row);

    final boolean isDouble() {
      return type.kind() == ValueType.Kind.DOUBLE;
    }

    /** As a double: the nearest one. */
    final double asDouble(RowValues row) {
      long bits = bits(row);
      return isDouble() ? Double.longBitsToDouble(bits) : Arithmetic.toDouble(bits, type.scale());
    }

    @Override
    final String described() {
      return "a number";
    }
  }

  /** The name of a column, which may be a number's or a text's: what stands beside it tells. */
  static final class Name extends Node {
    final String name;
    final int at;

    Name(String name, int at) {
      this.name = name;
      this.at = at;
    }

    @Override
    String described() {
      return "column " + name;
    }
  }

  /** A text as written. */
  static final class Text extends Node {
    private final byte[] text;

    Text(String text) {
      this.text = text.getBytes(StandardCharsets.UTF_8);
    }

    boolean is(Slice other) {
      return Arrays.equals(
          text, 0, text.length, other.bytes(), other.start(), other.start() + other.length());
    }

    @Override
    String described() {
      return "a text";
    }
  }
}
