package io.tidemark.scenario;

import static io.tidemark.scenario.Times.SECOND;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import org.junit.jupiter.api.Test;

/**
 * Two partitions with an idleness of a second, of which one is stuck in a read for five. What waits
 * in a ring, and what threads do, is tested with the threads.
 */
class BlockedPublisherTest extends ScenarioTest {
  /**
   *
   *
   * <pre>
   * s           0       0.9     1                  5
   * p0          an event every 100 ms, 50 ms ahead
   * p1          20 ms                              5,020 ms
   * watermark   19 ms   19 ms   as p0 from here    held by p1 from here
   * </pre>
   */
  @Test
  void shouldFireWithinTheIdlenessAndATickWhileTheOtherIsStuck() {
    Scenario scenario = tumbling(SECOND).partitions(2).idleness(SECOND).on(1, 20);
    for (long now = 0; now < SECOND; now += 100) {
      scenario.now(now).on(0, now + 50).expectFirings().expectWatermark("19");
    }
    scenario.tick(SECOND).expectIdle(1, true).expectWatermark("949");
    scenario.on(0, 1_050).expectFirings("[0,1000) k1 n=11 sum=11");
    for (long now = 1_100; now < 5 * SECOND; now += 100) {
      scenario.now(now).on(0, now + 50).expectWatermark("" + (now + 49));
    }
    scenario.now(5 * SECOND).on(1, 5_020).expectIdle(1, false).on(0, 5_050).on(0, 5_150);
    scenario.expectWatermark("5019").expectLate();
  }

  /** S043: the reader is given the event with the stamp that its source gave, its arrival. */
  @Test
  void s043ShouldPassTheRecordsOwnTimestampThroughToTheReader() {
    tumbling(10)
        .with(
            builder ->
                builder.timestamp(
                    MILLISECONDS,
                    sample ->
                        sample.time == -1 ? NANOSECONDS.toMillis(sample.arrivalNs()) : sample.time))
        .now(77)
        .at(50)
        .expectWatermark("49")
        .at(-1)
        .expectWatermark("76");
  }
}
