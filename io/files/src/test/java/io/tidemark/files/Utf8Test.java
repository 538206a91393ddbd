package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final CharBuffer chars = CharBuffer.allocate(200);

  private boolean decodes(byte[] bytes) {
    chars.clear();
    return !decoder.reset().decode(ByteBuffer.wrap(bytes), chars, true).isError();
  }

  private void check(byte[] bytes) {
    // Neighbours on both sides must not be looked at.
    byte[] around = new byte[bytes.length + 20];
    Arrays.fill(around, (byte) 0x80);
    System.arraycopy(bytes, 0, around, 7, bytes.length);
    if (Utf8.isValid(around, 7, 7 + bytes.length) != decodes(bytes)) {
      assertThat(Utf8.isValid(around, 7, 7 + bytes.length))
          .as(Arrays.toString(bytes))
          .isEqualTo(decodes(bytes));
    }
  }

  @Test
  void shouldAgreeWithTheDecoderOnShortSequences() {
    check(new byte[0]);
    for (int i = 0; i < 1 << 16; i++) {
      check(new byte[] {(byte) i});
      check(new byte[] {(byte) i, (byte) (i >> 8)});
    }
    int[] edges = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF0, 0xFF};
    for (int first = 0; first < 256; first++) {
      for (int second = 0; second < 256; second++) {
        for (int third : edges) {
          check(new byte[] {(byte) first, (byte) second, (byte) third});
          for (int fourth = first < 0xF0 ? 256 : 0; fourth < 256; fourth += 0x3F) {
            check(new byte[] {(byte) first, (byte) second, (byte) third, (byte) fourth});
          }
        }
      }
    }
  }

  @Test
  void shouldAgreeWithTheDecoderOnMutatedTexts() {
    String[] pieces = {"plain text ", "é", "서울", "😀", "\uFFFF", "\u0800", "x"};
    for (long seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      byte[] bytes = Rows.utf8(text.toString());
      check(bytes);
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      check(bytes);
      check(Arrays.copyOf(bytes, random.nextInt(bytes.length)));
    }
  }
}
