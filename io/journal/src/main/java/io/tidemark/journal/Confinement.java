package io.tidemark.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Binds an object to the first thread that uses it, and refuses others: two threads on one mapping
 * would tear records, and closing under a running append would bring the JVM down.
 */
final class Confinement {
  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(Confinement.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String what;
  private volatile Thread owner;

  Confinement(String what) {
    this.what = what;
  }

  /** Costs a plain read once the thread is bound. */
  void check() {
    if ((Thread) OWNER.get(this) != Thread.currentThread()) {
      claim();
    }
  }

  /** Like {@link #check}, but any thread may follow an owner that has ended. */
  void checkEnd() {
    Thread bound = owner;
    if (bound == null || bound.getState() != Thread.State.TERMINATED) {
      check();
    }
  }

  private void claim() {
    Thread caller = Thread.currentThread();
    if (!OWNER.compareAndSet(this, null, caller)) {
      throw new IllegalStateException(
          what
              + " belongs to thread '"
              + owner.getName()
              + "', but was used by thread '"
              + caller.getName()
              + "'");
    }
  }
}
