package io.tidemark.testkit;

import static io.tidemark.testkit.Trade.bars;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.journal.EventCodec;
import io.tidemark.output.RejectReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JobScriptTest {
  /** A codec with a fault: it writes no quantities. */
  private static final EventCodec<Trade> FORGETFUL =
      new EventCodec<>() {
        @Override
        public int encode(Trade trade, MutableDirectBuffer buffer, int offset) {
          buffer.putLong(offset, trade.time);
          return 8;
        }

        @Override
        public void decode(DirectBuffer buffer, int offset, int length, Trade into) {
          into.time = buffer.getLong(offset);
        }
      };

  private static final String TWO_FEEDS =
      """
      clock | p0           | p1           | watermark | out
      0     | 5 x3         |              | none      |
            |              | 2            | 1         |
      200   |              | 4            | 3         |
      800   | 12           |              | 3         |
      1000  |              |              | 3         |
      1200  |              |              | 11        | bars 0 [0,10) on-time 0 n=3 volume=5
            |              | 3            | 11        | late bars 0 3@11
            |              | idle         | 11        |
      1250  | 31           |              | 30        | bars 0 [10,20) on-time 0 n=1 volume=1
            |              | active       | 30        |
            |              | watermark=33 | 30        |
            | leave        |              | 33        |
            | reject=bad-row |            | 33        | rejected bad-row
            |              | end          | 33        |
      close |              |              | end       | bars 0 [30,40) on-time 0 n=1 volume=1
      """;

  @Test
  void shouldPlayATimeline() {
    twoFeeds().timeline(TWO_FEEDS, Trade::read).run();
  }

  @TestFactory
  Stream<DynamicTest> shouldGiveATestForEachLayoutAndBatchAndReplay() {
    return twoFeeds().replayedWith(Trade.CODEC).timeline(TWO_FEEDS, Trade::read).tests();
  }

  @Test
  void shouldNameTheTestsByTheirLayoutAndBatch() {
    assertThat(twoFeeds().tests().map(DynamicTest::getDisplayName))
        .hasSize(16)
        .startsWith(
            "layout inline, batches of 64, events one by one",
            "layout inline, batches of 1, events one by one",
            "layout inline, batches of 1, events claimed 1 at a time")
        .contains("layout fused, batches of 64, events claimed 7 at a time")
        .endsWith("layout fused, batches of 4096, events claimed 4096 at a time");
    assertThat(twoFeeds().replayedWith(Trade.CODEC).tests().map(DynamicTest::getDisplayName))
        .hasSize(18)
        .endsWith(
            "replayed from a journal, layout inline", "replayed from a journal, layout fused");
  }

  @Test
  void shouldDoAsThePackageShows() throws IOException {
    String tour =
        Files.readString(Path.of("src/main/java/io/tidemark/testkit/package-info.java"))
            .replaceAll("(?m)^ \\* ?", "");
    String timeline = tour.split("\"\"\"")[1];
    JobScript.of(bars(monotonous()).build())
        .replayedWith(Trade.CODEC)
        .timeline(timeline, Trade::read)
        .run();
    assertThat(codec(Files.readString(Path.of("src/test/java/io/tidemark/testkit/Trade.java"))))
        .as("the codec that the package shows is compiled")
        .isEqualTo(codec(tour));
    JobScript.of(bars(monotonous()).build())
        .event(0, trade -> trade.time = 5)
        .expectWatermark(4)
        .clock(ofMillis(250))
        .event(0, trade -> trade.time = 12)
        .expect("bars 0 [0,10) on-time 0 n=1 volume=0")
        .run();
  }

  /** What a source says from the first codec on, without annotations and blanks. */
  private static String codec(String source) {
    String from = source.substring(source.indexOf("new EventCodec<>() {"));
    return from.substring(0, from.indexOf("};")).replace("@Override", "").replaceAll("\\s+", " ");
  }

  @Test
  void shouldPlayStepsGivenByMethods() {
    twoFeeds()
        .event(0, trade -> trade.time = 5)
        .expectNoWatermark()
        .expect()
        .event(1, trade -> trade.time = 7)
        .expectWatermark(4)
        .tick(ofMillis(900))
        .clock(ofMillis(950))
        .event(0, trade -> trade.time = 21)
        .expectWatermark(6)
        .idle(1)
        .expectWatermark(20)
        .expect("bars 0 [0,10) on-time 0 n=2 volume=0")
        .active(1)
        .watermark(1, 40)
        .reject(1, RejectReason.BAD_VALUE)
        .expect("rejected bad-value")
        .leave(0)
        .expectWatermark(40)
        .end(1)
        .close()
        .expectWatermark(Long.MAX_VALUE)
        .expect()
        .run();
  }

  /**
   * R11 and C10: the wall clock is set back and forward in the middle of a run. Silence counts by
   * the time that passes; nothing else is to come of it.
   */
  @Test
  void shouldNotHeedWhoSetsTheWallClock() {
    String timeline =
        """
        clock   | p0 | p1 | watermark | out
        0       | 5  |    | none      |
                |    | 3  | 2         |
        wall-1h |    |    | 2         |
        300     | 15 |    | 2         |
        900     | 16 |    | 2         |
        wall+2h |    |    | 2         |
        950     |    | 4  | 3         |
        1850    | 17 |    | 3         |
        wall-1h |    |    | 3         |
        1999    |    |    | 3         |
        2000    |    |    | 16        | bars 0 [0,10) on-time 0 n=3 volume=3
        2100    |    | 11 | 16        |
        """;
    twoFeeds().replayedWith(Trade.CODEC).timeline(timeline, Trade::read).run();
    twoFeeds()
        .replayedWith(Trade.CODEC)
        .timeline(timeline.replaceAll("wall.\\dh", "0      "), Trade::read)
        .run();
    assertThatThrownBy(
            () -> twoFeeds().wallClock(ofHours(-1)).event(0, t -> t.time = 5).expect("x").run())
        .hasMessageContaining("wall-3600000 |");
  }

  @Test
  void shouldTellThatAReplayIsNotTheSame() {
    JobScript<Trade> script =
        twoFeeds().replayedWith(FORGETFUL).event(0, trade -> trade.quantity = 2).close();

    assertThatThrownBy(script::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("replayed from a journal, layout inline does not give the same")
        .hasMessageContaining("but layout inline, batches of 64, events one by one gives");
  }

  /** Random scripts of everything that may happen; each must give the same however it is played. */
  @Test
  void shouldGiveTheSameHoweverRandomScriptsArePlayed() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      JobScript<Trade> script = twoFeeds().replayedWith(Trade.CODEC);
      for (int i = 0; i < 200; i++) {
        happen(script, i, random);
      }
      script.run();
    }
  }

  private static void happen(JobScript<Trade> script, int i, Random random) {
    int partition = random.nextInt(3);
    long time = (long) i + random.nextInt(20);
    script.clock(ofMillis(20L * i + random.nextInt(20)));
    switch (random.nextInt(20)) {
      case 0 -> script.tick(ofMillis(20L * i));
      case 1 -> script.idle(partition);
      case 2 -> script.active(partition);
      case 3 -> script.leave(partition);
      case 4 -> script.watermark(partition, time - 10);
      case 5 -> script.reject(partition, RejectReason.BAD_ROW);
      case 6 -> script.wallClock(ofSeconds(random.nextInt(7_200) - 3_600L));
      case 7 -> script.end(3 + random.nextInt(1_000));
      default ->
          script.event(
              partition,
              "" + time,
              trade -> {
                trade.time = time;
                trade.quantity = i;
              });
    }
  }

  @Test
  void shouldShowWhatCameAndWhatWasExpectedAsATimeline() {
    JobScript<Trade> script =
        twoFeeds()
            .timeline(
                """
                clock | p0 | p1 | watermark | out
                0     | 5  |    |           |
                      |    | 3  | 4         |
                250us | 12 |    |           |
                1500  |    |    | 11        |
                """,
                Trade::read);

    assertThatThrownBy(script::run)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            job bars: not as expected, first at line 2 (! what came, ? what was expected)
              clock | p0 | p1 | watermark | out
              0     | 5  |    | none      |
            !       |    | 3  | 2         |
            ?       |    |    | 4         |
              250us | 12 |    | 2         |
            ! 1500  |    |    | 11        | bars 0 [0,10) on-time 0 n=2 volume=2
            ?       |    |    |           |
            """);
  }

  @Test
  void shouldReadWhatItWrites() {
    JobScript<Trade> script = twoFeeds().timeline(TWO_FEEDS, Trade::read);
    List<String> columns =
        TWO_FEEDS.lines().map(line -> line.replaceAll(" *\\| *", "|").strip()).toList();

    // Nothing comes of an end at the end of time.
    assertThatThrownBy(() -> script.expect("something").run())
        .satisfies(
            failure ->
                assertThat(
                        failure
                            .getMessage()
                            .lines()
                            .skip(1)
                            .filter(line -> !line.startsWith("?"))
                            .map(line -> line.substring(2).replaceAll(" *\\| *", "|").strip()))
                    .containsExactlyElementsOf(columns));
  }

  @Test
  void shouldTellInWhichLayoutAJobGivesSomethingElse() {
    Thread mine = Thread.currentThread();
    JobScript<Trade> script =
        JobScript.of(bars(monotonous()).filter(trade -> Thread.currentThread() == mine).build())
            .event(0, trade -> trade.time = 5)
            .expect();

    assertThatThrownBy(script::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "layout fused, batches of 1, events one by one does not give the same")
        .hasMessageContaining("bars 0 [0,10) on-time 0 n=1 volume=0");
  }

  @Test
  void shouldTellWhereAnEngineFailed() {
    JobScript<Trade> script =
        JobScript.of(bars(monotonous()).key(trade -> 1 / trade.quantity).build())
            .timeline("clock | p0\n0 | 5\n | 6 x0", Trade::read);

    assertThatThrownBy(script::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("layout inline, batches of 64, events one by one: ")
        .hasMessageContaining("0     | 5  | 4")
        .hasRootCauseInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldSayWhatIsWrongWithATimeline() {
    refuses("when | p0", "timeline, line 1: column 'when'; expected clock, p0, p1, …");
    refuses("clock | p0\n5 | 3 | 4", "timeline, line 2: columns '3'; expected 2");
    refuses("clock | p0 | p1\n5 | 3 | 4", "timeline, line 2: cell '4'; expected one partition");
    refuses("clock | p0\n5 min | 3", "timeline, line 2: clock '5 min'; expected a time");
    refuses("clock | p0\n | ", "timeline, line 2: clock ''; expected a time");
    refuses("clock | p0 | watermark\n5 | 3 | x", "timeline, line 2: watermark 'x'; expected");
    refuses("clock | p0\n5 | reject=x", "timeline, line 2: reason 'x'; expected one of [bad-row");
  }

  @Test
  void shouldRefuseStepsAfterTheEndAndExpectationsOfNothing() {
    assertThatThrownBy(() -> twoFeeds().close().idle(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("script: idle after close");
    assertThatThrownBy(() -> twoFeeds().expect())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("script: something is expected before anything happened");
    assertThatThrownBy(() -> twoFeeds().idle(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition: -1");
  }

  private static void refuses(String timeline, String message) {
    assertThatThrownBy(() -> twoFeeds().timeline(timeline, Trade::read))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  /** Each of two feeds is idle after a second. */
  private static JobScript<Trade> twoFeeds() {
    return JobScript.of(bars(monotonous().idleness(ofSeconds(1))).partitions(2).build());
  }
}
