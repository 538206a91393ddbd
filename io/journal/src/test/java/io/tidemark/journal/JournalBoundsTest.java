package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.runtime.SideFull;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.BoundDecisions;
import io.tidemark.time.BoundDecisions.Decision;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions of adaptive bounds in a journal. */
class JournalBoundsTest {
  private static final AdaptiveBound BOUND =
      AdaptiveBound.of(0.05, Duration.ZERO, Duration.ofSeconds(1)).decideEvery(100);

  @TempDir Path directory;

  /** An event of a time and nothing else. */
  private static final class Tick extends Event {
    long time;

    @Override
    public void clear() {
      // Numbers only: nothing is kept alive.
    }

    static void copy(Tick from, Tick to) {
      to.time = from.time;
    }
  }

  private static Job<Tick> job(AdaptiveBound bound) {
    return Job.builder("ticks", Tick::new)
        .timestamp(TimeUnit.MILLISECONDS, tick -> tick.time)
        .watermarks(WatermarkStrategy.adaptive(bound))
        .window(
            WindowDefinition.<Tick>tumbling("w", Duration.ofMillis(50))
                .aggregate("n", Aggregates.count()))
        .build();
  }

  /** On the side thread, among late events. */
  @Test
  void shouldGiveARepeatedRunTheSameLateEvents() {
    List<String> late = new ArrayList<>();
    BoundDecisions decided = new BoundDecisions();
    try (JournalOutput<Tick> journal = output()) {
      EngineOptions<Tick> options =
          EngineOptions.<Tick>fused()
              .withoutTicker()
              .sideThread(Tick::copy, 1_024, SideFull.WAIT)
              .onBound(
                  (partition, events, bound) -> {
                    decided.onBound(partition, events, bound);
                    journal.onBound(partition, events, bound);
                  })
              .onLate(
                  event -> {
                    late.add(event.timestamp() + "@" + event.watermark());
                    journal.onLate(event);
                  });
      try (Engine<Tick> engine = Engine.start(job(BOUND), options)) {
        publish(engine);
      }
      journal.sync();
    }
    BoundDecisions read = read();
    assertThat(read).isEqualTo(decided);
    assertThat(read.all()).hasSizeGreaterThan(100);
    assertThat(late).hasSizeGreaterThan(50);

    List<String> again = new ArrayList<>();
    AdaptiveBound repeated =
        AdaptiveBound.of(0.5, Duration.ofMillis(3), Duration.ofSeconds(9)).replaying(read);
    try (Engine<Tick> engine =
        Engine.start(
            job(repeated),
            EngineOptions.<Tick>inline()
                .onLate(event -> again.add(event.timestamp() + "@" + event.watermark())))) {
      publish(engine);
    }
    assertThat(again).isEqualTo(late);
  }

  private static void publish(Engine<Tick> engine) {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 20_000; i++) {
      long behind = Math.round(-Math.log(1 - random.nextDouble()) * (i < 10_000 ? 20 : 100));
      engine.publisher().claim().time = i - behind;
      engine.publisher().publish(random.nextInt(2), TimeUnit.MILLISECONDS.toNanos(i));
    }
  }

  @Test
  void shouldReadDecisionsAmongOtherRecords() {
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      writer.append(writer.record().kind(RecordKind.LATE).partition("a"));
      writer.append(bound(writer, "b", 0, "250"));
      writer.append(writer.record().kind(RecordKind.REJECTED));
      writer.append(bound(writer, "a", 7, "9223372036854775807"));
      writer.append(bound(writer, "b", 9, "0"));
    }
    assertThat(read().all())
        .containsExactly(
            new Decision(1, 0, 250), new Decision(0, 7, Long.MAX_VALUE), new Decision(1, 9, 0));
  }

  @Test
  void shouldRefuseADecisionWithoutABound() {
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      writer.append(bound(writer, "a", 0, "wide"));
    }
    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageEndingWith("record 0 is a bound of 'wide', expected a number");
  }

  private static JournalRecord bound(
      JournalWriter writer, String partition, long events, String bound) {
    return writer
        .record()
        .kind(RecordKind.BOUND)
        .line(events)
        .partition(partition)
        .set(RecordField.EVENT, bound);
  }

  private JournalOutput<Tick> output() {
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    return new JournalOutput<>(
        writer, (event, buffer, offset) -> buffer.putLongAscii(offset, event.time));
  }

  /** Partitions a and 0 are 0, b and 1 are 1. */
  private BoundDecisions read() {
    try (JournalReader journal = JournalReader.open(directory)) {
      return JournalBounds.read(journal, text -> "a0".contains(text) ? 0 : 1);
    }
  }
}
