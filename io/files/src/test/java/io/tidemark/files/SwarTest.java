package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SwarTest {
  private static long marks(byte[] bytes, String wanted) {
    long marks = 0;
    for (int i = 0; i < 8; i++) {
      if (bytes[i] >= 0 && wanted.indexOf(bytes[i]) >= 0) {
        marks |= 0x80L << (8 * i);
      }
    }
    return marks;
  }

  @Test
  void shouldFindExactlyTheBytesLookedFor() {
    Random random = new Random(1);
    byte[] bytes = new byte[8];
    for (int n = 0; n < 50_000; n++) {
      for (int i = 0; i < 8; i++) {
        // Bytes that differ from those looked for in one bit are where inexact tests go wrong.
        int base = ",\"\n".charAt(random.nextInt(3));
        bytes[i] =
            (byte) (random.nextBoolean() ? base ^ (1 << random.nextInt(9)) : random.nextInt());
      }
      long word = Swar.load(bytes, 0);
      assertThat(Swar.commaQuoteOrLineFeed(word)).isEqualTo(marks(bytes, ",\"\n"));
      assertThat(Swar.quoteOrLineFeed(word)).isEqualTo(marks(bytes, "\"\n"));
      assertThat(Swar.lineFeed(word)).isEqualTo(marks(bytes, "\n"));
    }
  }

  @Test
  void shouldReadEightDigits() {
    Random random = new Random(2);
    for (int n = 0; n < 20_000; n++) {
      int value = random.nextInt(100_000_000);
      byte[] bytes = Rows.utf8(String.format("%08d", value));
      assertThat(Swar.eightDigits(Swar.load(bytes, 0))).isTrue();
      assertThat(Swar.eightDigitValue(Swar.load(bytes, 0))).isEqualTo(value);
      byte other = (byte) random.nextInt();
      bytes[random.nextInt(8)] = other;
      assertThat(Swar.eightDigits(Swar.load(bytes, 0))).isEqualTo(other >= '0' && other <= '9');
    }
  }
}
