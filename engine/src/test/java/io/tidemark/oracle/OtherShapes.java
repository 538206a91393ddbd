package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import io.tidemark.oracle.WindowSpec.Bounds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Shapes of windows that are neither on a grid nor sessions. */
public final class OtherShapes {
  private static final long DAY = 86_400;

  /** Seconds beyond which there is no calendar. */
  private static final BigInteger CALENDAR = big(31_556_000_000_000_000L);

  private OtherShapes() {}

  /**
   * Windows from offset + k x steps x step to the end of each of the steps.
   *
   * @param steps how many there are until it begins anew
   */
  public record Cumulative(long step, int steps, long offset) implements WindowSpec.Shape {
    public Cumulative {
      WindowSpec.checkPositive("step", step);
      WindowSpec.checkPositive("steps", steps);
      WindowSpec.checkOffset(offset, step * steps);
    }

    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      long max = step * steps;
      BigInteger start = WindowSpec.grid(timestamp, max, max, offset).get(0).start();
      List<Bounds> windows = new ArrayList<>();
      for (int n = 1; n <= steps; n++) {
        Bounds window = Bounds.of(start, n * step);
        if (timestamp.compareTo(window.end()) < 0) {
          windows.add(window);
        }
      }
      return windows;
    }
  }

  /** One window, [-2^63, 2^63 - 1). */
  public record Global() implements WindowSpec.Shape {
    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      BigInteger end = big(Long.MAX_VALUE);
      boolean isInside = timestamp.compareTo(end) < 0;
      return List.of(
          new Bounds(big(Long.MIN_VALUE), isInside ? end : end.add(BigInteger.ONE), false));
    }
  }

  /** Every {@code slide} events of a key the last {@code size} ones. */
  public record Count(int size, int slide) implements WindowSpec.Shape {
    public Count {
      WindowSpec.checkPositive("size", size);
      WindowSpec.checkPositive("slide", slide);
    }

    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      return List.of();
    }
  }

  /** Days of UTC that begin so many seconds after midnight; the unit of time is the second. */
  public record Days(int offset) implements WindowSpec.Shape {
    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      if (timestamp.abs().compareTo(CALENDAR) > 0) {
        return List.of(Bounds.of(big(Long.MAX_VALUE), DAY));
      }
      return WindowSpec.grid(timestamp, DAY, DAY, offset);
    }
  }

  /**
   * Sessions on each day of UTC, from one second of the day to another, or to that of the next day;
   * the unit of time is the second.
   */
  public record Exchange(int open, int close) implements WindowSpec.Shape {
    @Override
    public List<Bounds> windows(BigInteger timestamp) {
      if (timestamp.abs().compareTo(CALENDAR) > 0) {
        return List.of(Bounds.of(big(Long.MAX_VALUE), DAY));
      }
      long length = close > open ? close - open : DAY + close - open;
      return WindowSpec.grid(timestamp, length, DAY, open);
    }
  }
}
