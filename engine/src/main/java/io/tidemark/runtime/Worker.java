package io.tidemark.runtime;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the engine: polls for work, waits as told, drains when closed, and reports whatever
 * it throws. It is a daemon: an engine that is never closed does not keep the JVM alive.
 *
 * <p>Waking: a producer makes its work visible, then calls {@link #signal}; the worker says that it
 * parks, then looks for work once more. A full fence between the two on each side makes one of them
 * see the other. A time-out of a second is the net under it.
 */
abstract class Worker implements Runnable {
  private static final int YIELDS = 20;
  private static final long NET_NS = TimeUnit.SECONDS.toNanos(1);

  private static final int RUNNING = 0;
  private static final int PARKED = 1;

  /** Producers' last pieces of work are being taken. */
  private static final int ENDING = 2;

  private final Lifecycle lifecycle;
  private final Waiting waiting;
  private final Thread thread;

  /** Down once it is settled which work was taken: there is no more after it. */
  private final CountDownLatch settled = new CountDownLatch(1);

  private final CountDownLatch ended = new CountDownLatch(1);

  private volatile int state;
  private volatile boolean closing;
  private volatile boolean halted;

  /** Rounds without work since the last one with; worker's thread only. */
  private int idleRounds;

  Worker(String name, Lifecycle lifecycle, Waiting waiting) {
    this.lifecycle = lifecycle;
    this.waiting = waiting;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  /** Does some of the work there is; returns whether there was any. */
  abstract boolean poll();

  /** Whether there is work; called before parking. */
  abstract boolean hasWork();

  /** Called when all work is done and no more comes. */
  abstract void finish();

  /** Clears the events of work that is never done; called instead when there may be some left. */
  void discard() {
    // Nothing to let go of.
  }

  /** Whether to leave work undone. */
  boolean mustStop() {
    return halted;
  }

  final void start() {
    thread.start();
  }

  final boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** Work has been made visible. Returns whether the worker will look for it again. */
  final boolean signal() {
    VarHandle.fullFence();
    int seen = state;
    if (seen == PARKED) {
      LockSupport.unpark(thread);
    }
    return seen != ENDING;
  }

  /** Ends the worker once all work is done. */
  final void close() {
    closing = true;
    LockSupport.unpark(thread);
  }

  /** Ends the worker as soon as what it has in hand is done. */
  final void halt() {
    halted = true;
    LockSupport.unpark(thread);
  }

  final boolean isHalted() {
    return halted;
  }

  /** Waits for the worker's end; returns whether it came. An interrupt is kept for the caller. */
  final boolean awaitEnd(long timeoutNs) {
    if (!await(ended, timeoutNs)) {
      return false;
    }
    // What belonged to the thread may need it to be gone, which it is in a moment.
    while (thread.isAlive()) {
      Thread.yield();
    }
    return true;
  }

  /** Waits until no more work is taken; returns whether that came. */
  final boolean awaitSettled(long timeoutNs) {
    return await(settled, timeoutNs);
  }

  private static boolean await(CountDownLatch latch, long timeoutNs) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + timeoutNs;
    try {
      while (true) {
        try {
          return latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public final void run() {
    try {
      work();
      takeLast();
      if (!mustStop()) {
        settled.countDown();
        finish();
      }
    } catch (Throwable thrown) {
      lifecycle.fail(thrown);
    } finally {
      state = ENDING;
      VarHandle.fullFence();
      discardRest();
      settled.countDown();
      ended.countDown();
    }
  }

  private void work() {
    while (!mustStop() && (!isClosing() || hasWork())) {
      if (poll()) {
        idleRounds = 0;
      } else {
        pause();
      }
    }
  }

  /** From here on producers are told that they came too late; what came before is still taken. */
  private void takeLast() {
    state = ENDING;
    VarHandle.fullFence();
    while (!mustStop() && hasWork()) {
      poll();
    }
  }

  private void discardRest() {
    try {
      if (settled.getCount() > 0) {
        discard();
      }
    } catch (Exception thrown) {
      lifecycle.fail(lifecycle.clearThrew(thrown));
    } catch (Error thrown) {
      lifecycle.fail(thrown);
    }
  }

  /** No more work comes: closed, or the stage that gave it has failed. */
  private boolean isClosing() {
    return closing || lifecycle.failure() != null;
  }

  private void pause() {
    switch (waiting) {
      case SPIN -> Thread.onSpinWait();
      case YIELD -> Thread.yield();
      default -> {
        if (idleRounds++ < YIELDS) {
          Thread.yield();
        } else {
          park();
        }
      }
    }
  }

  private void park() {
    state = PARKED;
    VarHandle.fullFence();
    if (!hasWork() && !closing && !halted) {
      LockSupport.parkNanos(this, NET_NS);
      // A handler may have interrupted its thread: parking would return at once for ever.
      Thread.interrupted();
    }
    state = RUNNING;
  }
}
