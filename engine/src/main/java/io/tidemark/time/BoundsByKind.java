package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * A bound for each kind of event of a partition, as if each kind were a partition of its own.
 *
 * <p>Cost: O(kinds) an event.
 *
 * @param kindOf tells an event's kind, from 0
 * @param bounds the disorder waited for in each kind
 */
record BoundsByKind<E>(ToIntFunction<? super E> kindOf, List<Duration> bounds)
    implements WatermarkGeneratorSupplier<E> {
  BoundsByKind {
    requireNonNull(kindOf, "watermarks.kind of event");
    if (bounds.isEmpty()) {
      throw new IllegalArgumentException("watermarks.bounds: none; expected one for each kind");
    }
    for (Duration bound : bounds) {
      if (bound.isNegative()) {
        throw new IllegalArgumentException("watermarks.bounds: " + bound + "; expected 0 or more");
      }
    }
  }

  void check(TimeUnit unit) {
    bounds.forEach(bound -> Durations.inUnit(bound, unit, "watermarks.bounds"));
  }

  @Override
  public WatermarkGenerator<E> createWatermarkGenerator(Context context) {
    return new Generator<>(this, context);
  }

  private static final class Generator<E> implements WatermarkGenerator<E> {
    private final ToIntFunction<? super E> kindOf;
    private final Context context;
    private final BoundedWatermark[] bounds;
    private final long[] reached;
    private final long[] lastNs;
    private boolean heard;

    private Generator(BoundsByKind<E> strategy, Context context) {
      this.kindOf = strategy.kindOf;
      this.context = context;
      this.bounds =
          strategy.bounds.stream()
              .map(bound -> new BoundedWatermark(bound, context.unit()))
              .toArray(BoundedWatermark[]::new);
      this.reached = new long[bounds.length];
      this.lastNs = new long[bounds.length];
      Arrays.fill(reached, TimeStage.NO_WATERMARK);
    }

    @Override
    public void onEvent(E event, long timestamp, WatermarkOutput output) {
      int kind = kindOf.applyAsInt(event);
      if (kind < 0 || kind >= bounds.length) {
        throw new IllegalArgumentException(
            "kind of event: " + kind + "; expected 0 to " + (bounds.length - 1));
      }
      listen();
      lastNs[kind] = context.nowNs();
      reached[kind] = Math.max(reached[kind], bounds[kind].after(timestamp));
      emit(output);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      listen();
      emit(output);
    }

    /** The silence of every kind begins when the engine's clock has. */
    private void listen() {
      if (!heard) {
        heard = true;
        Arrays.fill(lastNs, context.nowNs());
      }
    }

    private void emit(WatermarkOutput output) {
      long smallest = TimeStage.END_OF_TIME;
      for (int kind = 0; kind < reached.length; kind++) {
        if (!isSilent(kind)) {
          smallest = Math.min(smallest, reached[kind]);
        }
      }
      if (smallest != TimeStage.NO_WATERMARK && smallest != TimeStage.END_OF_TIME) {
        output.emitWatermark(smallest);
      }
    }

    private boolean isSilent(int kind) {
      long idlenessNs = context.idlenessNs();
      return idlenessNs > 0 && context.nowNs() >= Durations.saturatedAdd(lastNs[kind], idlenessNs);
    }
  }
}
