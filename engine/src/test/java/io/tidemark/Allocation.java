package io.tidemark;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much the thread that asks has allocated: for steady states, in which nothing is to be. */
public final class Allocation {
  /** For what the JVM itself allocates on the thread: class initialisation, call-site linking. */
  public static final long NOISE_BYTES = 10_000;

  private Allocation() {}

  /** The bytes allocated by this code. */
  public static long bytes(Runnable code) {
    long before = soFar();
    code.run();
    return soFar() - before;
  }

  /** The bytes allocated since the thread began. */
  public static long soFar() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
