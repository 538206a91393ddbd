package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README.md shows code that compiles and runs, and says what it prints. */
class ReadmeTest {
  // Surefire runs in the module's folder.
  private static final Path README = Path.of("../README.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/io/tidemark/scenario/ReadmeExample.java");

  @Test
  void shouldShowTheCodeThatIsTested() throws IOException {
    String shown = only(README, "```java\n(.*?)\n```");
    String tested = only(EXAMPLE, "// README begins\n(.*?)\n *// README ends");

    assertThat(shown).isEqualTo(tested.stripIndent());
  }

  @Test
  void shouldShowWhatTheCodePrints() throws IOException {
    assertThat(printed()).isEqualTo(only(README, "It prints `([^`]*)`") + System.lineSeparator());
  }

  private static String printed() {
    PrintStream usual = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      ReadmeExample.run();
    } finally {
      System.setOut(usual);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What the group of the pattern matches in a file, where it matches just once. */
  private static String only(Path file, String pattern) throws IOException {
    List<String> matches =
        Pattern.compile(pattern, Pattern.DOTALL)
            .matcher(Files.readString(file))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(matches).as("%s in %s", pattern, file).hasSize(1);
    return matches.get(0);
  }
}
