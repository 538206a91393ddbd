package io.tidemark.aggregate;

import java.util.List;

/**
 * The regression of y on x, or their covariance, as doubles: the count, both means, the sums of the
 * squares of the distances from them and of their products; see {@link DoubleMoments}.
 *
 * @param y reads y, the first value
 * @param x reads x, the second value
 */
record DoubleRegression(AsDouble y, AsDouble x) implements Aggregate {
  private static final int WIDTH = 6;
  private static final int MEAN_Y = 1;
  private static final int MEAN_X = 2;
  private static final int PRODUCTS = 3;
  private static final int SQUARES_Y = 4;
  private static final int SQUARES_X = 5;

  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public List<Column> columns() {
    return Line.columns();
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    for (int i = MEAN_Y; i < WIDTH; i++) {
      DoubleBits.set(rows, at + i, 0);
    }
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    double valueY = y.at(values, first);
    double valueX = x.at(values, first + 1);
    long count = ++rows[at];
    double oldY = DoubleBits.at(rows, at + MEAN_Y);
    double oldX = DoubleBits.at(rows, at + MEAN_X);
    double meanY = DoubleMoments.meanWith(oldY, valueY, count);
    double meanX = DoubleMoments.meanWith(oldX, valueX, count);
    DoubleBits.set(rows, at + MEAN_Y, meanY);
    DoubleBits.set(rows, at + MEAN_X, meanX);
    DoubleBits.add(rows, at + PRODUCTS, (valueX - oldX) * (valueY - meanY));
    DoubleBits.add(rows, at + SQUARES_Y, (valueY - oldY) * (valueY - meanY));
    DoubleBits.add(rows, at + SQUARES_X, (valueX - oldX) * (valueX - meanX));
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    long count = rows[at];
    long fromCount = from[fromAt];
    if (count == 0 || fromCount == 0) {
      if (count == 0) {
        System.arraycopy(from, fromAt, rows, at, WIDTH);
      }
      return;
    }
    double meanY = DoubleBits.at(rows, at + MEAN_Y);
    double meanX = DoubleBits.at(rows, at + MEAN_X);
    double deltaY = DoubleBits.at(from, fromAt + MEAN_Y) - meanY;
    double deltaX = DoubleBits.at(from, fromAt + MEAN_X) - meanX;
    rows[at] = count + fromCount;
    DoubleBits.set(rows, at + MEAN_Y, DoubleMoments.merged(meanY, deltaY, count, fromCount));
    DoubleBits.set(rows, at + MEAN_X, DoubleMoments.merged(meanX, deltaX, count, fromCount));
    for (int i = PRODUCTS; i < WIDTH; i++) {
      double one = i == SQUARES_Y ? deltaY : deltaX;
      double other = i == SQUARES_X ? deltaX : deltaY;
      double between = DoubleMoments.between(one, other, count, fromCount);
      DoubleBits.add(rows, at + i, DoubleBits.at(from, fromAt + i) + between);
    }
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    Line.write(
        out,
        outAt,
        DoubleBits.at(rows, at + MEAN_X),
        DoubleBits.at(rows, at + MEAN_Y),
        DoubleBits.at(rows, at + SQUARES_X),
        DoubleBits.at(rows, at + SQUARES_Y),
        DoubleBits.at(rows, at + PRODUCTS));
  }

  /** The covariance of the same state. */
  static double covariance(long[] rows, int at, Spread spread) {
    return spread.covariance(DoubleBits.at(rows, at + PRODUCTS), rows[at]);
  }
}
