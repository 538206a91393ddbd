package io.tidemark.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamReadException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Parses lines into {@link JsonFields}. Jackson's non-blocking parser is fed line after line, since
 * one that is made anew for each line allocates a kilobyte; after a line that it did not take whole
 * it is replaced.
 */
final class JsonObjectParser {
  /**
   * Lines are as long as they are: the buffer bounds them, not limits made for hostile documents.
   * Names are not interned, since those of hostile rows would fill a table of the whole JVM.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final OutputStream NOWHERE = OutputStream.nullOutputStream();

  private final JsonFields fields;

  private JsonParser parser = newParser();
  private ByteArrayFeeder feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();

  /** The array with the current line, and where its object ends. */
  private byte[] line;

  private int end;

  JsonObjectParser(JsonFields fields) {
    this.fields = fields;
  }

  private static JsonParser newParser() {
    try {
      return FACTORY.createNonBlockingByteArrayParser();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a JSON parser", e);
    }
  }

  /** Parses one line; false if it is not one object and nothing else. */
  boolean parse(byte[] bytes, int start, int limit) throws IOException {
    int from = start;
    int to = limit;
    while (to > from && isBlank(bytes[to - 1])) {
      to--;
    }
    while (to > from && isBlank(bytes[from])) {
      from++;
    }
    // A parser fresh from a bad line would skip a byte order mark here.
    if (from == to || bytes[from] != '{') {
      return false;
    }
    line = bytes;
    end = to;
    boolean good = false;
    try {
      feeder.feedInput(bytes, from, to);
      good = parseObject() && feeder.needMoreInput();
    } catch (StreamReadException e) {
      // Not JSON: the row is bad.
    }
    if (!good) {
      parser.close();
      parser = newParser();
      feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }
    return good;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private boolean parseObject() throws IOException {
    parser.nextToken();
    JsonToken name = parser.nextToken();
    while (name == JsonToken.FIELD_NAME) {
      Integer column = fields.indexOf(parser.currentName());
      if (!parseValue(parser.nextToken(), column)) {
        return false;
      }
      name = parser.nextToken();
    }
    return name == JsonToken.END_OBJECT;
  }

  /** False if the value is cut off by the end of the line, or is no text that can be written. */
  private boolean parseValue(JsonToken value, Integer column) throws IOException {
    if (value == JsonToken.NOT_AVAILABLE) {
      return false;
    }
    if (value.isStructStart()) {
      if (column != null) {
        fields.setNested(column);
      }
      return skipStructure();
    }
    if (column == null || value == JsonToken.VALUE_NULL) {
      return true;
    }
    if (value.isNumeric()) {
      setNumber(column);
      return true;
    }
    return fields.set(
        column, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  /**
   * Takes a number from the line itself, as the parser's text of {@code -0} is {@code 0}: it ends
   * where the parser stands, give or take what delimits it.
   */
  private void setNumber(int column) throws IOException {
    int to = end - parser.releaseBuffered(NOWHERE);
    while (!inNumber(line[to - 1])) {
      to--;
    }
    int from = to;
    while (inNumber(line[from - 1])) {
      from--;
    }
    fields.set(column, line, from, to - from);
  }

  private static boolean inNumber(byte b) {
    return (b >= '0' && b <= '9') || b == '.' || b == '-' || b == '+' || b == 'e' || b == 'E';
  }

  private boolean skipStructure() throws IOException {
    int depth = 1;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.NOT_AVAILABLE) {
        return false;
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    }
    return true;
  }

  void close() throws IOException {
    parser.close();
  }
}
