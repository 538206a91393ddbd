package io.tidemark.testkit;

import io.tidemark.Engine;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.journal.EventCodec;
import io.tidemark.journal.InputReader;
import io.tidemark.journal.InputWriter;
import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.runtime.EngineFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * Keeps what a script publishes in a journal on disk, in a directory of its own that is deleted
 * again, and gives that to fresh engines.
 */
final class Replay<E extends Event> implements AutoCloseable {
  private final Job<E> job;
  private final List<Step<E>> steps;
  private final EventCodec<E> codec;
  private final Path directory;

  Replay(Job<E> job, List<Step<E>> steps, EventCodec<E> codec) {
    this.job = job;
    this.steps = steps;
    this.codec = codec;
    try {
      this.directory = Files.createTempDirectory("tidemark-script");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String name(Mode mode) {
    return "replayed from a journal, " + mode.layout();
  }

  /** Plays the script and keeps it. */
  Outcome record() {
    JournalOptions options =
        JournalOptions.in(directory.resolve("input")).blockSize(JournalOptions.MIN_BLOCK_SIZE);
    try (InputWriter<E> journal = new InputWriter<>(JournalWriter.open(options), codec)) {
      return Player.record(job, steps, journal);
    }
  }

  /** Gives an engine what was kept. */
  Outcome play(Mode mode) {
    Outcome outcome = new Outcome(name(mode), mode.isStepwise());
    Engine<E> engine =
        Engine.start(
            job,
            outcome
                .of(mode.<E>options())
                .clock(
                    () -> {
                      throw new AssertionError("a replay reads no clock: its journal has the time");
                    }));
    try (InputReader<E> journal =
        new InputReader<>(JournalReader.open(directory.resolve("input")), codec)) {
      for (Step<E> step : steps) {
        take(step, journal, engine);
        outcome.next(engine.watermark());
      }
      requireKept(!journal.publishNext(engine.publisher()), "more than was published");
      engine.close();
    } catch (EngineFailedException failed) {
      throw new AssertionFailedError(
          name(mode) + ": " + failed.getMessage() + "\n" + TimelineWriter.write(steps, outcome),
          failed);
    } finally {
      engine.halt();
    }
    outcome.end(engine);
    return outcome;
  }

  private void take(Step<E> step, InputReader<E> journal, Engine<E> engine) {
    switch (step.kind()) {
      case EVENT, CONTROL ->
          requireKept(journal.publishNext(engine.publisher()), "less than was published");
      case CLOSE -> engine.close();
      case WALL_CLOCK -> {
        // A journal knows of no wall clock.
      }
    }
  }

  private void requireKept(boolean holds, String what) {
    if (!holds) {
      throw new AssertionFailedError("job " + job.name() + ": the journal holds " + what);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
