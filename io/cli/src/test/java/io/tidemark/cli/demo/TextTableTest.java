package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void shouldAlignTheFirstColumnLeftAndOthersRight() {
    assertThat(new TextTable().row("", "long name", "b").row(List.of("first", "1", "22")).lines())
        .containsExactly("       long name   b", "first          1  22");
  }
}
