package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A window definition of a script; all times are in the job's unit.
 *
 * @param name unique in its script
 * @param shape which windows an event falls into
 * @param allowedLateness how far the watermark may pass a window's last instant until it is closed
 */
public record WindowSpec(String name, Shape shape, long allowedLateness) {

  public WindowSpec {
    if (allowedLateness < 0) {
      throw new IllegalArgumentException("allowed lateness must be >= 0: " + allowedLateness);
    }
  }

  /** Tumbling windows, aligned to 0. */
  public static WindowSpec tumbling(String name, long size) {
    return new WindowSpec(name, new Tumbling(size, 0), 0);
  }

  /** Sliding windows, aligned to 0. */
  public static WindowSpec sliding(String name, long size, long slide) {
    return new WindowSpec(name, new Sliding(size, slide, 0), 0);
  }

  /** Session windows. */
  public static WindowSpec session(String name, long gap) {
    return new WindowSpec(name, new Session(gap), 0);
  }

  /** Session windows to which each event brings a gap, {@link DynamicSession#gap}. */
  public static WindowSpec dynamicSession(String name, long least, long spread) {
    return new WindowSpec(name, new DynamicSession(least, spread), 0);
  }

  /** The same with this offset; not for sessions. */
  public WindowSpec withOffset(long offset) {
    if (shape instanceof Tumbling tumbling) {
      return new WindowSpec(name, new Tumbling(tumbling.size, offset), allowedLateness);
    }
    if (shape instanceof Sliding sliding) {
      return new WindowSpec(
          name, new Sliding(sliding.size, sliding.slide, offset), allowedLateness);
    }
    throw new IllegalStateException("a session has no offset: " + this);
  }

  /** The same with this allowed lateness. */
  public WindowSpec withAllowedLateness(long lateness) {
    return new WindowSpec(name, shape, lateness);
  }

  /** Whether every window of the timestamp fits in 64 bits. */
  public boolean fits(long timestamp) {
    for (BigInteger start : shape.starts(big(timestamp))) {
      if (!Exact.fits(start) || !Exact.fits(start.add(shape.length()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The windows that the timestamp falls into, oldest first: none, one or several; not for
   * sessions.
   *
   * @param timestamp one that {@linkplain #fits fits}
   */
  List<Span> windowsOf(long timestamp) {
    List<Span> windows = new ArrayList<>();
    for (BigInteger start : shape.starts(big(timestamp))) {
      BigInteger end = start.add(shape.length());
      windows.add(new Span(start.longValueExact(), end.longValueExact()));
    }
    return windows;
  }

  /** Whether windows are sessions. */
  boolean isSession() {
    return shape instanceof Session || shape instanceof DynamicSession;
  }

  /**
   * The span of one event of a session, before it joins others.
   *
   * @param event one whose timestamp {@linkplain #fits fits}
   */
  Span spanOf(Step.Event event) {
    long gap =
        shape instanceof DynamicSession dynamic
            ? dynamic.gap(event.value())
            : ((Session) shape).gap();
    return new Span(event.timestamp(), Exact.add(event.timestamp(), gap));
  }

  /** A window shape. */
  public sealed interface Shape permits Tumbling, Sliding, Session, DynamicSession {
    /** The length of the window of a single event. */
    BigInteger length();

    /** The starts of the windows that the timestamp falls into, in ascending order. */
    List<BigInteger> starts(BigInteger timestamp);
  }

  /** Windows [offset + k x size, offset + (k + 1) x size). */
  public record Tumbling(long size, long offset) implements Shape {
    public Tumbling {
      checkPositive("size", size);
      checkOffset(offset, size);
    }

    @Override
    public BigInteger length() {
      return big(size);
    }

    @Override
    public List<BigInteger> starts(BigInteger timestamp) {
      return gridStarts(timestamp, size, size, offset);
    }
  }

  /** Windows [offset + k x slide, offset + k x slide + size). */
  public record Sliding(long size, long slide, long offset) implements Shape {
    public Sliding {
      checkPositive("size", size);
      checkPositive("slide", slide);
      checkOffset(offset, slide);
    }

    @Override
    public BigInteger length() {
      return big(size);
    }

    @Override
    public List<BigInteger> starts(BigInteger timestamp) {
      return gridStarts(timestamp, size, slide, offset);
    }
  }

  /** Windows [first event, last event + gap), events at most gap apart. */
  public record Session(long gap) implements Shape {
    public Session {
      checkPositive("gap", gap);
    }

    @Override
    public BigInteger length() {
      return big(gap);
    }

    @Override
    public List<BigInteger> starts(BigInteger timestamp) {
      return List.of(timestamp);
    }
  }

  /**
   * Windows that cover each event's own [timestamp, timestamp + gap), as far as that touches; an
   * end beyond 64 bits is the end of time.
   *
   * @param least the smallest gap
   * @param spread how many gaps there are
   */
  public record DynamicSession(long least, long spread) implements Shape {
    public DynamicSession {
      checkPositive("least", least);
      checkPositive("spread", spread);
      checkPositive("the largest gap", Exact.add(least, spread));
    }

    /** The gap of an event with this value. */
    public long gap(long value) {
      return least + Math.floorMod(value, spread);
    }

    /** The least length that an event's window must have. */
    @Override
    public BigInteger length() {
      return big(1);
    }

    @Override
    public List<BigInteger> starts(BigInteger timestamp) {
      return List.of(timestamp);
    }
  }

  /** All grid points g = offset + k x slide with g <= timestamp < g + size. */
  private static List<BigInteger> gridStarts(
      BigInteger timestamp, long size, long slide, long offset) {
    // BigInteger.mod is never negative: this rounds down for timestamps before 0 too.
    BigInteger newest = timestamp.subtract(timestamp.subtract(big(offset)).mod(big(slide)));
    List<BigInteger> starts = new ArrayList<>();
    BigInteger start = newest;
    while (timestamp.compareTo(start.add(big(size))) < 0) {
      starts.add(0, start);
      start = start.subtract(big(slide));
    }
    return starts;
  }

  private static void checkPositive(String what, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(what + " must be > 0: " + value);
    }
  }

  private static void checkOffset(long offset, long period) {
    if (big(offset).abs().compareTo(big(period)) >= 0) {
      throw new IllegalArgumentException("|offset| must be < " + period + ": " + offset);
    }
  }
}
