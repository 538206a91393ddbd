package io.tidemark.testkit;

import io.tidemark.Engine;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.journal.InputWriter;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/** Plays a script to an engine, to the end of its input. */
final class Player<E extends Event> {
  private final Mode mode;
  private final Outcome outcome;
  private final ScriptClock clock = new ScriptClock();
  private final Engine<E> engine;
  private final Publisher<E> publisher;

  /** Keeps what is published; null: nothing does. */
  private final InputWriter<E> journal;

  /** Events of the claimed batch that are filled and not published yet. */
  private int held;

  private Player(Job<E> job, Mode mode, InputWriter<E> journal) {
    this.mode = mode;
    this.journal = journal;
    this.outcome = new Outcome(mode.toString(), mode.isStepwise());
    this.engine = Engine.start(job, outcome.of(mode.<E>options()).clock(clock));
    this.publisher = engine.publisher();
  }

  static <E extends Event> Outcome play(Job<E> job, List<Step<E>> steps, Mode mode) {
    return new Player<>(job, mode, null).play(steps);
  }

  /** Plays the reference, and keeps in the journal what is published. */
  static <E extends Event> Outcome record(Job<E> job, List<Step<E>> steps, InputWriter<E> journal) {
    return new Player<>(job, Mode.REFERENCE, journal).play(steps);
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
    outcome.end(engine);
    return outcome;
  }

  private void take(Step<E> step) {
    clock.moveTo(step.nowNs());
    if (step.kind() == Step.Kind.EVENT && step.rejected() == null) {
      publish(step);
      return;
    }
    flush();
    switch (step.kind()) {
      case EVENT -> reject(step);
      case CONTROL -> say(step);
      case WALL_CLOCK -> clock.stepWall(step.value());
      case CLOSE -> engine.close();
    }
  }

  private void publish(Step<E> step) {
    if (mode.claim() == 0) {
      publishOne(step);
      return;
    }
    if (held == 0) {
      publisher.claim(mode.claim());
    }
    step.fill(publisher.event(held));
    publisher.set(held, step.partition(), clock.getAsLong());
    held++;
    if (held == mode.claim()) {
      flush();
    }
  }

  private void publishOne(Step<E> step) {
    E event = publisher.claim();
    step.fill(event);
    if (journal != null) {
      SlotControl.event(event, step.partition(), clock.getAsLong());
      journal.append(event);
    }
    publisher.publish(step.partition());
  }

  private void flush() {
    if (held > 0) {
      publisher.publishClaimed(held);
      held = 0;
    }
  }

  private void reject(Step<E> step) {
    E event = publisher.claim();
    if (journal != null) {
      SlotControl.rejected(event, step.partition(), clock.getAsLong(), step.rejected().ordinal());
      journal.append(event);
    }
    publisher.reject(step.partition(), clock.getAsLong(), step.rejected());
  }

  private void say(Step<E> step) {
    if (journal != null) {
      boolean isWatermark = step.slotKind() == SlotKind.WATERMARK;
      E slot = publisher.claim();
      SlotControl.control(
          slot,
          step.slotKind(),
          Math.max(step.partition(), 0),
          isWatermark ? step.value() : clock.getAsLong());
      journal.append(slot);
    }
    switch (step.slotKind()) {
      case SlotKind.TICK -> publisher.tick(clock.getAsLong());
      case SlotKind.IDLE -> publisher.idle(step.partition());
      case SlotKind.ACTIVE -> publisher.active(step.partition());
      case SlotKind.END -> publisher.end(step.partition());
      case SlotKind.LEAVE -> publisher.leave(step.partition());
      default -> publisher.watermark(step.partition(), step.value());
    }
  }
}
