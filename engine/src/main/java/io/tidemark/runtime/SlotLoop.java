package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.aggregate.AggregateException;
import io.tidemark.counters.Counters;
import io.tidemark.output.RejectedHandler;
import io.tidemark.process.ProcessStage;
import io.tidemark.time.BoundHandler;
import io.tidemark.time.PartitionView;
import io.tidemark.time.Profiles;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.Timekeeper;
import io.tidemark.time.WatermarkException;
import io.tidemark.window.BatchSlots;
import io.tidemark.window.WindowStage;

/**
 * Takes slots through all stages on one thread, a batch at a time: the user's functions, the time
 * stage, the window stage with the side outputs, the process stage. Layouts inline and fused are
 * this loop, on the caller's thread or on one of the engine's.
 *
 * <p>User functions run before any state changes, so an event whose function throws leaves no
 * trace. Results and late events come in the order of the slots, and so do rejected ones; but
 * within a batch a rejected event may be handed out before the firings of a slot ahead of it, and
 * the rows of a firing that goes on in slices come among what later slots lead to. No result
 * depends on where a batch ends.
 *
 * <p>Of one slot, what the time before it brings comes first, then the slot itself with the
 * watermark after it; of each of the two, windows come before processes. One writer: the thread
 * that runs the loop.
 *
 * @param <E> the type of event
 */
public final class SlotLoop<E extends Slot> implements BatchSlots<E> {
  private final EventCode code;
  private final Timekeeper time;
  private final WindowStage<E> windows;
  private final JudgedSlots<E> judged;
  private final SkippedSlots<E> skipped;
  private final Naming naming;
  private final Counters counters;
  private final SlotBatch batch;
  private final PublishedWatermark watermark = new PublishedWatermark();

  /** Is told decisions of bounds, or null; set before the first slot. */
  private BoundHandler bounds;

  /** Measures what was judged, or null; set before the first slot. */
  private Profiles profiles;

  // The batch under way: its ring, and the sequence of its first slot.
  private RingBuffer<E> ring;
  private long first;

  private boolean running;

  /**
   * A loop over these stages.
   *
   * @param setup the job's part
   * @param rejected takes what is rejected
   */
  public SlotLoop(
      LoopSetup setup,
      Timekeeper time,
      WindowStage<E> windows,
      ProcessStage<E> processes,
      Counters counters,
      RejectedHandler<E> rejected) {
    this.code = EventCode.of(setup);
    this.batch = new SlotBatch(setup.values().size());
    this.time = time;
    this.windows = windows;
    this.counters = counters;
    this.naming = new Naming(setup.job());
    this.judged =
        new JudgedSlots<>(setup, time, windows, processes, this, counters.accepted, watermark);
    this.skipped = new SkippedSlots<>(naming, counters, rejected);
  }

  /** Has decisions of adaptive bounds told. */
  public void tellBoundsTo(BoundHandler handler) {
    bounds = handler;
    time.keepBounds();
  }

  /** Has the events measured. */
  public void measureBy(Profiles newProfiles) {
    profiles = newProfiles;
  }

  /** What is measured, or null; any thread, once the engine has started. */
  public Profiles profiles() {
    return profiles;
  }

  /**
   * Visits the slots from {@code from} to {@code to}, both included, and clears them. What a
   * handler or, unless the job rejects then, a user function throws ends it; what came before has
   * had its effect.
   */
  public void run(RingBuffer<E> slots, long from, long to) {
    ring = slots;
    running = true;
    try {
      for (long next = from; next <= to; next += SlotBatch.SIZE) {
        first = next;
        runBatch((int) Math.min(to - next + 1, SlotBatch.SIZE));
      }
    } finally {
      running = false;
    }
  }

  /** The same with slots of this publisher, where several are told apart. */
  void run(int publisher, RingBuffer<E> slots, long from, long to) {
    batch.publisher = publisher;
    run(slots, from, to);
  }

  /** Whether results are left to be handed out; its own thread only. */
  boolean isFiring() {
    return windows.isFiring();
  }

  /** Hands out some of the results that are left. */
  void fireSlice() {
    running = true;
    try {
      windows.fireSlice();
      tellWatermark();
    } catch (AggregateException thrown) {
      throw naming.named(thrown);
    } finally {
      running = false;
    }
  }

  /** Hands out all results that are left. */
  void finishFiring() {
    while (isFiring()) {
      fireSlice();
    }
  }

  /** Whether the loop is at work; its own thread only. */
  boolean isRunning() {
    return running;
  }

  /** Until when no partition can be found silent: {@link Timekeeper#noSilenceUntilNs}. */
  long noSilenceUntilNs() {
    return time.noSilenceUntilNs();
  }

  /** What a new publisher needs to know of alignment, or null where there is none. */
  Aligned aligned(Lifecycle lifecycle) {
    return time.alignment().map(view -> new Aligned(view, lifecycle)).orElse(null);
  }

  /** The merged watermark after the last batch; any thread. */
  public PublishedWatermark watermark() {
    return watermark;
  }

  /** The partitions' watermarks and states; any thread. */
  public PartitionView partitions() {
    return time.partitions();
  }

  @Override
  public E slot(int i) {
    return ring.get(first + i);
  }

  @Override
  public void onSkipped(int i) {
    skipped.take(batch, i, slot(i));
  }

  private void runBatch(int size) {
    batch.size = size;
    try {
      takeBatch();
    } catch (AggregateException thrown) {
      // No event's fault, or against the aggregate's word: rows may be half done.
      RuntimeException named = naming.named(thrown);
      clearAfter(named, size);
      throw named;
    } catch (Throwable thrown) {
      clearAfter(thrown, size);
      throw thrown;
    }
    code.clear(ring, first, size);
  }

  private void clearAfter(Throwable thrown, int size) {
    Cleanup.after(thrown, () -> code.clear(ring, first, size));
  }

  private void takeBatch() {
    try {
      UserCodeException stop = code.read(ring, first, batch);
      countRestamped();
      WatermarkException timeStop = time.judge(batch, this);
      judged.take(batch);
      if (profiles != null) {
        profiles.record(batch);
      }
      if (bounds != null) {
        time.tellBounds(bounds);
      }
      windows.fireSlice();
      RuntimeException thrown =
          timeStop != null ? naming.named(timeStop) : stop != null ? stop : judged.refusal();
      if (thrown != null) {
        windows.finishBefore(thrown);
      }
      tellWatermark();
      if (thrown != null) {
        throw thrown;
      }
    } catch (RuntimeException stop) {
      windows.finishBefore(stop);
      throw stop;
    }
  }

  private void countRestamped() {
    if (batch.ingestionTimes > 0) {
      counters.ingestionTimes.add(batch.ingestionTimes);
      batch.ingestionTimes = 0;
    }
    if (batch.scaledTimestamps > 0) {
      counters.scaledTimestamps.add(batch.scaledTimestamps);
      batch.scaledTimestamps = 0;
    }
  }

  private void tellWatermark() {
    watermark.tell(Math.min(time.watermark(), windows.handedOutUpTo()));
    watermark.tellFiring(windows.isFiring());
  }
}
