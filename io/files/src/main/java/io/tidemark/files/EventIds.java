package io.tidemark.files;

/**
 * What tells an event from all others: the numbers that the texts of a column stand for. A whole
 * number within 64 bits, written as plainly as can be, stands for itself, any other text for a hash
 * of it. Allocates nothing.
 */
final class EventIds {
  private final RowReader reader;
  private final int id;

  private final NumberParser numbers = new NumberParser();
  private final Slice text = new Slice();

  /**
   * Those of a reader.
   *
   * @param id the column; {@link RowDecoder#NONE} where rows have none
   */
  EventIds(RowReader reader, int id) {
    this.reader = reader;
    this.id = id;
  }

  /** Whether there is a JSON object or array. */
  boolean isNested() {
    return id != RowDecoder.NONE && reader.nested(id);
  }

  /** Reads the id into the row; false where there has to be one and is none. */
  boolean decode(DecodedRow row) {
    if (id != RowDecoder.NONE) {
      reader.field(id, text);
      // Two texts of one number must not be taken for one.
      boolean plain = numbers.parseLong(text) && isPlain(text);
      row.eventId =
          plain ? numbers.bits() : ByteHash.wide(text.bytes(), text.start(), text.length());
    }
    return id == RowDecoder.NONE || text.length() > 0;
  }

  /** Whether a number has no zeros before it; 0 itself is plain, -0 is not. */
  private static boolean isPlain(Slice number) {
    byte[] bytes = number.bytes();
    int first = bytes[number.start()] == '-' ? number.start() + 1 : number.start();
    return bytes[first] != '0' || number.length() == 1;
  }
}
