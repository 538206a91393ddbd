package io.tidemark.time;

import io.tidemark.counters.Counter;

/**
 * Watches one partition's clock through the smallest delay (arrival - timestamp) of each interval.
 * Queues and jitter only add to a delay, so the smallest ones follow the shortest way and the two
 * clocks alone: the minimum filter of NTP (RFC 5905, 10) and of V. Paxson, On Calibrating
 * Measurements of Packet Transit Times (SIGMETRICS 1998).
 *
 * <p>Drift: the robust slope of the last {@link #POINTS} minima. It is alarming when it reaches the
 * tolerance, nearly all pairs of minima agree on its sign, and what it adds up to stands far out of
 * their scatter; and it is no clock's beyond {@link ClockTolerance#MOST_PPM}.
 *
 * <p>Step: minima that stay a tolerance away from where they were. Smaller delays cannot come from
 * queues, so {@link #LOWER_POINTS} of them are enough; larger ones must last for all points, or
 * they are a burst.
 *
 * <p>Pure: time is the arrivals. An interval without an event adds nothing. Cost: a comparison or
 * two an event, and a {@link TrendLine} an interval; intervals of different partitions end at
 * different times. Writer: the time stage; what it found is read by any thread.
 */
final class ClockWatch {
  /** How many minima the drift is made of. */
  static final int POINTS = 16;

  /** How many smaller ones in turn make a step. */
  static final int LOWER_POINTS = 8;

  private static final double LEAST_AGREEMENT = 0.8;
  private static final double LEAST_TREND_TO_DEVIATION = 10;
  private static final double PPM = 1e6;
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private final int partition;
  private final double alarmPpm;
  private final long stepNs;
  private final long intervalNs;
  private final long phaseNs;

  private long endNs = Long.MIN_VALUE;
  private long minNs = Long.MAX_VALUE;
  private long minAtNs;

  /** The last minima, oldest first, and when they were. */
  private final long[] minima = new long[POINTS];

  private final long[] atNs = new long[POINTS];
  private int points;

  /** Where the smallest delay is when nothing is wrong. */
  private long floorNs;

  private boolean hasFloor;

  private volatile long offsetNs = ClockReading.UNKNOWN;
  private volatile double driftPpm = Double.NaN;
  private volatile boolean drifting;
  private final Counter steps = new Counter();
  private volatile long lastStepNs;

  /** A watch that has seen nothing. */
  ClockWatch(int partition, ClockTolerance tolerance) {
    this.partition = partition;
    this.alarmPpm = tolerance.driftPpm();
    this.stepNs = Math.min(TimeStage.saturatedNanos(tolerance.step()), Recording.MOST_NS);
    this.intervalNs = tolerance.interval().toNanos();
    this.phaseNs = Long.remainderUnsigned(partition * SPREAD, intervalNs);
  }

  /** Whether this time is in the next interval: {@link #endInterval} comes first then. */
  boolean isOver(long nowNs) {
    return nowNs >= endNs;
  }

  /** An event arrived at this time, with this delay, within ± {@link Recording#MOST_NS}. */
  void observe(long nowNs, long delayNs) {
    if (delayNs < minNs) {
      minNs = delayNs;
      minAtNs = nowNs;
    }
  }

  /** The interval is over: looks at what it adds, and returns whether that is alarming. */
  boolean endInterval(long nowNs, TrendLine line, ClockAlarm alarm) {
    boolean heard = minNs != Long.MAX_VALUE;
    if (heard) {
      addPoint();
      offsetNs = -smallest(0);
    }
    minNs = Long.MAX_VALUE;
    long intoNs = Math.floorMod(nowNs - phaseNs, intervalNs);
    endNs = Durations.saturatedAdd(nowNs, intervalNs - intoNs);
    return heard && (hasJumped(nowNs, alarm) || startsToDrift(nowNs, line, alarm));
  }

  private boolean hasJumped(long nowNs, ClockAlarm alarm) {
    long jumpedNs = step();
    if (jumpedNs == 0) {
      return false;
    }
    lastStepNs = jumpedNs;
    steps.increment();
    alarm.step(partition, nowNs, jumpedNs, offsetNs);
    return true;
  }

  /** What it found; any thread. */
  ClockReading reading() {
    return new ClockReading(offsetNs, driftPpm, drifting, steps.value(), lastStepNs);
  }

  private void addPoint() {
    if (points == POINTS) {
      System.arraycopy(minima, 1, minima, 0, POINTS - 1);
      System.arraycopy(atNs, 1, atNs, 0, POINTS - 1);
      points--;
    }
    minima[points] = minNs;
    atNs[points] = minAtNs;
    points++;
  }

  /** How far the clock jumped: 0 for not at all. Keeps the floor where the minima are at rest. */
  private long step() {
    boolean isFull = points == POINTS;
    if (!hasFloor) {
      if (isFull && isAtRest(0)) {
        hasFloor = true;
        floorNs = smallest(0);
      }
      return 0;
    }
    int lower = points - LOWER_POINTS;
    if (lower >= 0 && isAtRest(lower) && largest(lower) < floorNs - stepNs) {
      return jumpTo(smallest(lower));
    }
    if (isFull && isAtRest(0)) {
      long newFloorNs = smallest(0);
      if (newFloorNs > floorNs + stepNs) {
        return jumpTo(newFloorNs);
      }
      // Also where it drifts.
      floorNs = newFloorNs;
    }
    return 0;
  }

  /** Smaller delays are a clock that is further ahead. */
  private long jumpTo(long newFloorNs) {
    long jumpedNs = floorNs - newFloorNs;
    floorNs = newFloorNs;
    // What came before the jump says nothing of the drift.
    points = 0;
    drifting = false;
    driftPpm = Double.NaN;
    return jumpedNs;
  }

  private boolean startsToDrift(long nowNs, TrendLine line, ClockAlarm alarm) {
    if (points < POINTS) {
      return false;
    }
    line.fit(atNs, minima);
    // Delays that grow are a clock that runs slow.
    double ppm = -line.slope() * PPM;
    driftPpm = ppm;
    double magnitude = Math.abs(ppm);
    if (drifting) {
      drifting = magnitude >= alarmPpm / 2;
      return false;
    }
    drifting =
        magnitude >= alarmPpm
            && magnitude <= ClockTolerance.MOST_PPM
            && line.agreement() >= LEAST_AGREEMENT
            && standsOut(line);
    if (drifting) {
      alarm.drift(partition, nowNs, ppm, offsetNs);
    }
    return drifting;
  }

  private boolean standsOut(TrendLine line) {
    double trend = Math.abs(line.slope()) * (atNs[POINTS - 1] - atNs[0]);
    return trend >= LEAST_TREND_TO_DEVIATION * line.deviation();
  }

  private boolean isAtRest(int from) {
    return largest(from) - smallest(from) <= stepNs / 2;
  }

  private long smallest(int from) {
    long smallest = minima[from];
    for (int i = from + 1; i < points; i++) {
      smallest = Math.min(smallest, minima[i]);
    }
    return smallest;
  }

  private long largest(int from) {
    long largest = minima[from];
    for (int i = from + 1; i < points; i++) {
      largest = Math.max(largest, minima[i]);
    }
    return largest;
  }
}
