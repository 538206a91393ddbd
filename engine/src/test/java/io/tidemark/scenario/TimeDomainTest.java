package io.tidemark.scenario;

import static io.tidemark.scenario.Domains.event;
import static io.tidemark.scenario.Domains.fill;
import static io.tidemark.scenario.Domains.run;
import static io.tidemark.scenario.Domains.tumbling;
import static io.tidemark.scenario.Times.HOUR;
import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.scenario.Times.clock;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.PartitionView;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimeStage;
import io.tidemark.time.WatermarkStrategy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The three time domains. */
class TimeDomainTest {
  private static final int LOG = 10_000;

  @Test
  void s003ShouldTakeProcessingTimeFromTheInjectedClockAlone() {
    AtomicLong nowNs = new AtomicLong();
    Domains.Came came =
        run(
            processing(10),
            options -> options.clock(nowNs::get),
            publisher -> {
              long[] arrivalsMs = {3, 9, 10, 25};
              for (long arrivalMs : arrivalsMs) {
                nowNs.set(MILLISECONDS.toNanos(arrivalMs));
                fill(publisher, 777_777);
                publisher.publish(0);
              }
            });

    assertThat(came.firings())
        .containsExactly("[0,10) k1 n=2 sum=2", "[10,20) k1 n=1 sum=1", "[20,30) k1 n=1 sum=1");
    assertThat(came.late()).isEmpty();
  }

  @Test
  void s004ShouldRepeatInEventTimeAndDifferInProcessingTime() {
    List<String> eventNow = log(eventTime(1_000), 0).firings();
    List<String> eventLater = log(eventTime(1_000), HOUR).firings();
    List<String> processingNow = log(processing(1_000), 0).firings();
    List<String> processingLater = log(processing(1_000), HOUR).firings();

    assertThat(eventNow).hasSizeGreaterThan(1);
    assertThat(sha256(eventLater)).isEqualTo(sha256(eventNow));
    assertThat(processingNow).hasSizeGreaterThan(1);
    assertThat(sha256(processingLater)).isNotEqualTo(sha256(processingNow));
    // The same input at the same arrivals is the same, though: time is an input.
    assertThat(log(processing(1_000), 0).firings()).isEqualTo(processingNow);
  }

  @Test
  void s005ShouldPutTheEventOf1201WhereItsDomainSays() {
    Consumer<Publisher<Sample>> script =
        publisher -> event(publisher, clock("12:01"), clock("12:06"));

    assertThat(run(eventTime(5 * MINUTE), script).firings())
        .containsExactly(window("12:00", "12:05"));
    assertThat(run(processing(5 * MINUTE), script).firings())
        .containsExactly(window("12:05", "12:10"));
    assertThat(run(ingestion(5 * MINUTE, IngestionTime.SOURCE), script).firings())
        .containsExactly(window("12:05", "12:10"));
  }

  @Test
  void s009ShouldHaveThreeDomains() {
    assertThat(TimeDomain.values())
        .containsExactly(TimeDomain.EVENT, TimeDomain.INGESTION, TimeDomain.PROCESSING);
    assertThat(eventTime(10).build().domain()).isEqualTo(TimeDomain.EVENT);
    assertThat(ingestion(10, IngestionTime.ENTRY).build().domain()).isEqualTo(TimeDomain.INGESTION);
    assertThat(processing(10).build().domain()).isEqualTo(TimeDomain.PROCESSING);
  }

  @Test
  void s010ShouldNotDependOnTheClockInEventTime() {
    List<String> outputs = log(eventTime(1_000), 0).firings();
    assertThat(log(eventTime(1_000), HOUR).firings()).isEqualTo(outputs);
    assertThat(log(eventTime(1_000), -HOUR).firings()).isEqualTo(outputs);
  }

