package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class Utf8Test {
  private static final long SEED = 20_261_130;

  @Test
  void shouldEncodeAnyTextAsTheJdkDoes() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String text = anyChars(random);
      ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
      int length = Utf8.encode(text, buffer, 3);

      assertThat(Utf8.bytes(buffer, 3, length))
          .as("seed %d, text %d", SEED, i)
          .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** With lone surrogates in every place. */
  private static String anyChars(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      int bits = 7 + random.nextInt(10);
      int c = random.nextInt(1 << Math.min(bits, 16));
      text.append((char) (random.nextInt(3) == 0 ? 0xD800 + (c & 0x7FF) : c));
    }
    return text.toString();
  }
}
