package io.tidemark.testkit;

import static io.tidemark.testkit.Trade.bars;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.output.RejectReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JobScriptTest {
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
  Stream<DynamicTest> shouldGiveATestForEachLayoutAndBatch() {
    return twoFeeds().timeline(TWO_FEEDS, Trade::read).tests();
  }

  @Test
  void shouldNameTheTestsByTheirLayoutAndBatch() {
    assertThat(twoFeeds().tests().map(DynamicTest::getDisplayName))
        .hasSize(8)
        .startsWith("layout inline, events one by one", "layout inline, events claimed 1 at a time")
        .endsWith("layout fused, events claimed 64 at a time");
  }

  @Test
  void shouldDoAsThePackageShows() throws IOException {
    String tour =
        Files.readString(Path.of("src/main/java/io/tidemark/testkit/package-info.java"))
            .replaceAll("(?m)^ \\* ?", "");
    JobScript.of(bars(monotonous()).build()).timeline(tour.split("\"\"\"")[1], Trade::read).run();
    JobScript.of(bars(monotonous()).build())
        .event(0, trade -> trade.time = 5)
        .expectWatermark(4)
        .clock(ofMillis(250))
        .event(0, trade -> trade.time = 12)
        .expect("bars 0 [0,10) on-time 0 n=1 volume=0")
        .run();
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
        .hasMessageContaining("layout fused, events one by one does not give the same")
        .hasMessageContaining("bars 0 [0,10) on-time 0 n=1 volume=0");
  }

  @Test
  void shouldTellWhereAnEngineFailed() {
    JobScript<Trade> script =
        JobScript.of(bars(monotonous()).key(trade -> 1 / trade.quantity).build())
            .timeline("clock | p0\n0 | 5\n | 6 x0", Trade::read);

    assertThatThrownBy(script::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("layout inline, events one by one: ")
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
