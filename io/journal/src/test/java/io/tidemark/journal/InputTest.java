package io.tidemark.journal;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.output.RejectReason;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine is given comes back as it was, and leads to the same. */
class InputTest {
  private static final int SLOTS = 5_000;

  @TempDir Path directory;

  @Test
  void shouldLeadToTheSameInEachLayout() {
    long seed = 11;
    List<String> recorded = record(seed);
    assertThat(recorded).as("seed " + seed).hasSizeGreaterThan(500);
    assertThat(recorded).anyMatch(text -> text.startsWith("late "));
    assertThat(recorded).anyMatch(text -> text.startsWith("rejected bad-value "));

    assertThat(replay(EngineOptions.inline())).as("seed " + seed).isEqualTo(recorded);
    assertThat(replay(EngineOptions.<Reading>fused().withoutTicker()))
        .as("seed " + seed)
        .isEqualTo(recorded);
  }

  @Test
  void shouldKeepEachSlotInARecordOfItsKind() {
    try (InputWriter<Reading> input = writer()) {
      Reading slot = new Reading();
      slot.time = 5;
      SlotControl.position(slot, 77);
      SlotControl.event(slot, 3, 1_000);
      input.append(slot);
      SlotControl.rejected(slot, 4, 2_000, RejectReason.BAD_ROW.ordinal());
      input.append(slot);
      for (byte kind :
          new byte[] {
            SlotKind.TICK, SlotKind.IDLE, SlotKind.ACTIVE, SlotKind.END, SlotKind.LEAVE
          }) {
        SlotControl.control(slot, kind, 6, 3_000);
        input.append(slot);
      }
      SlotControl.control(slot, SlotKind.WATERMARK, 6, 4_000);
      input.append(slot);
      assertThat(input.records()).isEqualTo(8);
    }

    List<String> records = new ArrayList<>();
    try (JournalReader reader = JournalReader.open(directory)) {
      while (reader.next()) {
        records.add(text(reader.record()));
      }
    }
    assertThat(records)
        .containsExactly(
            "EVENT p3 at 1000 line 77 16 bytes",
            "REJECTED p4 at 2000 line 77 16 bytes bad-row",
            "TICK at 3000",
            "IDLE p6",
            "ACTIVE p6 at 3000",
            "END p6",
            "LEAVE p6",
            "WATERMARK p6 watermark 4000");
  }

  @Test
  void shouldRefuseWhatNoPublisherSays() {
    try (InputWriter<Reading> input = writer()) {
      Reading slot = new Reading();
      SlotControl.waiting(slot, 1);
      assertThatThrownBy(() -> input.append(slot))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("slot of kind 9; expected what publishers say");
    }
  }

