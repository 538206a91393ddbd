package io.tidemark.runtime;

/**
 * Whether an engine takes slots. The first thing thrown in it wins, is kept, and is what every
 * later call is told. Any thread.
 */
public final class Lifecycle {
  private final String job;
  private volatile Throwable failure;
  private volatile boolean closed;
  private volatile Thread sideThread;

  /** Of an open engine for the job of this name. */
  public Lifecycle(String job) {
    this.job = job;
  }

  /** What stopped the engine, or null. */
  public Throwable failure() {
    return failure;
  }

  /** Whether the engine has been closed or halted. */
  public boolean isClosed() {
    return closed;
  }

  /** Takes no more slots from users; returns whether it was open until now. */
  public synchronized boolean close() {
    boolean wasOpen = !closed;
    closed = true;
    return wasOpen;
  }

  /** Keeps the first thing thrown and gives the exception to throw for it. */
  public EngineFailedException fail(Throwable thrown) {
    synchronized (this) {
      if (failure == null) {
        failure = thrown;
      }
    }
    return new EngineFailedException(job, failure);
  }

  /**
   * Returns if the engine takes slots.
   *
   * @throws EngineFailedException when it has failed
   * @throws IllegalStateException when it is closed
   */
  public void checkOpen() {
    checkNotFailed();
    if (closed) {
      throw closedException();
    }
  }

  /** Throws if the engine has failed. */
  public void checkNotFailed() {
    if (failure != null) {
      throw new EngineFailedException(job, failure);
    }
  }

  /** For a publish that could wait for itself for ever. */
  public IllegalStateException publishFromHandler() {
    return new IllegalStateException(
        "job " + job + ": a handler publishes into its own engine, which could wait for itself");
  }

  /** Why nothing more is taken: the engine has failed, or is closed. */
  public IllegalStateException refusal() {
    return failure != null ? new EngineFailedException(job, failure) : closedException();
  }

  /** For a close that took too long. */
  public IllegalStateException notDrained(long slots) {
    return new IllegalStateException(
        "job "
            + job
            + ": not drained in time: "
            + slots
            + " published slots were not taken, or a handler does not return");
  }

  /** Makes the calling thread the engine's side-output thread, which must not publish. */
  void adoptSideThread() {
    sideThread = Thread.currentThread();
  }

  /** Whether the calling thread is the engine's side-output thread. */
  boolean isEngineThread() {
    Thread side = sideThread;
    return side != null && Thread.currentThread() == side;
  }

  private IllegalStateException closedException() {
    return new IllegalStateException("job " + job + ": the engine is closed");
  }
}
