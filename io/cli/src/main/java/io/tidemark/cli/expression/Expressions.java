package io.tidemark.cli.expression;

import io.tidemark.cli.expression.Node.Condition;
import io.tidemark.cli.expression.Node.Number;
import io.tidemark.files.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The expressions of one job: which rows count, and what is derived from them. Immutable once all
 * have been added; any thread.
 */
public final class Expressions {
  private final Columns columns;
  private final List<Number> derived = new ArrayList<>();

  /** For each column of the input, the key of the expression that names it first. */
  private final Map<String, String> settings = new HashMap<>();

  private Condition filter;

  /**
   * No expressions, on an input with these types.
   *
   * @param types the types of columns; one that is not named is a double
   */
  public Expressions(Map<String, ValueType> types) {
    this.columns = new Columns(types);
  }

  /**
   * Derives a column, which expressions added later may name.
   *
   * @throws ExpressionException when the text is no expression of a number
   */
  public void derive(String name, String text) throws ExpressionException {
    Number number = ExpressionParser.number(text, columns);
    columns.derive(name, number);
    derived.add(number);
    note("map." + name);
  }

  /**
   * Sets which rows count.
   *
   * @throws ExpressionException when the text is no condition
   */
  public void filter(String text) throws ExpressionException {
    filter = ExpressionParser.condition(text, columns);
    note("filter");
  }

  private void note(String setting) {
    columns.numbers().forEach(column -> settings.putIfAbsent(column, setting));
    columns.texts().forEach(column -> settings.putIfAbsent(column, setting));
  }

  /** The key of the expression that names this column of the input first, for messages. */
  public String setting(String column) {
    return settings.get(column);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return filter == null && derived.isEmpty();
  }

  /** Whether any row may be filtered out. */
  public boolean hasFilter() {
    return filter != null;
  }

  /** The columns of the input that are read as numbers, in the order of {@link RowValues}. */
  public List<String> numberColumns() {
    return List.copyOf(columns.numbers());
  }

  /** The columns of the input that are read as texts, in the order of {@link RowValues}. */
  public List<String> textColumns() {
    return List.copyOf(columns.texts());
  }

  /** The names of the derived columns, in order. */
  public List<String> derivedColumns() {
    return List.copyOf(columns.derived().keySet());
  }

  /** The type of a derived column. */
  public ValueType type(int column) {
    return derived.get(column).type;
  }

  /**
   * Whether a row counts.
   *
   * @throws NoValueException where that cannot be told
   */
  public boolean keeps(RowValues row) {
    return filter == null || filter.test(row);
  }

  /**
   * The value of a derived column: a long, a scaled decimal, or the bits of a double.
   *
   * @throws NoValueException where it has none
   */
  public long derived(int column, RowValues row) {
    return derived.get(column).bits(row);
  }
}