  @Test
  void shouldFailWhereASlotFindsNoRoomEvenIfRecordsMayBeDropped() {
    JournalOptions full =
        Samples.options(directory).whenFull(WhenFull.DROP).usableBytes(new Shrinking()::bytes);
    try (InputWriter<Reading> input =
        new InputWriter<>(JournalWriter.open(full), new ReadingCodec())) {
      Reading slot = new Reading();
      SlotControl.event(slot, 0, 0);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_000_000; i++) {
                  input.append(slot);
                }
              })
          .isInstanceOf(JournalFullException.class)
          .hasMessageContaining("no room for an input");
    }
  }

  @Test
  void shouldRefuseToReplayALateEvent() {
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      writer.append(writer.record().kind(RecordKind.LATE).partition("0"));
    }
    assertThatThrownBy(() -> replay(EngineOptions.inline()))
        .isInstanceOf(JournalException.class)
        .hasMessageEndingWith("record 0 holds a late event, expected what an engine was given");
  }

  @Test
  void shouldSayWhatIsWrongWithARecord() {
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      writer.append(writer.record().kind(RecordKind.IDLE).partition("nyse"));
    }
    assertThatThrownBy(() -> replay(EngineOptions.inline()))
        .isInstanceOf(JournalException.class)
        .hasMessageEndingWith("record 0 has partition 'nyse', expected a number");
  }

  private InputWriter<Reading> writer() {
    return new InputWriter<>(JournalWriter.open(Samples.options(directory)), new ReadingCodec());
  }

  /** A random input of all kinds of slots, kept as it is published. */
  private List<String> record(long seed) {
    Random random = new Random(seed);
    Outputs outputs = new Outputs();
    try (InputWriter<Reading> input = writer();
        Engine<Reading> engine = engine(EngineOptions.inline(), outputs)) {
      Publisher<Reading> publisher = engine.publisher();
      for (int i = 0; i < SLOTS; i++) {
        Reading slot = publisher.claim();
        slot.time = (long) i + random.nextInt(60);
        slot.value = random.nextInt(100);
        int partition = random.nextInt(4);
        long arrivalNs = MILLISECONDS.toNanos(i - random.nextInt(3));
        switch (random.nextInt(60)) {
          case 0 -> {
            SlotControl.rejected(slot, partition, arrivalNs, RejectReason.BAD_VALUE.ordinal());
            input.append(slot);
            publisher.reject(partition, arrivalNs, RejectReason.BAD_VALUE);
          }
          case 1 -> {
            control(input, slot, SlotKind.TICK, 0, arrivalNs);
            publisher.tick(arrivalNs);
          }
          case 2 -> {
            control(input, slot, SlotKind.IDLE, partition, 0);
            publisher.idle(partition);
          }
          case 3 -> {
            control(input, slot, SlotKind.ACTIVE, partition, arrivalNs);
            publisher.active(partition, arrivalNs);
          }
          case 4 -> {
            control(input, slot, SlotKind.LEAVE, partition, 0);
            publisher.leave(partition);
          }
          case 5 -> {
            control(input, slot, SlotKind.WATERMARK, partition, i - 20);
            publisher.watermark(partition, i - 20);
          }
          case 6 -> {
            int ended = 10 + i;
            control(input, slot, SlotKind.END, ended, 0);
            publisher.end(ended);
          }
          default -> {
            publisher.position(0, i);
            SlotControl.event(slot, partition, arrivalNs);
            input.append(slot);
            publisher.publish(partition, arrivalNs);
          }
        }
      }
    }
    return outputs.all();
  }

  private static void control(
      InputWriter<Reading> input, Reading slot, byte kind, int partition, long arrivalField) {
    SlotControl.control(slot, kind, partition, arrivalField);
    input.append(slot);
  }

  private List<String> replay(EngineOptions<Reading> options) {
    Outputs outputs = new Outputs();
    try (InputReader<Reading> input =
            new InputReader<>(JournalReader.open(directory), new ReadingCodec());
        Engine<Reading> engine = engine(options, outputs)) {
      while (input.publishNext(engine.publisher())) {
        // Until there are no more.
      }
    }
    return outputs.all();
  }

  /** Were it recorded as this leaves it, a replay would change it twice. */
  private static void change(Reading reading) {
    reading.time += 7;
    reading.value = 3 * reading.value + 1;
  }

  private static Engine<Reading> engine(EngineOptions<Reading> options, Outputs outputs) {
    Job<Reading> job =
        Job.builder("readings", Reading::new)
            .map(InputTest::change)
            .timestamp(MILLISECONDS, reading -> reading.time)
            .watermarks(
                WatermarkStrategy.boundedOutOfOrderness(ofMillis(30)).idleness(ofSeconds(1)))
            .window(
                WindowDefinition.<Reading>tumbling("w", ofMillis(10))
                    .aggregate("n", Aggregates.count())
                    .aggregate("v", Aggregates.sum(Value.ofLong(reading -> reading.value))))
            .build();
    return Engine.start(
        job,
        options
            .onResult(result -> outputs.judged.add(result.toString()))
            .onLate(
                late ->
                    outputs.judged.add(
                        "late %d@%d line %d"
                            .formatted(
                                late.timestamp(), late.watermark(), late.event().position())))
            .onRejected(
                rejected ->
                    outputs.rejected.add(
                        "rejected %s of %d"
                            .formatted(rejected.reason().text(), rejected.event().value))));
  }

  private static String text(JournalRecord record) {
    StringBuilder text = new StringBuilder(record.kind().toString());
    if (!record.partition().isEmpty()) {
      text.append(" p").append(record.partition());
    }
    if (record.arrivalNs() != JournalRecord.NONE) {
      text.append(" at ").append(record.arrivalNs());
    }
    if (record.watermark() != JournalRecord.NONE) {
      text.append(" watermark ").append(record.watermark());
    }
    if (record.line() != 0) {
      text.append(" line ").append(record.line());
      text.append(' ').append(record.length(RecordField.EVENT)).append(" bytes");
    }
    return text.append(' ').append(record.reason()).toString().strip();
  }

  /** What came: a rejected event may come before the firings of slots ahead of it. */
  private static final class Outputs {
    private final List<String> judged = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();

    private List<String> all() {
      List<String> all = new ArrayList<>(judged);
      all.addAll(rejected);
      return all;
    }
  }

  /** A disk that is found to have less and less room. */
  private static final class Shrinking {
    private long left = 1L << 30;

    private long bytes() {
      left /= 2;
      return left;
    }
  }

  private static final class Reading extends Event {
    long time;
    long value;

    @Override
    public void clear() {
      value = -1;
    }
  }

  private static final class ReadingCodec implements EventCodec<Reading> {
    @Override
    public int encode(Reading event, MutableDirectBuffer buffer, int offset) {
      buffer.putLong(offset, event.time);
      buffer.putLong(offset + 8, event.value);
      return 16;
    }

    @Override
    public void decode(DirectBuffer buffer, int offset, int length, Reading into) {
      into.time = buffer.getLong(offset);
      into.value = buffer.getLong(offset + 8);
    }
  }
}
