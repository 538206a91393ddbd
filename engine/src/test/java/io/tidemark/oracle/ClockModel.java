package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Processing time: the clock is the largest arrival or tick so far. To windows it looks like a
 * watermark that is always one unit behind the clock, and is there before the event that brings the
 * arrival; but there is none to be seen.
 */
final class ClockModel implements TimeSource {
  private final BigInteger unitNs;
  private final List<Moment> moments = new ArrayList<>();
  private final Set<Integer> ended = new HashSet<>();

  /** The largest arrival or tick; null before the first one. */
  private BigInteger now;

  private long completeUpTo = Long.MIN_VALUE;

  /**
   * A clock that has not been heard of.
   *
   * @param unitNs the unit of timestamps
   */
  ClockModel(long unitNs) {
    this.unitNs = big(unitNs);
  }

  @Override
  public Optional<Outcome.Refusal> take(int index, Step step) {
    if (step instanceof Step.Event event) {
      if (ended.contains(event.partition())) {
        return Optional.of(Outcome.Refusal.PARTITION);
      }
      passTime(index, event.arrivalNs());
      moments.add(new Moment.Passed(index, now.longValueExact()));
      moments.add(new Moment.Judged(index, event, completeUpTo));
    } else if (step instanceof Step.Tick tick) {
      passTime(index, tick.nowNs());
      moments.add(new Moment.Passed(index, now.longValueExact()));
    } else if (step instanceof Step.End end) {
      ended.add(end.partition());
    } else if (step instanceof Step.EndOfInput) {
      move(index, Long.MAX_VALUE);
    }
    return Optional.empty();
  }

  @Override
  public long watermark() {
    return Long.MIN_VALUE;
  }

  @Override
  public List<Moment> moments() {
    return moments;
  }

  private void passTime(int index, long timeNs) {
    now = now == null ? big(timeNs) : now.max(big(timeNs));
    BigInteger[] parts = now.divideAndRemainder(unitNs);
    BigInteger units = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    move(index, Exact.clamp(units.subtract(BigInteger.ONE)));
  }

  private void move(int index, long to) {
    if (to > completeUpTo) {
      moments.add(new Moment.Moved(index, completeUpTo, to, to));
      completeUpTo = to;
    }
  }
}