  @Test
  void s011ShouldKeepStampsInAReplayAndGiveOthersWhenStampedAnew() {
    List<Long> stamps = new ArrayList<>();
    AtomicLong nowNs = new AtomicLong();
    JobBuilder<Sample> job = ingestion(10, IngestionTime.ENTRY);
    List<String> first =
        run(
                job,
                options -> options.clock(nowNs::get),
                publisher -> {
                  stamps.clear();
                  for (int i = 0; i < 50; i++) {
                    nowNs.set(MILLISECONDS.toNanos(i * 3L));
                    stamps.add(nowNs.get());
                    fill(publisher, 0);
                    publisher.publish(0);
                  }
                })
            .firings();
    Consumer<Publisher<Sample>> replay =
        publisher -> {
          for (long stampNs : stamps) {
            nowNs.addAndGet(7);
            fill(publisher, 0);
            publisher.publish(0, stampNs);
          }
        };

    assertThat(first).hasSize(15);
    assertThat(run(job, options -> options.clock(nowNs::get), replay).firings()).isEqualTo(first);
    List<String> restamped =
        run(job, options -> options.clock(nowNs::get).restampArrivals(), replay).firings();
    assertThat(restamped).isNotEqualTo(first).hasSize(1);
  }

  @Test
  void s013ShouldHaveNoWatermarkInProcessingTime() {
    Engine<Sample> engine = Engine.start(processing(10).build(), EngineOptions.inline());
    Publisher<Sample> publisher = engine.publisher();
    event(publisher, 5, 100);
    publisher.tick(MILLISECONDS.toNanos(200));

    assertThat(engine.counters().windows().get(0).onTimeFirings.value()).isEqualTo(1);
    assertThat(engine.watermark()).isEqualTo(TimeStage.NO_WATERMARK);
    assertThat(engine.partitions().holder()).isEqualTo(PartitionView.NONE);
    assertThat(engine.partitions().watermark(0)).isEqualTo(TimeStage.NO_WATERMARK);
    assertThatThrownBy(() -> publisher.watermark(0, 5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("job domains is on processing time: it has no watermark");
    assertThatThrownBy(() -> engine.awaitWatermark(5, Duration.ZERO))
        .hasMessage("job domains is on processing time: it has no watermark");
    engine.close();
    assertThat(engine.watermark()).isEqualTo(TimeStage.NO_WATERMARK);
  }

  @Test
  void s015ShouldAskForATimestampAsEventTimeIsTheDefault() {
    assertThatThrownBy(
            () -> tumbling(ofMillis(10)).watermarks(WatermarkStrategy.monotonous()).build())
        .hasMessage("job domains: timestamp: not set; event time needs to be read from the event");
  }

  @Test
  void s095ShouldFireNothingWithoutWatermarksAndByTheClockInProcessingTime() {
    JobBuilder<Sample> none =
        tumbling(ofMillis(10))
            .timestamp(MILLISECONDS, sample -> sample.time)
            .watermarks(WatermarkStrategy.none());
    Engine<Sample> engine = Engine.start(none.build(), EngineOptions.inline());
    for (int i = 0; i < 1_000; i++) {
      event(engine.publisher(), i, i);
    }
    engine.publisher().tick(TimeUnit.HOURS.toNanos(1));
    assertThat(engine.counters().windows().get(0).onTimeFirings.value()).isZero();
    engine.halt();

    assertThat(paced(1).counts()).isNotEqualTo(paced(3).counts());
  }

  /** Events at 0 to 99 that come in at this pace, in processing time. */
  private static Domains.Came paced(long ms) {
    return run(
        processing(10),
        publisher -> {
          for (int i = 0; i < 100; i++) {
            event(publisher, i, i * ms);
          }
        });
  }

  @Test
  void s138ShouldTakeTheSourcesStampOrTheEntrysAsTheJobSays() {
    Consumer<Publisher<Sample>> broker =
        publisher -> {
          event(publisher, 900, 5);
          event(publisher, 900, 12);
        };
    assertThat(run(ingestion(10, IngestionTime.SOURCE), broker).firings())
        .containsExactly("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1");

    AtomicLong nowNs = new AtomicLong(MILLISECONDS.toNanos(25));
    Consumer<Publisher<Sample>> entry =
        publisher -> {
          fill(publisher, 900);
          publisher.publish(0);
        };
    assertThat(
            run(ingestion(10, IngestionTime.ENTRY), options -> options.clock(nowNs::get), entry)
                .firings())
        .containsExactly("[20,30) k1 n=1 sum=1");
    Engine<Sample> engine =
        Engine.start(ingestion(10, IngestionTime.SOURCE).build(), EngineOptions.inline());
    fill(engine.publisher(), 1);
    assertThatThrownBy(() -> engine.publisher().publish(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("its source stamps the ingestion time");
    engine.halt();
    assertThatThrownBy(
            () ->
                Engine.start(
                    ingestion(10, IngestionTime.SOURCE).build(),
                    EngineOptions.<Sample>inline().restampArrivals()))
        .hasMessageContaining("expected IngestionTime.ENTRY");
  }

  /** A source that stalls for five minutes and then hands over all that it held. */
  @Test
  void s143ShouldShowAnOutageInProcessingTimeOnly() {
    Consumer<Publisher<Sample>> script =
        publisher -> {
          for (long second = 0; second < 15 * 60; second++) {
            long time = second * SECOND;
            boolean stalled = time >= 5 * MINUTE && time < 10 * MINUTE;
            event(publisher, time, stalled ? 10 * MINUTE : time);
          }
        };

    assertThat(run(eventTime(MINUTE), script).counts()).hasSize(15).containsOnly(60L);
    assertThat(run(processing(MINUTE), script).counts())
        .containsExactly(60L, 60L, 60L, 60L, 60L, 360L, 60L, 60L, 60L, 60L);
  }

  @Test
  void shouldFireProcessingTimeAtTicksWithoutAnEvent() {
    Engine<Sample> engine = Engine.start(processing(10).build(), EngineOptions.inline());
    event(engine.publisher(), 0, 5);
    engine.publisher().tick(MILLISECONDS.toNanos(10) - 1);
    assertThat(engine.counters().windows().get(0).onTimeFirings.value()).isZero();
    engine.publisher().tick(MILLISECONDS.toNanos(10));
    assertThat(engine.counters().windows().get(0).onTimeFirings.value()).isEqualTo(1);
    engine.close();
  }

  /** An arrival that goes back counts as the largest seen, so that nothing is ever late. */
  @Test
  void shouldNotBeLateInProcessingTimeWhenArrivalsGoBack() {
    Domains.Came came =
        run(
            processing(10),
            publisher -> {
              event(publisher, 0, 25);
              event(publisher, 0, 3);
              publisher.tick(MILLISECONDS.toNanos(31));
              event(publisher, 0, 26);
              event(publisher, 0, -5);
            });

    assertThat(came.firings()).containsExactly("[20,30) k1 n=2 sum=2", "[30,40) k1 n=2 sum=2");
    assertThat(came.late()).isEmpty();
  }

  @Test
  void shouldConvertArrivalsDownwardBefore1970Too() {
    Consumer<Publisher<Sample>> script =
        publisher -> {
          fill(publisher, 0);
          publisher.publish(0, -1);
        };

    assertThat(run(processing(10), script).firings()).containsExactly("[-10,0) k1 n=1 sum=1");
    assertThat(run(ingestion(10, IngestionTime.SOURCE), script).firings())
        .containsExactly("[-10,0) k1 n=1 sum=1");
  }

  @Test
  void shouldRejectWhatTheClockHasNoWindowFor() {
    JobBuilder<Sample> job = tumbling(ofMillis(10)).processingTime(TimeUnit.NANOSECONDS);
    Domains.Came came =
        run(
            job,
            publisher -> {
              fill(publisher, 1);
              publisher.publish(0, Long.MAX_VALUE);
              fill(publisher, 2);
              publisher.publish(0, 10);
            });

    assertThat(came.rejected()).containsExactly("1 bad-timestamp");
    assertThat(came.firings()).containsExactly("[0,10000000) k1 n=1 sum=1");
  }

  @Test
  void shouldEndProcessingTimeWhenAllPartitionsHaveEnded() {
    Domains.Came came =
        run(
            processing(10).partitions(2).noOtherPartitions(),
            publisher -> {
              event(publisher, 0, 7, 3);
              publisher.end(0);
              event(publisher, 0, 8, 4);
              event(publisher, 2, 9, 4);
              publisher.end(1);
            });

    assertThat(came.firings()).containsExactly("[0,10) k1 n=1 sum=1");
    assertThat(came.rejected()).containsExactly("8 partition", "9 partition");
  }

  @Test
  void shouldRefuseSettingsThatDoNotGoTogether() {
    assertThatThrownBy(() -> processing(10).watermarks(WatermarkStrategy.monotonous()).build())
        .hasMessage(
            "job domains: watermarks: set; expected none in processing time, which has none");
    assertThatThrownBy(() -> processing(10).timestamp(MILLISECONDS, sample -> sample.time).build())
        .hasMessage(
            "job domains: timestamp: set in a job on processing time; expected in a job on event"
                + " time only");
    assertThatThrownBy(
            () -> processing(10).ingestionTime(MILLISECONDS, IngestionTime.ENTRY).build())
        .hasMessage(
            "job domains: ingestion time: set in a job on processing time; expected one of the"
                + " two");
    assertThatThrownBy(
            () -> ingestion(10, IngestionTime.ENTRY).eventTimeOr(IngestionTime.ENTRY).build())
        .hasMessage(
            "job domains: event time or ingestion time: set in a job on ingestion time; expected"
                + " in a job on event time only");
    assertThatThrownBy(
            () -> tumbling(ofMillis(10)).ingestionTime(MILLISECONDS, IngestionTime.ENTRY).build())
        .hasMessage(
            "job domains: watermarks: not set; expected a strategy, for example"
                + " boundedOutOfOrderness(bound), the bound being how much disorder to wait for");
    assertThatThrownBy(() -> processing(10, Duration.ZERO))
        .hasMessage("processing time.tick: PT0S; expected more than 0");
  }

  private static JobBuilder<Sample> eventTime(long sizeMs) {
    return tumbling(ofMillis(sizeMs))
        .timestamp(MILLISECONDS, sample -> sample.time)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMinutes(1)));
  }

  private static JobBuilder<Sample> ingestion(long sizeMs, IngestionTime stampedBy) {
    return tumbling(ofMillis(sizeMs))
        .ingestionTime(MILLISECONDS, stampedBy)
        .watermarks(WatermarkStrategy.monotonous());
  }

  private static JobBuilder<Sample> processing(long sizeMs) {
    return tumbling(ofMillis(sizeMs)).processingTime(MILLISECONDS);
  }

  private static JobBuilder<Sample> processing(long sizeMs, Duration tick) {
    return tumbling(ofMillis(sizeMs)).processingTime(MILLISECONDS, tick);
  }

  /** A log of 10,000 events that is read so much later, at an uneven pace. */
  private static Domains.Came log(JobBuilder<Sample> job, long laterMs) {
    return run(
        job,
        publisher -> {
          SplittableRandom random = new SplittableRandom(4);
          long arrivalMs = 13 * HOUR + laterMs;
          for (int i = 0; i < LOG; i++) {
            arrivalMs += random.nextInt(3);
            event(publisher, i * 5L - random.nextInt(2_000), arrivalMs);
          }
        });
  }

  private static String window(String start, String end) {
    return "[%d,%d) k1 n=1 sum=1".formatted(clock(start), clock(end));
  }

  private static String sha256(List<String> lines) {
    try {
      byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
