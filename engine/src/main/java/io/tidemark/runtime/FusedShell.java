package io.tidemark.runtime;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.tidemark.counters.Counters;
import io.tidemark.time.Slot;
import java.util.function.Supplier;

/**
 * Layout fused: a single-producer ring a publisher and one for the ticker; one thread takes what
 * they hold in turn, which is the total order, through all stages.
 *
 * <p>A turn takes at most some hundreds of slots of a ring, and a quarter of a small one; the
 * publisher sees the room at the end of it. What waits in a ring is not silence: see {@link Turns}.
 *
 * @param <E> the type of event
 */
public final class FusedShell<E extends Slot> implements Shell<E> {
  /** How many slots a turn takes at most, unless told otherwise. */
  public static final int TURN = 256;

  /** How many rows of a large firing are handed out at a time, unless told otherwise. */
  public static final int FIRING_SLICE = 1_024;

  private final SlotLoop<E> loop;
  private final Turns<E> turns;
  private final Supplier<E> events;
  private final Lifecycle lifecycle;
  private final Counters counters;
  private final int ringSize;
  private final Stage stage;

  private Ticker<E> ticker;

  /**
   * A shell around this loop, not started.
   *
   * @param ringSize the slots of each publisher's ring, a power of two
   * @param turn how many of them a turn takes at most
   */
  public FusedShell(
      String job,
      SlotLoop<E> loop,
      Supplier<E> events,
      Lifecycle lifecycle,
      Counters counters,
      int ringSize,
      int turn,
      Waiting waiting) {
    this.loop = loop;
    this.events = events;
    this.turns = new Turns<>(loop, newRing(1), turn);
    this.lifecycle = lifecycle;
    this.counters = counters;
    this.ringSize = ringSize;
    this.stage = new Stage("tidemark-" + job, waiting);
  }

  /** Starts the stage's thread, and a ticker where there is one. */
  public void start(TickerSetup tickerSetup) {
    if (tickerSetup != null) {
      RingBuffer<E> ring = newRing(Ticker.SLOTS);
      turns.ticks(ring);
      ticker = new Ticker<>(tickerSetup, ring, stage, lifecycle);
    }
    stage.start();
    if (ticker != null) {
      ticker.start();
    }
  }

  @Override
  public PublishPort<E> addPort() {
    RingInput<E> input = turns.add(newRing(ringSize));
    return new FusedPort<>(input, turns, stage, lifecycle, loop.aligned(lifecycle), counters);
  }

  @Override
  public void drain(long timeoutNs) {
    stopTicker();
    stage.close();
    if (!stage.awaitEnd(timeoutNs)) {
      stage.halt();
      throw lifecycle.notDrained(turns.waitingSlots() + " published slots were not taken");
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

  private void stopTicker() {
    if (ticker != null) {
      ticker.halt();
    }
  }

  private RingBuffer<E> newRing(int size) {
    // The wait strategy serves no one: stages wait by themselves. This one's signal costs nothing.
    return RingBuffer.createSingleProducer(events::get, size, new BusySpinWaitStrategy());
  }

  /** The thread that runs all stages. */
  private final class Stage extends Worker {
    Stage(String name, Waiting waiting) {
      super(name, lifecycle, waiting);
    }

    @Override
    boolean poll() {
      return turns.take();
    }

    @Override
    boolean hasWork() {
      return turns.hasWork();
    }

    @Override
    void finish() {
      turns.end();
    }

    @Override
    void discard() {
      turns.discard();
    }

    /** When another thread of the engine has failed, too. */
    @Override
    boolean mustStop() {
      return isHalted() || lifecycle.failure() != null;
    }
  }
}
