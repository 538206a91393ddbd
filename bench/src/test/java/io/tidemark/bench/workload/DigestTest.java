package io.tidemark.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DigestTest {

  @Test
  void shouldNotDependOnTheOrderOfResults() {
    Digest one = new Digest();
    one.add(1, 2, 3, 4, 5, 6, 7);
    one.add(8, 9, 10, 11, 12, 13, 14);
    Digest other = new Digest();
    other.add(8, 9, 10, 11, 12, 13, 14);
    other.add(1, 2, 3, 4, 5, 6, 7);

    assertThat(one.outcome(3)).isEqualTo(other.outcome(3));
  }

  @Test
  void shouldDependOnEveryField() {
    Set<Long> checksums = new HashSet<>();
    for (int changed = 0; changed <= 7; changed++) {
      long[] f = new long[7];
      if (changed < 7) {
        f[changed] = 1;
      }
      Digest digest = new Digest();
      digest.add(f[0], f[1], f[2], f[3], f[4], f[5], f[6]);
      checksums.add(digest.checksum());
    }

    assertThat(checksums).hasSize(8);
  }

  @Test
  void shouldSeeWhenTwoResultsExchangeAField() {
    Digest one = new Digest();
    one.add(1, 0, 1000, 2, 5, 1, 4);
    one.add(2, 0, 1000, 2, 9, 3, 6);
    Digest exchanged = new Digest();
    exchanged.add(1, 0, 1000, 2, 9, 1, 4);
    exchanged.add(2, 0, 1000, 2, 5, 3, 6);

    assertThat(one.checksum()).isNotEqualTo(exchanged.checksum());
  }

  @Test
  void shouldForgetResultsOnReset() {
    Digest digest = new Digest();
    digest.add(1, 2, 3, 4, 5, 6, 7);
    digest.reset();

    assertThat(digest.outcome(0)).isEqualTo(new Outcome(0, 0, 0));
  }

  @Test
  void shouldNameTheVariantThatDidOtherWork() {
    Outcome expected = new Outcome(10, 0xABCL, 1);

    assertThatCode(() -> new Outcome(10, 0xABCL, 1).requireEqual("hand", expected))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> new Outcome(10, 0xABCL, 2).requireEqual("hand", expected))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "variant hand: 10 results, checksum 0000000000000abc, 2 late, expected 10 results, "
                + "checksum 0000000000000abc, 1 late: it did other work");
  }
}
