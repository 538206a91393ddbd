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
 * @param triggers when windows fire
 */
public record WindowSpec(String name, Shape shape, long allowedLateness, TriggerSpec triggers) {

  public WindowSpec {
    if (allowedLateness < 0) {
      throw new IllegalArgumentException("allowed lateness must be >= 0: " + allowedLateness);
    }
  }

  /** Windows with the default trigger. */
  public WindowSpec(String name, Shape shape, long allowedLateness) {
    this(name, shape, allowedLateness, TriggerSpec.DEFAULT);
  }

  /** The same with these triggers. */
  public WindowSpec withTriggers(TriggerSpec newTriggers) {
    return new WindowSpec(name, shape, allowedLateness, newTriggers);
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
      return new WindowSpec(name, new Tumbling(tumbling.size, offset), allowedLateness, triggers);
    }
    if (shape instanceof Sliding sliding) {
      return new WindowSpec(
          name, new Sliding(sliding.size, sliding.slide, offset), allowedLateness, triggers);
    }
    throw new IllegalStateException("a session has no offset: " + this);
  }

  /** The same with this allowed lateness. */
  public WindowSpec withAllowedLateness(long lateness) {
    return new WindowSpec(name, shape, lateness, triggers);
  }

  /** Whether every window of the timestamp fits in 64 bits, with room to fire behind it. */
  public boolean fits(long timestamp) {
    return shape.windows(big(timestamp)).stream().allMatch(Bounds::fit);
  }

  /**
   * The windows that the timestamp falls into, oldest first: none, one or several; not for
   * sessions.
   *
   * @param timestamp one that {@linkplain #fits fits}
   */
  List<Span> windowsOf(long timestamp) {
    return shape.windows(big(timestamp)).stream().map(Bounds::span).toList();
  }

  /** The last instant of a window with this end. */
  public long last(long end) {
    boolean includesEnd = shape instanceof EndInclusive || shape instanceof Rolling;
    return includesEnd ? end : end - 1;
  }

  /** Whether an event and not the watermark makes its windows fire. */
  public boolean firesByEvents() {
    return shape instanceof OtherShapes.Count;
  }

  /** Whether windows can have triggers. */
  boolean takesTriggers() {
    return !(shape instanceof OtherShapes.Count || shape instanceof Rolling);
  }

  /**
   * Whether keys keep their places from window to window: those of sliding windows that fire by
   * default, or once only.
   */
  boolean keepsKeysInPlace() {
    boolean isSliding =
        shape instanceof Sliding
            || (shape instanceof EndInclusive inclusive && inclusive.of() instanceof Sliding);
    return isSliding && (triggers.isDefault(allowedLateness) || triggers.finalOnly());
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

  /**
   * A window's bounds, in or beyond 64 bits.
   *
   * @param includesEnd whether it is (start, end]
   */
  record Bounds(BigInteger start, BigInteger end, boolean includesEnd) {
    /** [start, start + length). */
    static Bounds of(BigInteger start, long length) {
      return new Bounds(start, start.add(big(length)), false);
    }

    boolean fit() {
      BigInteger behind = includesEnd ? end.add(BigInteger.ONE) : end;
      return Exact.fits(start) && Exact.fits(behind);
    }

    Span span() {
      return new Span(start.longValueExact(), end.longValueExact(), includesEnd);
    }
  }

  /** A window shape. */
  public interface Shape {
    /** The windows that the timestamp falls into, in ascending order. */
    List<Bounds> windows(BigInteger timestamp);
  }

  /** Windows [offset + k x size, offset + (k + 1) x size). */
  public record Tumbling(long size, long offset) implements Shape {
    public Tumbling {
      checkPositive("size", size);
      checkOffset(offset, size);
    }

    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      return grid(timestamp, size, size, offset);
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
    public List<Bounds> windows(BigInteger timestamp) {
      return grid(timestamp, size, slide, offset);
    }
  }

  /** Windows [first event, last event + gap), events at most gap apart. */
  public record Session(long gap) implements Shape {
    public Session {
      checkPositive("gap", gap);
    }

    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      return List.of(Bounds.of(timestamp, gap));
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

    /** The least that an event's window must have. */
    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      return List.of(Bounds.of(timestamp, 1));
    }
  }

  /** The windows of another shape as (start, end]. */
  public record EndInclusive(Shape of) implements Shape {
    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      return of.windows(timestamp.subtract(BigInteger.ONE)).stream()
          .map(bounds -> new Bounds(bounds.start, bounds.end, true))
          .toList();
    }
  }

  /** For each event (timestamp - range, timestamp]. */
  public record Rolling(long range) implements Shape {
    public Rolling {
      checkPositive("range", range);
    }

    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      return List.of(new Bounds(timestamp.subtract(big(range)), timestamp, true));
    }
  }

  /** All windows from a grid point g = offset + k x slide with g <= timestamp < g + size. */
  static List<Bounds> grid(BigInteger timestamp, long size, long slide, long offset) {
    // BigInteger.mod is never negative: this rounds down for timestamps before 0 too.
    BigInteger newest = timestamp.subtract(timestamp.subtract(big(offset)).mod(big(slide)));
    List<Bounds> windows = new ArrayList<>();
    BigInteger start = newest;
    while (timestamp.compareTo(start.add(big(size))) < 0) {
      windows.add(0, Bounds.of(start, size));
      start = start.subtract(big(slide));
    }
    return windows;
  }

  static void checkPositive(String what, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(what + " must be > 0: " + value);
    }
  }

  static void checkOffset(long offset, long period) {
    if (big(offset).abs().compareTo(big(period)) >= 0) {
      throw new IllegalArgumentException("|offset| must be < " + period + ": " + offset);
    }
  }
}
