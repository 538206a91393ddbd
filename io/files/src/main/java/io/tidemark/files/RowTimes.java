package io.tidemark.files;

import java.util.function.LongPredicate;

/**
 * When a row happened and when it arrived. Allocates for ISO timestamps of uncommon shapes only.
 */
final class RowTimes {
  private final RowReader reader;
  private final int timestamp;
  private final boolean iso;
  private final LongPredicate fits;
  private final boolean any;
  private final int arrival;
  private final long arrivalUnitNs;

  private final NumberParser numbers = new NumberParser();
  private final IsoTimestamp times = new IsoTimestamp();
  private final Slice text = new Slice();

  RowTimes(RowDecoderBuilder from) {
    reader = from.reader;
    timestamp = from.timestamp;
    iso = from.unit == TimestampUnit.ISO_8601;
    fits = from.fits;
    any = from.any;
    arrival = from.arrival;
    arrivalUnitNs = from.arrivalUnitNs;
  }

  /** Reads both into the row; false where one of them is no such time. */
  boolean decode(DecodedRow row) {
    return decodeTimestamp(row) && decodeArrival(row);
  }

  private boolean decodeTimestamp(DecodedRow row) {
    row.timestamp = 0;
    row.hasTimestamp = false;
    if (timestamp == RowDecoder.NONE) {
      return true;
    }
    reader.field(timestamp, text);
    if (any && text.length() == 0) {
      return true;
    }
    row.hasTimestamp = true;
    if (iso) {
      if (!times.parse(text)) {
        return false;
      }
      row.timestamp = times.millis();
    } else {
      if (!numbers.parseLong(text)) {
        return false;
      }
      row.timestamp = numbers.bits();
    }
    return any || (row.timestamp != Long.MIN_VALUE && fits.test(row.timestamp));
  }

  private boolean decodeArrival(DecodedRow row) {
    if (arrival == RowDecoder.NONE) {
      return true;
    }
    reader.field(arrival, text);
    if (!numbers.parseLong(text)) {
      return false;
    }
    long time = numbers.bits();
    row.arrivalNs = time * arrivalUnitNs;
    // The unit is a power of ten up to 10^9, so the division cannot overflow.
    return row.arrivalNs / arrivalUnitNs == time;
  }
}
