package io.tidemark.window;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Windows of so many events of a key, in their order of arrival: every {@code slide} events the
 * last {@code size} ones.
 *
 * @param size how many events a window has; the first ones have fewer where they overlap
 * @param slide after how many events the next one fires
 */
record CountShape(long size, long slide) implements WindowShape {
  private static final String WHY = "count windows are counted from a key's first event";

  /** The most parts that a window is put together from, each a row's state in the key's row. */
  private static final long MOST_PARTS = 1_000_000;

  @Override
  public void check(String setting, TimeUnit unit) {
    checkPositive(size, setting + ".size");
    checkPositive(slide, setting + ".slide");
    if (parts() > MOST_PARTS) {
      throw new IllegalArgumentException(
          setting
              + ".slide: "
              + slide
              + "; expected one that cuts the size "
              + size
              + " into at most "
              + MOST_PARTS
              + " parts, not "
              + parts());
    }
  }

  private static void checkPositive(long number, String setting) {
    if (number <= 0) {
      throw new IllegalArgumentException(setting + ": " + number + "; expected more than 0");
    }
  }

  /**
   * How far into a slide, counted from the end of a window on, another window begins; 0: where the
   * one ends.
   */
  long begin() {
    return Math.floorMod(-size, slide);
  }

  /** How many parts a window has: the events between neighbouring edges of windows are one. */
  long parts() {
    long whole = size / slide;
    return begin() == 0 ? whole : Math.multiplyExact(2, whole) + 1;
  }

  @Override
  public boolean closesByTime() {
    return false;
  }

  @Override
  public WindowShape withOffset(Duration newOffset) {
    throw ShapeChecks.noOffset(newOffset, WHY);
  }

  @Override
  public WindowShape withEndIncluded() {
    throw ShapeChecks.noBoundaries(WHY);
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return Long.MIN_VALUE + 1;
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean takesTriggers() {
    return false;
  }

  @Override
  public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
    return new CountOperator(setup, this);
  }
}
