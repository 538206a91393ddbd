package io.tidemark.runtime;

/**
 * Whether an engine takes slots. The first thing thrown in it wins, is kept, and is what every
 * later call is told. Any thread.
 */
public final class Lifecycle {
  private final String job;
  private final boolean checksThreads;
  private volatile Throwable failure;
  private volatile boolean closed;
  private volatile Thread sideThread;

  /**
   * Of an open engine.
   *
   * @param job the job's name
   * @param checksThreads whether each publisher is held to the thread that used it first
   */
  public Lifecycle(String job, boolean checksThreads) {
    this.job = job;
    this.checksThreads = checksThreads;
  }

  /** What stopped the engine, or null. */
  public Throwable failure() {
    return failure;
  }

  /** Whether the engine has been closed or halted. */
  public boolean isClosed() {
    return closed;
  }

  /** Whether it takes slots: neither failed nor closed. */
  boolean isOpen() {
    return failure == null && !closed;
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

  /** For a close that would wait for itself. */
  public IllegalStateException closeFromHandler() {
    return new IllegalStateException(
        "job " + job + ": a handler closes its own engine, which would wait for itself; halt it");
  }

  /** For a wait for what only the waiting thread could bring about. */
  public IllegalStateException awaitFromHandler() {
    return new IllegalStateException(
        "job " + job + ": a handler waits for its own engine, which would wait for itself");
  }

  /** For a publisher that two threads use. */
  IllegalStateException usedByTwoThreads(Thread owner) {
    return new IllegalStateException(
        "job "
            + job
            + ": a publisher belongs to one thread: it was used by "
            + owner.getName()
            + " and now by "
            + Thread.currentThread().getName());
  }

  /** For a publisher that has been closed. */
  IllegalStateException publisherClosed() {
    return new IllegalStateException("job " + job + ": the publisher is closed");
  }

  /** The message, naming the job. */
  String ofJob(String message) {
    return "job " + job + ": " + message;
  }

  /** What clearing an event threw, outside the stages. */
  UserCodeException clearThrew(Exception thrown) {
    return new UserCodeException(job, EventCode.CLEAR, thrown);
  }

  boolean checksThreads() {
    return checksThreads;
  }

  /** Why nothing more is taken: the engine has failed, or is closed. */
  public IllegalStateException refusal() {
    return failure != null ? new EngineFailedException(job, failure) : closedException();
  }

  /**
   * For a close that took too long.
   *
   * @param left what has not been done
   */
  public IllegalStateException notDrained(String left) {
    return new IllegalStateException(
        "job " + job + ": not drained in time, a handler does not return: " + left, failure);
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
