package io.tidemark.time;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Decides one partition's bound by its disorder.
 *
 * <p>Of n events, the k-th largest disorder is exceeded by a share of k / (n + 1) of events to come
 * on average, if these are like those (H. A. David, H. N. Nagaraja, Order Statistics, 2.1): so k is
 * n times the target.
 */
final class AdaptiveGenerator implements WatermarkGenerator<Object> {
  private static final int DIGITS = 2;
  private static final double PER_CENT = 100;

  private final DecisionContext context;
  private final MovingBound moving;
  private final long min;
  private final long max;
  private final long start;
  private final long step;
  private final int every;

  /** Up to this percentile, disorder is to be waited for. */
  private final double waitedFor;

  private final Histogram disorder;
  private boolean started;
  private int events;

  AdaptiveGenerator(AdaptiveBound settings, DecisionContext context) {
    TimeUnit unit = context.unit();
    this.context = context;
    this.moving = new MovingBound(context);
    this.min = settings.minIn(unit);
    this.max = settings.maxIn(unit);
    this.start = settings.startIn(unit);
    this.step = settings.stepIn(unit);
    this.every = settings.eventsToDecide();
    long exceeding = (long) Math.floor(settings.targetLate() * every) - 1;
    this.waitedFor = PER_CENT * (every - Math.max(exceeding, 0)) / every;
    // What is beyond the largest bound is all the same.
    this.disorder = new Histogram(1, Math.max(max + 1, 2), DIGITS);
  }

  @Override
  public void onEvent(Object event, long timestamp, WatermarkOutput output) {
    if (!started) {
      started = true;
      moving.decide(context.events(), start);
    }
    disorder.recordValue(Math.min(moving.observe(timestamp, output), max + 1));
    events++;
    if (events == every) {
      moving.decide(context.events() + 1, decision());
      events = 0;
      disorder.reset();
    }
  }

  private long decision() {
    long wanted = Math.min(disorder.getValueAtPercentile(waitedFor), max);
    long bound = moving.bound();
    long near = Math.max(bound - step, Math.min(wanted, bound + step));
    return Math.max(min, Math.min(near, max));
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    // Only events move it.
  }
}
