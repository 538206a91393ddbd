package io.tidemark.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.agrona.DirectBuffer;

/** Turns an event's bytes into what is printed. */
@FunctionalInterface
public interface EventText {
  /** The text of the event's bytes. */
  String text(DirectBuffer buffer, int offset, int length);

  /** Bytes that are UTF-8 as their text, others as hexadecimal after {@code 0x}. */
  static String utf8OrHex(DirectBuffer buffer, int offset, int length) {
    byte[] bytes = Utf8.bytes(buffer, offset, length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
  }
}
