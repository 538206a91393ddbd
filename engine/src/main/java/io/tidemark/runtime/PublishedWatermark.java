package io.tidemark.runtime;

import io.tidemark.time.TimeStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The merged watermark as the stages last told it, for any thread to read and to wait for. One
 * writer: the thread that runs the stages; telling costs it a volatile store and load, and nothing
 * is told where nothing moved.
 */
public final class PublishedWatermark {
  /** How long a waiting thread sleeps before it looks whether the engine still runs. */
  private static final long CHECK_MS = 50;

  private volatile long watermark = TimeStage.NO_WATERMARK;

  /** Whether results of a larger watermark are being handed out. */
  private volatile boolean firing;

  /** How many threads wait; written under this object's lock. */
  private volatile int waiting;

  /** The watermark; {@link TimeStage#NO_WATERMARK} for none yet. */
  public long value() {
    return watermark;
  }

  /** Whether results of a larger watermark are being handed out. */
  public boolean isFiring() {
    return firing;
  }

  /** Tells whether results are left to be handed out; the stages' thread only. */
  void tellFiring(boolean now) {
    if (now != firing) {
      firing = now;
    }
  }

  /** Tells the watermark; the stages' thread only. */
  void tell(long newWatermark) {
    if (newWatermark != watermark) {
      watermark = newWatermark;
      // After the store: a thread that has not seen it yet is counted here.
      if (waiting > 0) {
        wakeAll();
      }
    }
  }

  /**
   * Waits until the watermark is this large or larger.
   *
   * @param stopped whether it will not move any more
   * @return whether it is
   */
  public synchronized boolean await(long atLeast, long timeoutNs, BooleanSupplier stopped)
      throws InterruptedException {
    long start = System.nanoTime();
    waiting++;
    try {
      while (watermark < atLeast && !stopped.getAsBoolean()) {
        long leftNs = timeoutNs - (System.nanoTime() - start);
        if (leftNs <= 0) {
          break;
        }
        wait(Math.min(TimeUnit.NANOSECONDS.toMillis(leftNs) + 1, CHECK_MS));
      }
    } finally {
      waiting--;
    }
    return watermark >= atLeast;
  }

  private synchronized void wakeAll() {
    notifyAll();
  }
}
