package io.tidemark.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number that goes up and down, with one writer and any number of readers. A reader sees a value
 * that was true a moment ago.
 */
public final class Gauge {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Gauge.class, "value", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through the VarHandle
  private long value;

  /** It is this now; the single writer's thread only. */
  public void set(long newValue) {
    VALUE.setOpaque(this, newValue);
  }

  /** The value; any thread. */
  public long value() {
    return (long) VALUE.getOpaque(this);
  }

  @Override
  public String toString() {
    return Long.toString(value());
  }
}
