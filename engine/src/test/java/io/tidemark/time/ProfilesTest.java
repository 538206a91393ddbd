package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Profiles that another thread reads while they are written. */
@Timeout(60)
class ProfilesTest {
  private static final int READS = 200;
  private static final long MS = 1_000_000;

  private final Profiles profiles =
      new Profiles(TimeUnit.MILLISECONDS, ClockTolerance.DEFAULT, alarm -> {});

  /** An event is there as a whole or not at all, so what is counted of it adds up. */
  @Test
  void shouldGiveReadersOneMoment() throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      Future<Long> last = reader.submit(this::readOften);
      long batches = 0;
      while (!last.isDone()) {
        write(batches++);
      }
      assertThat(last.get()).isLessThanOrEqualTo(batches * SlotBatch.SIZE).isNotZero();
      assertThat(profiles.of(0).orElseThrow().events()).isEqualTo(batches * SlotBatch.SIZE);
    } finally {
      reader.shutdownNow();
    }
  }

  private long readOften() {
    long before = 0;
    int reads = 0;
    while (reads < READS) {
      long events = profiles.of(0).map(ProfilesTest::check).orElse(0L);
      assertThat(events).isGreaterThanOrEqualTo(before);
      if (events > before) {
        reads++;
      }
      before = events;
    }
    return before;
  }

  private static long check(PartitionProfile profile) {
    long events = profile.events();
    assertThat(profile.delayNs().getTotalCount() + profile.negativeDelays()).isEqualTo(events);
    assertThat(profile.negativeDelays()).isEqualTo(events / 2);
    assertThat(profile.interArrivalNs().getTotalCount()).isEqualTo(events - 1);
    return events;
  }

  private final SlotBatch batch = new SlotBatch(0);

  /** Half of the events come before their time. */
  private void write(long number) {
    batch.size = SlotBatch.SIZE;
    for (int i = 0; i < batch.size; i++) {
      long ms = number * batch.size + i;
      batch.kinds[i] = SlotKind.EVENT;
      batch.timestamps[i] = ms + (i % 2 == 0 ? -5 : 5);
      batch.arrivalsNs[i] = ms * MS;
    }
    profiles.record(batch);
  }

  @Test
  void shouldLetAHandlerOfAlarmsReadTheProfile() {
    long[] seen = new long[1];
    Profiles[] self = new Profiles[1];
    self[0] =
        new Profiles(
            TimeUnit.MILLISECONDS,
            ClockTolerance.DEFAULT,
            alarm -> seen[0] = self[0].of(alarm.partition()).orElseThrow().clock().lastStepNs());
    batch.size = 1;
    batch.kinds[0] = SlotKind.EVENT;
    for (long second = 0; second < 240; second++) {
      batch.arrivalsNs[0] = second * 1_000 * MS;
      batch.timestamps[0] = second * 1_000 + (second < 120 ? 0 : 3_000);
      self[0].record(batch);
    }
    assertThat(seen[0]).isEqualTo(3_000 * MS);
  }
}
