package io.tidemark.runtime;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.tidemark.counters.Counters;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Layout fused: a single-producer ring a publisher and one for the ticker; one thread takes what
 * they hold in turn, which is the total order, through all stages.
 *
 * <p>A turn takes at most 256 slots of a ring, and a quarter of a small one; the publisher sees the
 * room at the end of it. A tick is taken only when every publisher's ring has been taken up to
 * where it stood when the tick was seen: what waits in a ring is not silence.
 *
 * @param <E> the type of event
 */
public final class FusedShell<E extends Slot> implements Shell<E> {
  private final SlotLoop<E> loop;
  private final Supplier<E> events;
  private final Lifecycle lifecycle;
  private final Counters counters;
  private final int ringSize;
  private final Stage stage;

  /** The publishers' rings; replaced as a whole when one is added, under this object's lock. */
  private volatile RingInput<E>[] inputs;

  /** The ticker's ring, or null; set before the start. */
  private RingInput<E> ticks;

  private Ticker<E> ticker;

  /**
   * A shell around this loop, not started.
   *
   * @param ringSize the slots of each publisher's ring, a power of two
   */
  public FusedShell(
      String job,
      SlotLoop<E> loop,
      Supplier<E> events,
      Lifecycle lifecycle,
      Counters counters,
      int ringSize,
      Waiting waiting) {
    this.loop = loop;
    this.events = events;
    this.lifecycle = lifecycle;
    this.counters = counters;
    this.ringSize = ringSize;
    this.inputs = none();
    this.stage = new Stage("tidemark-" + job, waiting);
  }

  /** Starts the stage's thread, and a ticker where there is one. */
  public void start(TickerSetup tickerSetup) {
    if (tickerSetup != null) {
      RingBuffer<E> ring = newRing(Ticker.SLOTS);
      ticks = new RingInput<>(ring);
      ticker = new Ticker<>(tickerSetup, ring, stage, lifecycle);
    }
    stage.start();
    if (ticker != null) {
      ticker.start();
    }
  }

  @Override
  public synchronized PublishPort<E> addPort() {
    RingInput<E> input = new RingInput<>(newRing(ringSize));
    RingInput<E>[] more = Arrays.copyOf(inputs, inputs.length + 1);
    more[inputs.length] = input;
    inputs = more;
    return new FusedPort<>(input, stage, lifecycle, counters.published.part());
  }

  @Override
  public void drain(long timeoutNs) {
    stopTicker();
    stage.close();
    if (!stage.awaitEnd(timeoutNs)) {
      stage.halt();
      throw lifecycle.notDrained(waitingSlots() + " published slots were not taken");
    }
  }

  @Override
  public void halt() {
    stopTicker();
    stage.halt();
  }

  @Override
  public boolean awaitEnd(long timeoutNs) {
    return stage.awaitEnd(timeoutNs);
  }

  @Override
  public boolean isOwnThread() {
    return stage.isCurrent() || lifecycle.isEngineThread();
  }

  @SuppressWarnings("unchecked") // an empty array holds nothing of the wrong type
  private static <E extends Slot> RingInput<E>[] none() {
    return (RingInput<E>[]) new RingInput<?>[0];
  }

  private void stopTicker() {
    if (ticker != null) {
      ticker.halt();
    }
  }

  private long waitingSlots() {
    long waiting = 0;
    for (RingInput<E> input : inputs) {
      waiting += input.published() - input.visited();
    }
    return waiting;
  }

  private RingBuffer<E> newRing(int size) {
    // The wait strategy serves no one: stages wait by themselves. This one's signal costs nothing.
    return RingBuffer.createSingleProducer(events::get, size, new BusySpinWaitStrategy());
  }

  /** The thread that runs all stages. */
  private final class Stage extends Worker {
    /** How far each input had been published when the tick under way was seen. */
    private long[] stood = {};

    Stage(String name, Waiting waiting) {
      super(name, lifecycle, waiting);
    }

    @Override
    boolean poll() {
      boolean worked = ticks != null && ticks.hasWork() && takeTick();
      for (RingInput<E> input : inputs) {
        worked |= input.visit(loop, Long.MAX_VALUE);
      }
      return worked;
    }

    @Override
    boolean hasWork() {
      for (RingInput<E> input : inputs) {
        if (input.hasWork()) {
          return true;
        }
      }
      return ticks != null && ticks.hasWork();
    }

    @Override
    void finish() {
      RingBuffer<E> end = newRing(1);
      SlotControl.control(end.get(0), SlotKind.END_OF_INPUT, 0, 0);
      loop.run(end, 0, 0);
    }

    @Override
    void discard() {
      for (RingInput<E> input : inputs) {
        input.discard();
      }
    }

    /** When another thread of the engine has failed, too. */
    @Override
    boolean mustStop() {
      return isHalted() || lifecycle.failure() != null;
    }

    private boolean takeTick() {
      long tick = ticks.visited() + 1;
      RingInput<E>[] now = inputs;
      if (stood.length != now.length) {
        stood = new long[now.length];
      }
      for (int i = 0; i < now.length; i++) {
        stood[i] = now[i].published();
      }
      for (int i = 0; i < now.length; i++) {
        while (!mustStop() && now[i].visited() < stood[i]) {
          now[i].visit(loop, stood[i]);
        }
      }
      return !mustStop() && ticks.visit(loop, tick);
    }
  }
}
