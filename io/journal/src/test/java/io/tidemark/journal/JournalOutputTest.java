package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.output.LateEvent;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalOutputTest {
  @TempDir Path directory;

  /** A reading of a sensor. */
  private static final class Reading extends Event {
    long time;
    long sensor;
    long value;

    @Override
    public void clear() {
      value = 0;
    }
  }

  private static final class ReadingCodec implements EventCodec<Reading> {
    @Override
    public int encode(Reading event, MutableDirectBuffer buffer, int offset) {
      buffer.putLong(offset, event.time);
      buffer.putLong(offset + 8, event.sensor);
      buffer.putLong(offset + 16, event.value);
      return 24;
    }

    @Override
    public void decode(DirectBuffer buffer, int offset, int length, Reading into) {
      into.time = buffer.getLong(offset);
      into.sensor = buffer.getLong(offset + 8);
      into.value = buffer.getLong(offset + 16);
    }
  }

  private static final EventTexts<Reading> NAMES =
      new EventTexts<>() {
        @Override
        public void partition(Reading event, JournalRecord into) {
          into.partition(event.partition() == 0 ? "north" : "süd");
        }

        @Override
        public void key(Reading event, long key, JournalRecord into) {
          into.key(key == 7 ? "seven" : "?");
        }
      };

  private static Job<Reading> job() {
    return Job.builder("readings", Reading::new)
        .timestamp(TimeUnit.SECONDS, e -> e.time)
        .key(e -> e.sensor)
        .watermarks(WatermarkStrategy.monotonous())
        .window(
            WindowDefinition.<Reading>tumbling("tens", Duration.ofSeconds(10))
                .aggregate("n", Aggregates.count()))
        .window(
            WindowDefinition.<Reading>tumbling("twenties", Duration.ofSeconds(20))
                .aggregate("n", Aggregates.count()))
        .build();
  }

  private static void publish(Publisher<Reading> publisher, int partition, long time, long value) {
    Reading event = publisher.claim();
    event.time = time;
    event.sensor = 7;
    event.value = value;
    publisher.position(0, value + 1);
    publisher.publish(partition, time * 1_000_000_000);
  }

  /**
   *
   *
   * <pre>
   * value      1   2   3   -   5
   * time       1   12  3       45
   * watermark  0   11  11      44     [0,10) is closed from 9 on, [0,20) from 19 on
   * late               tens
   * </pre>
   */
  private static void publishSome(Engine<Reading> engine) {
    Publisher<Reading> publisher = engine.publisher();
    publish(publisher, 0, 1, 1);
    publish(publisher, 0, 12, 2);
    publish(publisher, 0, 3, 3);
    publisher.claim().value = 4;
    publisher.position(0, 5);
    publisher.reject(1, 99, RejectReason.BAD_VALUE);
    publish(publisher, 0, 45, 5);
    publish(publisher, 0, 4, 6);
  }

  private List<String> written() {
    List<String> records = new ArrayList<>();
    Reading event = new Reading();
    ReadingCodec codec = new ReadingCodec();
    try (JournalReader reader = JournalReader.open(directory)) {
      while (reader.next()) {
        JournalRecord r = reader.record();
        r.decodeEvent(codec, event);
        records.add(
            String.join(
                " ",
                r.kind().text(),
                r.reason(),
                "[" + r.window() + "]",
                r.partition(),
                "[" + r.key() + "]",
                r.timestamp() + " " + r.arrivalNs() + " " + r.watermark() + " " + r.line(),
                "missed " + r.missedWindows(),
                "value " + event.value));
      }
    }
    return records;
  }

  @Test
  void shouldKeepLateAndRejectedEvents() {
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    try (JournalOutput<Reading> journal = new JournalOutput<>(writer, new ReadingCodec(), NAMES);
        Engine<Reading> engine =
            Engine.start(
                job(), EngineOptions.<Reading>inline().onLate(journal).onRejected(journal))) {
      publishSome(engine);
      journal.sync();

      assertThat(journal.records()).isEqualTo(4);
      assertThat(journal.refused()).isZero();
    }
    String none = Long.toString(Long.MIN_VALUE);
    assertThat(written())
        .containsExactly(
            "late late [tens] north [seven] 3 3000000000 11 4 missed 1 value 3",
            "rejected bad-value [] süd [] " + none + " 99 " + none + " 5 missed -1 value 4",
            "late late [tens] north [seven] 4 4000000000 44 7 missed 1 value 6",
            "late late [twenties] north [seven] 4 4000000000 44 7 missed 1 value 6");
  }

  /** The windows [0,10), [2,12) and [4,14) of 5 are closed at 14, [-2,8) and [-4,6) before. */
  @Test
  void f34ShouldSayHowManyWindowsALateEventMissed() {
    Job<Reading> sliding =
        Job.builder("readings", Reading::new)
            .timestamp(TimeUnit.SECONDS, e -> e.time)
            .watermarks(WatermarkStrategy.monotonous())
            .window(
                WindowDefinition.<Reading>sliding(
                        "w", Duration.ofSeconds(10), Duration.ofSeconds(2))
                    .aggregate("n", Aggregates.count()))
            .build();
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    try (JournalOutput<Reading> journal = new JournalOutput<>(writer, new ReadingCodec());
        Engine<Reading> engine =
            Engine.start(sliding, EngineOptions.<Reading>inline().onLate(journal))) {
      publish(engine.publisher(), 0, 15, 1);
      publish(engine.publisher(), 0, 5, 2);
    }
    assertThat(written()).containsExactly("late late [w] 0 [0] 5 5000000000 14 3 missed 5 value 2");
  }

  @Test
  void shouldKeepQuarantinedEventsApartFromRejectedOnes() {
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    try (JournalOutput<Reading> journal = new JournalOutput<>(writer, new ReadingCodec(), NAMES)) {
      RejectedEvent<Reading> rejected = new RejectedEvent<>();
      Reading event = new Reading();
      journal.onRejected(rejected.wrap(event, RejectReason.FUTURE_TIMESTAMP, true, null));
      journal.onRejected(rejected.wrap(event, RejectReason.FUTURE_TIMESTAMP, false, null));
    }
    assertThat(written())
        .extracting(line -> line.substring(0, line.indexOf(" []")))
        .containsExactly("quarantined future-timestamp", "rejected future-timestamp");
  }

  @Test
  void shouldWriteNumbersWhereNoTextsAreGiven() {
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    try (JournalOutput<Reading> journal = new JournalOutput<>(writer, new ReadingCodec());
        Engine<Reading> engine =
            Engine.start(
                job(), EngineOptions.<Reading>inline().onLate(journal).onRejected(journal))) {
      publishSome(engine);
    }
    assertThat(written())
        .hasSize(4)
        .startsWith("late late [tens] 0 [7] 3 3000000000 11 4 missed 1 value 3")
        .element(1)
        .asString()
        .startsWith("rejected bad-value [] 1 []");
  }

  @Test
  void shouldBelongToTheThreadThatHandsItEvents() throws InterruptedException {
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    JournalOutput<Reading> journal = new JournalOutput<>(writer, new ReadingCodec());
    LateEvent<Reading> late =
        new LateEvent<Reading>().wrap(new Reading(), "tens", 0, Long.MIN_VALUE, 1, 2);
    Thread owner = new Thread(() -> journal.onLate(late), "side-output");
    owner.start();
    owner.join();

    assertThatThrownBy(() -> journal.onLate(late))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("belongs to thread 'side-output'");
    journal.close();
    journal.close();
    assertThat(written())
        .containsExactly("late late [tens] 0 [-9223372036854775808] 1 0 2 0 missed 1 value 0");
  }

  @Test
  void shouldStopTheEngineWhenThereIsNoRoom() {
    try (JournalOutput<Reading> journal = full(WhenFull.FAIL);
        Engine<Reading> engine =
            Engine.start(job(), EngineOptions.<Reading>inline().onLate(journal))) {
      assertThatThrownBy(() -> publishSome(engine))
          .isInstanceOf(EngineFailedException.class)
          .hasRootCauseInstanceOf(JournalFullException.class);
      engine.halt();
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void shouldDropAndCountWhenThereIsNoRoomAndThePolicySaysSo() {
    try (JournalOutput<Reading> journal = full(WhenFull.DROP);
        Engine<Reading> engine =
            Engine.start(
                job(), EngineOptions.<Reading>inline().onLate(journal).onRejected(journal))) {
      publishSome(engine);

      assertThat(journal.refused()).isEqualTo(4);
      assertThat(journal.records()).isZero();
    }
    assertThat(written()).isEmpty();
  }

  /** A journal whose disk fills up as soon as it is open. */
  private JournalOutput<Reading> full(WhenFull policy) {
    long[] usable = {Long.MAX_VALUE};
    JournalWriter writer =
        JournalWriter.open(
            Samples.options(directory).whenFull(policy).usableBytes(() -> usable[0]));
    usable[0] = 0;
    return new JournalOutput<>(writer, new ReadingCodec());
  }

  @Test
  void shouldAllocateNothingPerEvent() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    JournalWriter writer = JournalWriter.open(JournalOptions.in(directory).clockMs(() -> 0));
    try (JournalOutput<Reading> journal = new JournalOutput<>(writer, new ReadingCodec())) {
      long allocated = 0;
      for (int round = 0; round < 4; round++) {
        long start = threads.getCurrentThreadAllocatedBytes();
        handOver(journal);
        allocated = threads.getCurrentThreadAllocatedBytes() - start;
      }
      // One object an event would be at least 3.2 MB.
      assertThat(allocated).isLessThan(64 << 10);
    }
  }

  private static void handOver(JournalOutput<Reading> journal) {
    Reading event = new Reading();
    LateEvent<Reading> late = new LateEvent<>();
    RejectedEvent<Reading> rejected = new RejectedEvent<>();
    for (int i = 0; i < 100_000; i++) {
      journal.onLate(late.wrap(event, "bars_1s", 0, i, i, i));
      journal.onRejected(rejected.wrap(event, RejectReason.BAD_ROW, false, null));
    }
  }
}
