package io.tidemark.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A count with one writer and any number of readers. Writing costs a plain load and store; a reader
 * sees a value that was true a moment ago, and never one that goes back.
 */
public final class Counter {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Counter.class, "value", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through the VarHandle
  private long value;

  /** Adds one; the single writer's thread only. */
  public void increment() {
    add(1);
  }

  /** Adds {@code n}; the single writer's thread only. */
  public void add(long n) {
    VALUE.setOpaque(this, (long) VALUE.get(this) + n);
  }

  /** The count; any thread. */
  public long value() {
    return (long) VALUE.getOpaque(this);
  }

  @Override
  public String toString() {
    return Long.toString(value());
  }
}
