package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.AlignmentView;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotKind;
import io.tidemark.time.WatermarkAlignment;
import java.util.Arrays;

/**
 * Alignment as one publisher meets it: which of what it has claimed is held back, and whether it
 * may wait for that to end. Thread: the publisher's only.
 *
 * <p>A publisher must not wait for itself. So it waits only while all of what it feeds belongs to
 * one group, and none of that is what the group waits for. That suffices: of each group, whoever
 * feeds the slowest partition is not waiting, so no ring of waiting publishers can close.
 */
final class Aligned {
  /** Nothing is held back. */
  static final int NONE = -1;

  private final AlignmentView view;
  private final Lifecycle lifecycle;

  /** The partitions this publisher has fed, a bit each. */
  private long[] fed = new long[1];

  Aligned(AlignmentView view, Lifecycle lifecycle) {
    this.view = view;
    this.lifecycle = lifecycle;
  }

  /** The publisher feeds this partition. */
  void feeds(int partition) {
    int word = partition >> 6;
    if (word >= fed.length) {
      fed = Arrays.copyOf(fed, Math.max(word + 1, 2 * fed.length));
    }
    fed[word] |= 1L << partition;
  }

  /** The publisher feeds the partitions of the events among these slots. */
  void feeds(RingBuffer<? extends Slot> ring, long first, int count) {
    for (int i = 0; i < count; i++) {
      Slot slot = ring.get(first + i);
      if (slot.kind() == SlotKind.EVENT) {
        feeds(slot.partition());
      }
    }
  }

  /** The partition of the first event among these slots that is held back; {@link #NONE}. */
  int firstHeldBack(RingBuffer<? extends Slot> ring, long first, int count) {
    if (view.areSomeHeldBack()) {
      for (int i = 0; i < count; i++) {
        Slot slot = ring.get(first + i);
        if (slot.kind() == SlotKind.EVENT && view.isHeldBack(slot.partition())) {
          return slot.partition();
        }
      }
    }
    return NONE;
  }

  /** Whether any partition is held back: one read of a field that hardly ever changes. */
  boolean areSomeHeldBack() {
    return view.areSomeHeldBack();
  }

  boolean isHeldBack(int partition) {
    return view.isHeldBack(partition);
  }

  /**
   * Checks that waiting for this partition to be let go is not waiting for oneself. All that this
   * publisher has published has been taken.
   *
   * @throws HeldBackException when it is
   */
  void checkMayWait(int held) {
    int group = view.groupOf(held);
    for (int word = 0; word < fed.length; word++) {
      for (long bits = fed[word]; bits != 0; bits &= bits - 1) {
        int own = (word << 6) + Long.numberOfTrailingZeros(bits);
        int other = view.groupOf(own);
        if (other != AlignmentView.NO_GROUP && other != group) {
          throw refusal(held, "this publisher also feeds partition " + own + " of another group");
        }
        // Asked last: what has been let go meanwhile need not be waited for.
        if (view.isSlowest(own) && view.isHeldBack(held)) {
          throw refusal(held, "it waits for partition " + own + ", which this publisher feeds");
        }
      }
    }
  }

  /** For a publisher that nobody else can move the group on for. */
  HeldBackException refusal(int held, String because) {
    WatermarkAlignment group = view.group(view.groupOf(held));
    return new HeldBackException(
        lifecycle.ofJob(
            "partition "
                + held
                + " is held back, more than "
                + group.maxDrift()
                + " ahead of the slowest of alignment["
                + group.name()
                + "]; "
                + because
                + ": it would wait for itself, use tryPublish"));
  }
}
