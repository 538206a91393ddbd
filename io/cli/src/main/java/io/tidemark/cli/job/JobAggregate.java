package io.tidemark.cli.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A function over the rows of a window.
 *
 * @param function which
 * @param columns the columns it reads, as many as the function has
 * @param parameters the numbers behind them, as written
 */
public record JobAggregate(Function function, List<String> columns, List<String> parameters) {
  private static final Pattern CALL = Pattern.compile("([a-z_]+)\\((.+)\\)", Pattern.DOTALL);
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final int ANY_NUMBER = Integer.MAX_VALUE;

  static final String EXPECTED =
      "count, or a function of columns as in sum(qty) or vwap(price, qty): "
          + Arrays.stream(Function.values())
              .filter(function -> function != Function.COUNT)
              .map(Function::word)
              .collect(Collectors.joining(", "));

  /** The functions there are. */
  public enum Function {
    /** How many rows. */
    COUNT(""),
    /** Their sum. */
    SUM("column"),
    /** The smallest. */
    MIN("column"),
    /** The largest. */
    MAX("column"),
    /** The mean, a double. */
    AVG("column"),
    /** The value with the smallest timestamp; of equal ones that which arrived first. */
    FIRST("column"),
    /** The value with the largest timestamp; of equal ones that which arrived last. */
    LAST("column"),
    /** First, largest, smallest and last value. */
    OHLC("column"),
    /** The average of a price by a quantity. */
    VWAP("price column, quantity column"),
    /** The average of a value by a weight. */
    WEIGHTED_AVG("value column, weight column"),
    /** The average by time. */
    TWAP("column[, disorder]"),
    /** By how much a counter went up. */
    INCREASE("column[, disorder]"),
    /** How fast a counter went up, each second. */
    RATE("column[, disorder]"),
    /** The variance of a population. */
    VAR_POP("column"),
    /** The variance of a sample. */
    VAR_SAMP("column"),
    /** The standard deviation of a population. */
    STDDEV_POP("column"),
    /** The standard deviation of a sample. */
    STDDEV_SAMP("column"),
    /** The covariance of a population. */
    COVAR_POP("y column, x column"),
    /** The covariance of a sample. */
    COVAR_SAMP("y column, x column"),
    /** The line that fits best. */
    REGRESSION("y column, x column"),
    /** The largest values. */
    TOP("column, n"),
    /** Percentiles. */
    PERCENTILES("column, digits, highest, percentile..."),
    /** How many different values. */
    DISTINCT("column[, precision]");

    /** As messages tell them; how many there may be follows from it. */
    private final String arguments;

    Function(String arguments) {
      this.arguments = arguments;
    }

    /** The name in job files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private int columns() {
      return arguments.isEmpty() ? 0 : arguments.split("column", -1).length - 1;
    }

    private int fewestNumbers() {
      String needed = arguments.replaceAll("\\[.*", "");
      return needed.isEmpty() ? 0 : needed.split(",").length - columns();
    }

    private int mostNumbers() {
      return arguments.endsWith("...")
          ? ANY_NUMBER
          : arguments.isEmpty() ? 0 : arguments.split(",").length - columns();
    }

    private String usage() {
      return word() + "(" + arguments + ")";
    }
  }

  /** Copies the lists. */
  public JobAggregate {
    columns = List.copyOf(columns);
    parameters = List.copyOf(parameters);
  }

  /**
   * The function that a text of the job file calls, if it does. A column is taken as written; where
   * something may follow it, it ends at the next comma and blanks around it do not count.
   */
  static Optional<JobAggregate> parse(String text) {
    if (text.equals("count")) {
      return Optional.of(new JobAggregate(Function.COUNT, List.of(), List.of()));
    }
    Matcher call = CALL.matcher(text);
    Optional<Function> function = called(text);
    if (!call.matches() || function.isEmpty()) {
      return Optional.empty();
    }
    return arguments(function.get(), call.group(2));
  }

  /** What a text that calls nothing right should have been. */
  static String expected(String text) {
    return called(text).map(Function::usage).orElse(EXPECTED);
  }

  private static Optional<Function> called(String text) {
    return Arrays.stream(Function.values())
        .filter(function -> function != Function.COUNT)
        .filter(function -> text.startsWith(function.word() + "(") && text.endsWith(")"))
        .findFirst();
  }

  private static Optional<JobAggregate> arguments(Function function, String written) {
    if (function.columns() == 1 && function.mostNumbers() == 0) {
      return Optional.of(new JobAggregate(function, List.of(written), List.of()));
    }
    List<String> all = new ArrayList<>();
    for (String argument : written.split(",", -1)) {
      all.add(argument.strip());
    }
    int columns = function.columns();
    int numbers = all.size() - columns;
    if (numbers < function.fewestNumbers()
        || numbers > function.mostNumbers()
        || all.contains("")) {
      return Optional.empty();
    }
    List<String> parameters = all.subList(columns, all.size());
    if (!parameters.stream().allMatch(number -> NUMBER.matcher(number).matches())) {
      return Optional.empty();
    }
    return Optional.of(new JobAggregate(function, all.subList(0, columns), parameters));
  }

  /** The call as a text. */
  public String written() {
    if (function == Function.COUNT) {
      return function.word();
    }
    List<String> all = new ArrayList<>(columns);
    all.addAll(parameters);
    return function.word() + "(" + String.join(", ", all) + ")";
  }
}
