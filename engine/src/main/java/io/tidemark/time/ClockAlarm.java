package io.tidemark.time;

/**
 * A partition's clock, which its source stamps events by, does not go as the engine's does. A
 * flyweight, valid during the call that hands it out.
 */
public final class ClockAlarm {
  /** What a clock did. */
  public enum Kind {
    /** It began to run fast or slow. */
    DRIFT,
    /** It jumped. */
    STEP
  }

  private Kind kind;
  private int partition;
  private long atNs;
  private double driftPpm;
  private long stepNs;
  private long offsetNs;

  ClockAlarm() {}

  ClockAlarm drift(int newPartition, long newAtNs, double ppm, long newOffsetNs) {
    return set(Kind.DRIFT, newPartition, newAtNs, ppm, 0, newOffsetNs);
  }

  ClockAlarm step(int newPartition, long newAtNs, long newStepNs, long newOffsetNs) {
    return set(Kind.STEP, newPartition, newAtNs, 0, newStepNs, newOffsetNs);
  }

  private ClockAlarm set(
      Kind newKind, int newPartition, long newAtNs, double ppm, long newStepNs, long newOffsetNs) {
    kind = newKind;
    partition = newPartition;
    atNs = newAtNs;
    driftPpm = ppm;
    stepNs = newStepNs;
    offsetNs = newOffsetNs;
    return this;
  }

  /** What the clock did. */
  public Kind kind() {
    return kind;
  }

  /** Whose clock. */
  public int partition() {
    return partition;
  }

  /** The arrival by which it was found, in ns since the epoch. */
  public long atNs() {
    return atNs;
  }

  /** Of a drift: parts per million, more than 0 for a clock that runs fast; else 0. */
  public double driftPpm() {
    return driftPpm;
  }

  /** Of a step: how far it jumped, in ns, more than 0 for forward; else 0. */
  public long stepNs() {
    return stepNs;
  }

  /** See {@link ClockReading#offsetNs}. */
  public long offsetNs() {
    return offsetNs;
  }

  @Override
  public String toString() {
    return kind == Kind.DRIFT
        ? "partition %d: clock drifts by %.1f ppm".formatted(partition, driftPpm)
        : "partition %d: clock jumped by %d ns".formatted(partition, stepNs);
  }
}
