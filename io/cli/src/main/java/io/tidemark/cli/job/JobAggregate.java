package io.tidemark.cli.job;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function over the rows of a window.
 *
 * @param function which
 * @param column the column it reads; empty for the count, which reads none
 */
public record JobAggregate(Function function, Optional<String> column) {
  static final String EXPECTED =
      "count, or sum, min, max, avg, first or last with a column, as in sum(qty)";

  private static final Pattern CALL =
      Pattern.compile("(sum|min|max|avg|first|last)\\((.+)\\)", Pattern.DOTALL);

  /** The functions there are. */
  public enum Function {
    /** How many rows. */
    COUNT,
    /** Their sum. */
    SUM,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX,
    /** The mean, a double. */
    AVG,
    /** The value with the smallest timestamp; of equal ones that which arrived first. */
    FIRST,
    /** The value with the largest timestamp; of equal ones that which arrived last. */
    LAST
  }

  /** The function that a text of the job file calls, if it does; the column is taken as written. */
  static Optional<JobAggregate> parse(String text) {
    if (text.equals("count")) {
      return Optional.of(new JobAggregate(Function.COUNT, Optional.empty()));
    }
    Matcher call = CALL.matcher(text);
    if (!call.matches()) {
      return Optional.empty();
    }
    Function function = Function.valueOf(call.group(1).toUpperCase(Locale.ROOT));
    return Optional.of(new JobAggregate(function, Optional.of(call.group(2))));
  }
}
