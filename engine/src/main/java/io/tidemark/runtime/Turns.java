package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotControl;
import io.tidemark.time.SlotKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which ring's turn it is, and what the turn takes: this makes the total order of all slots.
 *
 * <p>The rings are taken in turn, a few hundred slots at a time, and so out of the order in which
 * slots arrived. That is harmless until time reaches a tick at which a partition may be found
 * silent, for what waits in a ring is not silence. So a slot that takes time there, an event or a
 * tick, has to wait until the other rings have nothing left that arrived before it:
 *
 * <pre>
 *   ring A   1  3  5  8 | 11 12      at 10 partitions may be found silent: A's turn ends before
 *   ring B   2  4  9 | 12            11, as 2 waits in B, and B's may go on to 11; then A's to 12
 * </pre>
 *
 * <p>There is always a ring that may go on: the one whose next slot is the oldest. How long a ring
 * can hold up the others is told at {@link RingInput#holdsFromNs}.
 *
 * <p>Nor is it silence when a publisher is waiting for room: the order then has an item that says
 * so, {@link SlotKind#WAITING}, so that this is an input as all else is.
 *
 * <p>Cost: nothing for one publisher. For several, where partitions can be idle, a look at the
 * arrivals of a turn, but only while slots wait in several rings.
 */
final class Turns<E extends Slot> {
  private final SlotLoop<E> loop;
  private final int turn;

  /** A slot for what is said of publishers and of the end; the stage's thread. */
  private final RingBuffer<E> control;

  /**
   * Whether it counts when a publisher is waiting: where silence is judged, by ticks of the
   * engine's clock. Arrivals by another clock, such as those of a recording, know nothing of it.
   */
  private boolean waitingCounts;

  /** The publishers that the time stage knows to be waiting; the stage's thread. */
  private int waiting;

  /** The publishers' rings; replaced as a whole, under this object's lock. */
  private volatile RingInput<E>[] inputs = none();

  /** How many rings there have been; under this object's lock. */
  private int added;

  /** Whether a ring may be leaving. Writers: its publisher, then the stage, in that order. */
  private volatile boolean someLeave;

  /** The ticker's ring, or null; set before the start. */
  private RingInput<E> ticks;

  /**
   * Of a shell without publishers.
   *
   * @param control a ring of one slot
   * @param turn how many slots a turn takes at most
   */
  Turns(SlotLoop<E> loop, RingBuffer<E> control, int turn) {
    this.loop = loop;
    this.turn = turn;
    this.control = control;
  }

  @SuppressWarnings("unchecked") // an empty array holds nothing of the wrong type
  private static <E extends Slot> RingInput<E>[] none() {
    return (RingInput<E>[]) new RingInput<?>[0];
  }

  /** Adds a publisher's ring; any thread. */
  synchronized RingInput<E> add(RingBuffer<E> ring) {
    RingInput<E>[] more = Arrays.copyOf(inputs, inputs.length + 1);
    RingInput<E> input = new RingInput<>(ring, added++, turn);
    more[inputs.length] = input;
    inputs = more;
    return input;
  }

  /** Nothing more is published into this ring: it goes when all has been taken; its publisher. */
  void leave(RingInput<E> input) {
    input.leave();
    someLeave = true;
  }

  /** Sets the ticker's ring, before the start. */
  void ticks(RingBuffer<E> ring) {
    ticks = new RingInput<>(ring, 0, ring.getBufferSize());
    waitingCounts = loop.noSilenceUntilNs() != Long.MAX_VALUE;
  }

  /** Gives each ring a turn; returns whether there was anything. The stage's thread. */
  boolean take() {
    if (someLeave) {
      removeLeavers();
    }
    RingInput<E>[] now = inputs;
    if (waitingCounts) {
      noticeWaits(now);
    }
    boolean worked = false;
    for (RingInput<E> input : now) {
      worked |= input.visit(loop, untilNs(input, now));
    }
    boolean ticked = ticks != null && ticks.hasWork() && ticks.visit(loop, oldestNs(ticks, now));
    if (waiting != 0 && (ticked || !worked)) {
      forgetWaits(now);
    }
    if (!worked && loop.isFiring()) {
      loop.fireSlice();
      return true;
    }
    return worked || ticked;
  }

  /** No more comes from anyone; the stage's thread. */
  void end() {
    SlotControl.control(control.get(0), SlotKind.END_OF_INPUT, 0, 0);
    loop.run(control, 0, 0);
    loop.finishFiring();
  }

  /** Whether there is anything to do; the stage's thread. */
  boolean hasWork() {
    if (someLeave || loop.isFiring()) {
      return true;
    }
    for (RingInput<E> input : inputs) {
      if (input.hasWork()) {
        return true;
      }
    }
    return ticks != null && ticks.hasWork();
  }

  /** How many slots of publishers wait; any thread. */
  long waitingSlots() {
    long waiting = 0;
    for (RingInput<E> input : inputs) {
      waiting += input.published() - input.visited();
    }
    return waiting;
  }

  /** Forgets what waits, which is never taken; once visits have ended. */
  void discard() {
    for (RingInput<E> input : inputs) {
      input.discard();
    }
  }

  private synchronized void removeLeavers() {
    someLeave = false;
    for (RingInput<E> input : inputs) {
      if (input.isLeaving()) {
        if (input.hasWork()) {
          someLeave = true;
        } else {
          remove(input);
        }
      }
    }
  }

  private void remove(RingInput<E> leaver) {
    List<RingInput<E>> stay = new ArrayList<>(List.of(inputs));
    stay.remove(leaver);
    inputs = stay.toArray(none());
  }

  /** Says which publishers are waiting, before time goes on: their silence is not to count. */
  private void noticeWaits(RingInput<E>[] all) {
    int found = waiting;
    for (RingInput<E> input : all) {
      if (input.room.isOpen()) {
        found |= input.bit();
      }
    }
    say(found);
  }

  /** Says which of the publishers that were waiting still are. Now and then is enough. */
  private void forgetWaits(RingInput<E>[] all) {
    long taken = ticks.visited();
    long made = ticks.published();
    int found = 0;
    for (RingInput<E> input : all) {
      if (input.room.counts(input.visited(), taken, made)) {
        found |= input.bit();
      }
    }
    say(found);
  }

  private void say(int found) {
    if (found != waiting) {
      waiting = found;
      SlotControl.waiting(control.get(0), waiting);
      loop.run(control, 0, 0);
    }
  }

  /** Until when this publisher's turn may take time. */
  private long untilNs(RingInput<E> input, RingInput<E>[] all) {
    if (all.length == 1) {
      return Long.MAX_VALUE;
    }
    long harmlessNs = loop.noSilenceUntilNs();
    return harmlessNs == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : Math.max(harmlessNs, oldestNs(input, all));
  }

  /** When the oldest slot arrived that waits in another ring. */
  private long oldestNs(RingInput<E> input, RingInput<E>[] all) {
    long momentNs = loop.noSilenceUntilNs();
    long oldest = RingInput.NOTHING_WAITS;
    for (RingInput<E> other : all) {
      if (other != input) {
        oldest = Math.min(oldest, other.holdsFromNs(momentNs));
      }
    }
    return oldest;
  }
}
