package io.tidemark.time;

/** Repeats the recorded decisions of one partition. */
final class ReplayedBounds implements WatermarkGenerator<Object> {
  private final DecisionContext context;
  private final MovingBound moving;
  private final BoundDecisions.Decision[] decisions;
  private final long start;
  private int next;
  private boolean started;

  ReplayedBounds(AdaptiveBound settings, DecisionContext context) {
    this.context = context;
    this.moving = new MovingBound(context);
    this.start = settings.startIn(context.unit());
    this.decisions = BoundDecisions.of(context.partition(), settings.replayed().orElseThrow());
  }

  @Override
  public void onEvent(Object event, long timestamp, WatermarkOutput output) {
    long events = context.events();
    int before = next;
    while (next < decisions.length && decisions[next].events() <= events) {
      next++;
    }
    if (next > before) {
      moving.decide(decisions[next - 1].events(), decisions[next - 1].bound());
    } else if (!started) {
      moving.decide(events, start);
    }
    started = true;
    moving.observe(timestamp, output);
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    // Only events move it.
  }
}
