package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @Test
  void shouldTellItsVersion() {
    Command command = Command.run("--version");

    assertThat(command.status()).isZero();
    assertThat(command.out()).matches("(?s)tidemark \\d+\\.\\d+\\.\\d+\\S*\\RJava \\S+\\R");
    assertThat(command.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--help, Usage: tidemark [-hV] COMMAND",
    "run --help, Usage: tidemark run [-hqV] [--layout=LAYOUT] JOB.yaml...",
    "demo --help, Usage: tidemark demo [-hV]"
  })
  void shouldHelp(String line, String usage) {
    Command command = Command.run(line.split(" "));

    assertThat(command.status()).isZero();
    assertThat(command.out()).startsWith(usage);
    assertThat(command.err()).isEmpty();
  }
}
