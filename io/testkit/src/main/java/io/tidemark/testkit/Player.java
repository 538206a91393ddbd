package io.tidemark.testkit;

import io.tidemark.Engine;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.runtime.EngineFailedException;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/** Plays a script to an engine, to the end of its input. */
final class Player<E extends Event> {
  private final Mode mode;
  private final Outcome outcome;
  private final Engine<E> engine;
  private final Publisher<E> publisher;

  /** Events of the claimed batch that are filled and not published yet. */
  private int held;

  private Player(Job<E> job, Mode mode) {
    this.mode = mode;
    this.outcome = new Outcome(mode);
    this.engine =
        Engine.start(
            job,
            mode.<E>options()
                .onResult(result -> outcome.result(result.toString()))
                .onLate(
                    late ->
                        outcome.result(
                            "late %s %d %d@%d"
                                .formatted(
                                    late.window(), late.key(), late.timestamp(), late.watermark())))
                .onRejected(rejected -> outcome.rejected("rejected " + rejected.reason().text())));
    this.publisher = engine.publisher();
  }

  static <E extends Event> Outcome play(Job<E> job, List<Step<E>> steps, Mode mode) {
    return new Player<>(job, mode).play(steps);
  }

  private Outcome play(List<Step<E>> steps) {
    try {
      for (Step<E> step : steps) {
        take(step);
        outcome.next(engine.watermark());
      }
      flush();
      engine.close();
    } catch (EngineFailedException failed) {
      throw new AssertionFailedError(
          mode + ": " + failed.getMessage() + "\n" + TimelineWriter.write(steps, outcome), failed);
    } finally {
      engine.halt();
    }
    outcome.end(engine.counters().imbalance());
    return outcome;
  }

  private void take(Step<E> step) {
    if (step.kind() == Step.Kind.EVENT && step.rejected() == null) {
      step.fill(next());
      publish(step);
      return;
    }
    flush();
    switch (step.kind()) {
      case EVENT -> {
        publisher.claim();
        publisher.reject(step.partition(), step.nowNs(), step.rejected());
      }
      case CONTROL -> step.say(publisher);
      case CLOSE -> engine.close();
    }
  }

  private E next() {
    if (mode.batch() == 0) {
      return publisher.claim();
    }
    if (held == 0) {
      publisher.claim(mode.batch());
    }
    return publisher.event(held);
  }

  private void publish(Step<E> step) {
    if (mode.batch() == 0) {
      publisher.publish(step.partition(), step.nowNs());
      return;
    }
    publisher.set(held++, step.partition(), step.nowNs());
    if (held == mode.batch()) {
      flush();
    }
  }

  private void flush() {
    if (held > 0) {
      publisher.publishClaimed(held);
      held = 0;
    }
  }
}
