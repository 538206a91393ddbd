package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * The ceiling on the rows of one definition. Batches are taken as ever as far as there is room for
 * all the rows that they could add; beyond that each event is asked which it needs.
 *
 * <p>What has fired in slices and waits to be handed out is handed out before there is said to be
 * no room: so what becomes of an event depends on the slots alone. Where windows have been evicted,
 * the definition goes by a watermark of its own until the merged one has caught up with it.
 *
 * <p>Cost near the ceiling, and while the merged watermark is behind the definition's own: two
 * look-ups an event, one at a time. One writer: the stage that runs the windows.
 */
final class Ceiling {
  private final String job;
  private final WindowOperator operator;
  private final long most;
  private final AtCeiling policy;
  private final Firings firings;
  private final Deadline deadline;

  /** The watermark that the definition has been taken to by evicting. */
  private long floor = Long.MIN_VALUE;

  /** The merged watermark that the event at hand is judged by. */
  private long watermark;

  /**
   * A ceiling of so many rows.
   *
   * @param job the job's name, for what is thrown
   */
  Ceiling(
      String job,
      WindowOperator operator,
      long most,
      AtCeiling policy,
      Firings firings,
      Deadline deadline) {
    this.job = job;
    this.operator = operator;
    this.most = most;
    this.policy = policy;
    this.firings = firings;
    this.deadline = deadline;
  }

  /** How far there is room for whatever rows the events need, up to {@code to}. */
  int roomEnd(SlotBatch batch, int from, int to) {
    if (from == to || floor > batch.judgedBy[from]) {
      return from;
    }
    long events = room() / operator.mostQuietRows();
    return events < to - from ? from + (int) events : to;
  }

  /** Has the event judged by the definition's own watermark, until {@link #restore}. */
  void raise(SlotBatch batch, int i) {
    watermark = batch.judgedBy[i];
    batch.judgedBy[i] = Math.max(watermark, floor);
  }

  /** Has the event judged by the merged watermark again. */
  void restore(SlotBatch batch, int i) {
    batch.judgedBy[i] = watermark;
  }

  /**
   * Takes an event that is {@linkplain #raise raised} if there is room.
   *
   * @return what became of it
   */
  int take(SlotBatch batch, int i) {
    boolean takes = operator.mostRows() <= room() || fits(batch, i) || makesRoom(batch, i);
    return takes ? operator.take(batch, i) : WindowOperator.NO_ROOM;
  }

  private long room() {
    return most - operator.counters.liveRows();
  }

  private boolean fits(SlotBatch batch, int i) {
    return operator.rowsNeeded(batch, i) <= room();
  }

  private boolean makesRoom(SlotBatch batch, int i) {
    firings.finish(watermark);
    if (fits(batch, i)) {
      return true;
    }
    return switch (policy) {
      case FAIL ->
          throw new CeilingException(
              job, operator.name(), batch.keys[i], batch.timestamps[i], most);
      case REJECT_NEW_KEYS -> false;
      case EVICT_IDLE -> operator.rowsNeeded(batch, i) <= most && evictFor(batch, i);
    };
  }

  private boolean evictFor(SlotBatch batch, int i) {
    while (!fits(batch, i)) {
      long closing = operator.oldestClosing();
      if (closing == WindowOperator.NEVER) {
        return false;
      }
      evictUpTo(closing);
      batch.judgedBy[i] = floor;
    }
    return true;
  }

  private void evictUpTo(long closing) {
    floor = closing;
    long before = operator.counters.liveRows();
    operator.output.isEvicting = true;
    firings.fireAll(operator, closing, watermark);
    operator.closeUpTo(closing);
    operator.output.isEvicting = false;
    operator.counters.evictedRows.add(before - operator.counters.liveRows());
    deadline.lower(Math.min(operator.nextFiring(), operator.nextClosing()));
  }
}
