package io.tidemark.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Steps and firings as short text.
 *
 * <pre>
 *   5  p1:5  5/2  5@90  5!     an event of 5: of partition 1, of key 2, arriving at 90 ns, filtered
 *   x@90                       a rejected row
 *   tick@90  eoi               time passes, end of input
 *   idle:1  active:1  leave:1  end:1
 *   p1>30                      a watermark of 30 given for partition 1
 *
 *   [0,10)=2                   fires in time with two events; key 0 and definition 0 are left out
 *   late1[0,10)/3=2#1          late, definition 1, key 3, revision 1
 * </pre>
 */
public final class Notation {
  private static final Pattern EVENT =
      Pattern.compile("(?:p(\\d+):)?(-?\\d+)(?:/(-?\\d+))?(?:@(-?\\d+))?(!?)");
  private static final Pattern GIVEN = Pattern.compile("p(\\d+)>(-?\\d+)");
  private static final Pattern OTHER = Pattern.compile("([a-z]+)(?:[:@](-?\\d+))?");

  private Notation() {}

  /** The steps of these words, a blank between two. */
  public static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      Matcher event = EVENT.matcher(word);
      steps.add(event.matches() ? event(event) : other(word));
    }
    return steps;
  }

  private static Step event(Matcher event) {
    return new Step.Event(
        (int) number(event.group(1)),
        number(event.group(2)),
        number(event.group(4)),
        number(event.group(3)),
        1,
        !event.group(5).isEmpty());
  }

  private static Step other(String word) {
    Matcher given = GIVEN.matcher(word);
    if (given.matches()) {
      return new Step.Given((int) number(given.group(1)), number(given.group(2)));
    }
    Matcher other = OTHER.matcher(word);
    if (!other.matches()) {
      throw new IllegalArgumentException("not a step: " + word);
    }
    long number = number(other.group(2));
    return switch (other.group(1)) {
      case "x" -> new Step.Rejected(9, 9_999, number);
      case "tick" -> new Step.Tick(number);
      case "idle" -> new Step.Idle((int) number);
      case "active" -> new Step.Active((int) number);
      case "leave" -> new Step.Leave((int) number);
      case "end" -> new Step.End((int) number);
      case "eoi" -> new Step.EndOfInput();
      default -> throw new IllegalArgumentException("not a step: " + word);
    };
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** What these steps lead to. */
  public static Outcome run(Settings settings, String steps) {
    return Oracle.run(new Script(settings, steps(steps)));
  }

  /** The firings that these steps lead to, in order. */
  public static List<String> firings(Settings settings, String steps) {
    return firings(run(settings, steps));
  }

  /** The timestamps of the late events. */
  public static List<Long> late(Settings settings, String steps) {
    return run(settings, steps).late().stream().map(late -> late.event().timestamp()).toList();
  }

  /** The merged watermark after each step. */
  public static List<Long> watermarks(Settings settings, String steps) {
    return run(settings, steps).watermarks();
  }

  /** The firings of an outcome, in order. */
  public static List<String> firings(Outcome outcome) {
    return outcome.firings().stream().map(Notation::text).toList();
  }

  private static String text(Firing firing) {
    return (firing.kind() == Firing.Kind.LATE ? "late" : "")
        + (firing.window() == 0 ? "" : firing.window())
        + ("[" + firing.start() + "," + firing.end() + ")")
        + (firing.key() == 0 ? "" : "/" + firing.key())
        + ("=" + firing.count())
        + (firing.revision() == 0 ? "" : "#" + firing.revision());
  }
}
