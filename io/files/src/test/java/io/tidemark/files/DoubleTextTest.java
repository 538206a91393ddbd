package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class DoubleTextTest {
  private static final double[] EDGES = {
    0.0,
    -0.0,
    1,
    1e-3,
    9.999e-4,
    1e7,
    9999999.999,
    2e-44,
    2e23,
    8.41E21,
    2.2250738585072014E-308,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    0.1,
    100,
    5e-324,
    1.0E23,
    9007199254740993.0
  };

  private static String text(double value) {
    byte[] bytes = new byte[24];
    return new String(bytes, 0, DoubleText.write(value, bytes, 0), StandardCharsets.US_ASCII);
  }

  private static double random(Random random) {
    switch (random.nextInt(3)) {
      case 0:
        return Double.longBitsToDouble(random.nextLong());
      case 1:
        return random.nextInt(1_000_000) / 100.0;
      default:
        return random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10);
    }
  }

  @Test
  void shouldReadBackTheSame() {
    for (double value : EDGES) {
      assertThat(Double.valueOf(text(value))).isEqualTo((Double) value);
    }
    for (long seed = 0; seed < 100_000; seed++) {
      double value = random(new Random(seed));
      assertThat(Double.valueOf(text(value))).as("seed %d", seed).isEqualTo((Double) value);
    }
  }

  @Test
  void shouldBeTheShortestWhereOlderJdksAreNot() {
    assertThat(text(2e23)).isEqualTo("2.0E23");
    assertThat(text(2e-44)).isEqualTo("2.0E-44");
    assertThat(text(2.0E-3)).isEqualTo("0.002");
    assertThat(text(1.0E23)).isEqualTo("1.0E23");
    assertThat(text(Double.NaN)).isEqualTo("NaN");
    assertThat(text(Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_19)
  void shouldWriteWhatTheJdkWritesFrom19On() {
    for (double value : EDGES) {
      assertThat(text(value)).isEqualTo(Double.toString(value));
    }
    for (long seed = 0; seed < 200_000; seed++) {
      double value = random(new Random(seed));
      assertThat(text(value)).as("seed %d", seed).isEqualTo(Double.toString(value));
    }
  }
}
