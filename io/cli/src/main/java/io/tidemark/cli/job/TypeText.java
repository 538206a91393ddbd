package io.tidemark.cli.job;

import io.tidemark.files.ValueType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words for the types of columns. */
final class TypeText {
  static final String EXPECTED =
      "long, double or decimal(0) to decimal(" + ValueType.MAX_SCALE + ")";

  private static final Pattern DECIMAL = Pattern.compile("decimal\\(([0-9]{1,2})\\)");

  private TypeText() {}

  /** The type that a word names, if it does name one. */
  static Optional<ValueType> parse(String text) {
    if (text.equals("long")) {
      return Optional.of(ValueType.LONG);
    }
    if (text.equals("double")) {
      return Optional.of(ValueType.DOUBLE);
    }
    Matcher decimal = DECIMAL.matcher(text);
    if (!decimal.matches() || Integer.parseInt(decimal.group(1)) > ValueType.MAX_SCALE) {
      return Optional.empty();
    }
    return Optional.of(ValueType.decimal(Integer.parseInt(decimal.group(1))));
  }
}
