package io.tidemark.testkit;

import io.tidemark.Event;
import io.tidemark.Job;
import java.util.List;
import java.util.Objects;
import org.opentest4j.AssertionFailedError;

/** Compares what came with what was to come. */
final class Checks {
  private Checks() {}

  /** What came in the reference mode is what the script expects. */
  static <E extends Event> void asExpected(Job<E> job, List<Step<E>> steps, Outcome outcome) {
    for (int i = 0; i < steps.size(); i++) {
      if (isWrong(steps.get(i), i, outcome)) {
        throw new AssertionFailedError(
            "job "
                + job.name()
                + ": not as expected, first at line "
                + (i + 1)
                + " (! what came, ? what was expected)\n"
                + TimelineWriter.write(steps, outcome));
      }
    }
    balanced(job, outcome);
  }

  /** What came when played in another way is the same, and adds up. */
  static <E extends Event> void same(
      Job<E> job, List<Step<E>> steps, Outcome reference, Outcome outcome) {
    compare(job, steps, reference, outcome, reference.results(), outcome.results());
    compare(job, steps, reference, outcome, reference.rejected(), outcome.rejected());
    if (outcome.isStepwise()) {
      compare(job, steps, reference, outcome, reference.bySteps(), outcome.bySteps());
    }
    balanced(job, outcome);
  }

  static <E extends Event> boolean isWrong(Step<E> step, int i, Outcome outcome) {
    return isWatermarkWrong(step, i, outcome) || isOutWrong(step, i, outcome);
  }

  static <E extends Event> boolean isWatermarkWrong(Step<E> step, int i, Outcome outcome) {
    return step.watermark() != null && !Objects.equals(step.watermark(), outcome.watermark(i));
  }

  static <E extends Event> boolean isOutWrong(Step<E> step, int i, Outcome outcome) {
    return step.out() != null && !step.out().equals(outcome.out(i));
  }

  private static <E extends Event> void compare(
      Job<E> job,
      List<Step<E>> steps,
      Outcome reference,
      Outcome outcome,
      List<String> expected,
      List<String> actual) {
    if (!expected.equals(actual)) {
      throw new AssertionFailedError(
          "job %s: %s does not give the same:\n  %s\nbut %s gives:\n  %s\n%s"
              .formatted(
                  job.name(),
                  outcome.how(),
                  String.join("\n  ", actual),
                  reference.how(),
                  String.join("\n  ", expected),
                  TimelineWriter.write(steps, reference)));
    }
  }

  private static <E extends Event> void balanced(Job<E> job, Outcome outcome) {
    if (!outcome.imbalance().isEmpty()) {
      throw new AssertionFailedError(
          "job %s, %s: the accounting does not add up: %s"
              .formatted(job.name(), outcome.how(), outcome.imbalance()));
    }
  }
}
