package io.tidemark.cli.job;

import io.tidemark.cli.expression.ExpressionException;
import io.tidemark.cli.expression.Expressions;
import io.tidemark.files.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the parts {@code map} and {@code filter} of a job file. */
final class ExpressionsReader {
  private static final String MAP = "a mapping such as {notional: price * qty}";
  private static final String FILTER = "a condition such as price > 0 and symbol != 'TEST'";

  private final Section root;

  ExpressionsReader(Section root) {
    this.root = root;
  }

  /**
   * The expressions; those that anything is wrong with are left out.
   *
   * @param types the types of the input's columns
   */
  Expressions read(Map<String, ValueType> types) {
    Expressions expressions = new Expressions(types);
    Optional<Section> map = root.freeSection("map", MAP);
    for (String column : map.map(Section::keys).orElse(List.of())) {
      derive(map.get(), column, types, expressions);
    }
    Optional<String> filter = root.nonEmptyText("filter", FILTER);
    filter.ifPresent(
        text -> {
          try {
            expressions.filter(text);
          } catch (ExpressionException e) {
            root.problem("filter", "'" + text + "': " + e.getMessage());
          }
        });
    return expressions;
  }

  private static void derive(
      Section map, String column, Map<String, ValueType> types, Expressions expressions) {
    Optional<String> text = map.nonEmptyText(column, "an expression such as price * qty");
    if (column.isEmpty() || types.containsKey(column)) {
      map.problem(
          column,
          "'" + column + "': expected a name of its own, not that of a column of the input");
      return;
    }
    text.ifPresent(
        expression -> {
          try {
            expressions.derive(column, expression);
          } catch (ExpressionException e) {
            map.problem(column, "'" + expression + "': " + e.getMessage());
          }
        });
  }
}
