package io.tidemark.time;

import java.util.Arrays;

/**
 * Which publishers feed each partition, and which of them are waiting for room: a partition fed by
 * one of these is not silent, it is held up.
 *
 * <p>Publishers are known by their numbers, a bit each; the 33rd shares a bit with the first, and
 * so on, so that a partition may be taken for held up when it is not, and never the other way. The
 * same goes for a partition of which it is not known who feeds it.
 *
 * <p>Cost: a pass over each batch, once there is more than one publisher. One writer: the time
 * stage.
 */
final class Feeders {
  private static final int NOT_KNOWN = 0;

  /** The publishers of each partition. */
  private int[] publishersOf = {};

  /** The publishers that are waiting. */
  private int waiting;

  /** While there is no more than the first, nothing needs to be known. */
  private boolean several;

  /**
   * Slots of this publisher are next. All that has been fed before the second one came was fed by
   * the first.
   */
  void meet(int publisher, Partitions partitions) {
    if (!several && publisher != 0) {
      several = true;
      for (int partition = 0; partition < partitions.limit(); partition++) {
        if (partitions.watermark(partition) != TimeStage.NO_WATERMARK) {
          ensure(partition);
          publishersOf[partition] |= 1;
        }
      }
    }
  }

  /**
   * Learns who feeds the partitions of these events, which have been judged.
   *
   * @return whether that changes who may be held up now
   */
  boolean learn(SlotBatch batch, int partitionLimit) {
    boolean changed = false;
    if (several) {
      int publisher = 1 << batch.publisher;
      for (int i = 0; i < batch.size; i++) {
        int partition = batch.partitions[i];
        if (isTaken(batch.kinds[i]) && partition < partitionLimit) {
          ensure(partition);
          changed |= (publishersOf[partition] & publisher) == 0;
          publishersOf[partition] |= publisher;
        }
      }
    }
    return changed && waiting != 0;
  }

  /** Whether it is an event or a watermark that the time stage has let move its partition. */
  private static boolean isTaken(byte kind) {
    return SlotBatch.isEvent(kind) || kind == SlotBatch.RETURNED || kind == SlotKind.WATERMARK;
  }

  /** The partition is gone: whoever feeds it next may be another. */
  void forget(int partition) {
    if (partition < publishersOf.length) {
      publishersOf[partition] = NOT_KNOWN;
    }
  }

  /** These publishers are waiting now. */
  void waiting(int publishers) {
    waiting = publishers;
  }

  boolean holdUp(int partition) {
    if (waiting == 0) {
      return false;
    }
    int publishers = partition < publishersOf.length ? publishersOf[partition] : NOT_KNOWN;
    return publishers == NOT_KNOWN || (publishers & waiting) != 0;
  }

  private void ensure(int partition) {
    if (partition >= publishersOf.length) {
      publishersOf =
          Arrays.copyOf(publishersOf, Math.max(16, Integer.highestOneBit(partition) * 2));
    }
  }
}
