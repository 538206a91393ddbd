package io.tidemark.time;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Histograms of one partition's events, of a fixed size. Recording allocates nothing.
 *
 * <p>Values of up to a day are kept to 1 %, longer ones count as a day.
 */
final class Recording {
  /** Beyond ± this, 73 years, a delay is taken for this one: so its differences do not overflow. */
  static final long MOST_NS = 1L << 61;

  private static final int DIGITS = 2;
  static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

  /** Arrival - timestamp in ns, where that is not negative. */
  final Histogram delayNs;

  /** Largest timestamp so far - timestamp, in the job's unit. */
  final Histogram disorder;

  /** From arrival to arrival, in ns. */
  final Histogram interArrivalNs;

  /** Events whose timestamp lies after their arrival. */
  private long negativeDelays;

  /** By how much at most. */
  private long largestLeadNs;

  Recording(TimeUnit unit) {
    long nanosPerUnit = unit.toNanos(1);
    delayNs = new Histogram(nanosPerUnit, DAY_NS, DIGITS);
    disorder = new Histogram(1, unit.convert(DAY_NS, TimeUnit.NANOSECONDS), DIGITS);
    interArrivalNs = new Histogram(TimeUnit.MICROSECONDS.toNanos(1), DAY_NS, DIGITS);
  }

  long negativeDelays() {
    return negativeDelays;
  }

  long largestLeadNs() {
    return largestLeadNs;
  }

  void delay(long ns) {
    if (ns >= 0) {
      record(delayNs, ns);
    } else {
      negativeDelays++;
      largestLeadNs = Math.max(largestLeadNs, -ns);
    }
  }

  /** From one time to another, within ± {@link #MOST_NS}. */
  static long delayNs(long fromNs, long toNs) {
    long ns = Durations.saturatedSubtract(toNs, fromNs);
    return Math.max(-MOST_NS, Math.min(ns, MOST_NS));
  }

  void disorder(long units) {
    record(disorder, units);
  }

  void interArrival(long ns) {
    record(interArrivalNs, ns);
  }

  private static void record(Histogram histogram, long value) {
    histogram.recordValue(Math.min(value, histogram.getHighestTrackableValue()));
  }

  /** Adds what another one of the same unit holds. */
  void add(Recording other) {
    delayNs.add(other.delayNs);
    disorder.add(other.disorder);
    interArrivalNs.add(other.interArrivalNs);
    negativeDelays += other.negativeDelays;
    largestLeadNs = Math.max(largestLeadNs, other.largestLeadNs);
  }

  /** Forgets all. */
  void reset() {
    delayNs.reset();
    disorder.reset();
    interArrivalNs.reset();
    negativeDelays = 0;
    largestLeadNs = 0;
  }
}
