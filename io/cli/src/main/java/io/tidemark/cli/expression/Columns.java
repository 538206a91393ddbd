package io.tidemark.cli.expression;

import io.tidemark.cli.expression.Node.Number;
import io.tidemark.files.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The columns that the expressions of a job name, numbered as they are first named. */
final class Columns {
  private final Map<String, ValueType> types;
  private final Map<String, Number> derived = new LinkedHashMap<>();
  private final List<String> numbers = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /** Of an input with these types; a column that is not among them is a double. */
  Columns(Map<String, ValueType> types) {
    this.types = types;
  }

  void derive(String name, Number number) {
    derived.put(name, number);
  }

  Map<String, Number> derived() {
    return derived;
  }

  List<String> numbers() {
    return numbers;
  }

  List<String> texts() {
    return texts;
  }

  /** A column as a number; a derived one is what it is derived by. */
  Number number(String name) {
    Number known = derived.get(name);
    return known != null
        ? known
        : Numbers.column(place(numbers, name), types.getOrDefault(name, ValueType.DOUBLE));
  }

  /** The number of a column that is compared with texts, or -1: a derived one is no text. */
  int text(String name) {
    return derived.containsKey(name) ? -1 : place(texts, name);
  }

  private static int place(List<String> names, String name) {
    if (!names.contains(name)) {
      names.add(name);
    }
    return names.indexOf(name);
  }
}
