package io.tidemark.runtime;

/**
 * Refuses the calls of a closed publisher and, where threads are checked, those of any thread but
 * the one that used it first.
 */
final class PublisherGuard {
  private final Lifecycle lifecycle;

  /** Whether a call may have to be refused; the publisher's thread. */
  private boolean isOn;

  private boolean isClosed;

  /** Where threads are checked: the one that used this publisher first. */
  private volatile Thread owner;

  PublisherGuard(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    this.isOn = lifecycle.checksThreads();
  }

  /** Throws when the call is to be refused. */
  void check() {
    if (isOn) {
      checkCall();
    }
  }

  /** Closes the publisher; returns whether it was open until now. */
  boolean close() {
    if (isClosed) {
      return false;
    }
    check();
    isClosed = true;
    isOn = true;
    return true;
  }

  private void checkCall() {
    if (isClosed) {
      throw lifecycle.publisherClosed();
    }
    if (owner == null) {
      owner = Thread.currentThread();
    } else if (owner != Thread.currentThread()) {
      throw lifecycle.usedByTwoThreads(owner);
    }
  }
}
