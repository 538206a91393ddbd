package io.tidemark.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Measures each partition's delay, disorder and clock, a batch at a time, after it has been judged.
 * It changes nothing, and what it finds is a function of the slots.
 *
 * <p>A partition's histograms are made when its first event comes and let go of when it leaves:
 * about 80 KB in a job in ms, 120 KB in one in ns, and as much again once somebody reads them. One
 * writer, the time stage, which allocates nothing else and never waits; readers take what was
 * recorded and leave an empty recording in its place (G. Tene's WriterReaderPhaser of HdrHistogram,
 * entered once a batch).
 */
public final class Profiles {
  private static final VarHandle PROFILES = MethodHandles.arrayElementVarHandle(Profile[].class);

  private final TimeUnit unit;
  private final long nanosPerUnit;
  private final long mostUnits;
  private final ClockTolerance tolerance;
  private final ClockAlarmHandler alarms;
  private final ClockAlarm alarm = new ClockAlarm();
  private final TrendLine line = new TrendLine(ClockWatch.POINTS);
  private final EntryDelays entries = new EntryDelays();
  private final WriterReaderPhaser phaser = new WriterReaderPhaser();

  /** By partition; null where there is none. Replaced when it grows. */
  private volatile Profile[] profiles = {};

  /** Readers', under the phaser's lock. */
  private Recording spare;

  /**
   * Nothing measured yet.
   *
   * @param unit of timestamps
   */
  public Profiles(TimeUnit unit, ClockTolerance tolerance, ClockAlarmHandler alarms) {
    this.unit = unit;
    this.nanosPerUnit = unit.toNanos(1);
    this.mostUnits = Long.MAX_VALUE / nanosPerUnit;
    this.tolerance = tolerance;
    this.alarms = alarms;
  }

  /** How long after their arrival events enter, where publishers measure that; any thread. */
  public EntryDelays entries() {
    return entries;
  }

  /** Records the events of a batch that has been judged; the time stage's thread. */
  public void record(SlotBatch batch) {
    int next = 0;
    while (next < batch.size) {
      next = recordToAlarm(batch, next);
    }
  }

  /** Returns the place after the first slot that is alarming, which has been told, or the end. */
  private int recordToAlarm(SlotBatch batch, int from) {
    boolean alarming = false;
    int i = from;
    long entered = phaser.writerCriticalSectionEnter();
    try {
      while (i < batch.size && !alarming) {
        byte kind = batch.kinds[i];
        if (SlotBatch.isAccepted(kind) || kind == SlotBatch.FILTERED) {
          alarming = record(batch.partitions[i], batch.arrivalsNs[i], batch.timestamps[i]);
        } else if (kind == SlotKind.LEAVE) {
          forget(batch.partitions[i]);
        }
        i++;
      }
    } finally {
      phaser.writerCriticalSectionExit(entered);
    }
    if (alarming) {
      // Outside, so that the handler may read what was measured.
      alarms.onClockAlarm(alarm);
    }
    return i;
  }

  /** Returns whether its clock is alarming. */
  private boolean record(int partition, long arrivalNs, long timestamp) {
    Profile profile = profile(partition);
    long delayNs = delayNs(arrivalNs, timestamp);
    long nowNs = profile.record(arrivalNs, timestamp, delayNs);
    ClockWatch clock = profile.clock();
    boolean alarming = clock.isOver(nowNs) && clock.endInterval(nowNs, line, alarm);
    clock.observe(nowNs, delayNs);
    return alarming;
  }

  private long delayNs(long arrivalNs, long timestamp) {
    // Cut so that the product does not overflow.
    long at = Math.max(-mostUnits, Math.min(timestamp, mostUnits)) * nanosPerUnit;
    return Recording.delayNs(at, arrivalNs);
  }

  private Profile profile(int partition) {
    Profile[] known = profiles;
    if (partition < known.length && known[partition] != null) {
      return known[partition];
    }
    if (partition >= known.length) {
      known = Arrays.copyOf(known, Math.max(partition + 1, 2 * known.length));
      profiles = known;
    }
    Profile added = new Profile(partition, unit, tolerance);
    PROFILES.setRelease(known, partition, added);
    return added;
  }

  private void forget(int partition) {
    Profile[] known = profiles;
    if (partition < known.length) {
      PROFILES.setRelease(known, partition, null);
    }
  }

  /**
   * What was measured of a partition; empty where it has had no event or has left. Any thread; it
   * waits for the batch under way at most. Cost: copies the histograms.
   */
  public Optional<PartitionProfile> of(int partition) {
    Profile[] known = profiles;
    Profile profile =
        partition < 0 || partition >= known.length
            ? null
            : (Profile) PROFILES.getAcquire(known, partition);
    if (profile == null) {
      return Optional.empty();
    }
    phaser.readerLock();
    try {
      Recording empty = spare == null ? new Recording(unit) : spare;
      spare = profile.takeInto(empty, phaser);
      return Optional.of(profile.snapshot(entries.of(partition)));
    } finally {
      phaser.readerUnlock();
    }
  }
}
