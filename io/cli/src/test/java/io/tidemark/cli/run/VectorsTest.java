package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.cli.Command;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileReader;
import io.tidemark.cli.job.JobWindow;
import io.tidemark.cli.job.WindowShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The jobs whose outputs were worked out by Apache Flink. Window definitions do not know of each
 * other, so sliding ones are left out of a job and of what is expected.
 */
class VectorsTest {
  private static final Path VECTORS = Path.of("src/test/resources/vectors");

  @TempDir Path folder;

  static Stream<String> vectors() throws IOException {
    return all().stream().filter(name -> !kept(name).isEmpty());
  }

  static Stream<Arguments> inEachLayout() throws IOException {
    return vectors()
        .flatMap(vector -> Stream.of("inline", "fused").map(layout -> arguments(vector, layout)));
  }

  private static List<String> all() throws IOException {
    try (Stream<Path> folders = Files.list(VECTORS)) {
      return folders
          .filter(Files::isDirectory)
          .map(f -> f.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** The windows that are run. */
  private static List<String> kept(String vector) {
    return job(vector).windows().stream()
        .filter(window -> !(window.shape() instanceof WindowShape.Sliding))
        .map(JobWindow::name)
        .toList();
  }

  private static JobFile job(String vector) {
    try {
      return JobFileReader.read(VECTORS.resolve(vector).resolve("job.yaml"));
    } catch (Exception e) {
      throw new AssertionError(vector, e);
    }
  }

  @ParameterizedTest
  @MethodSource("inEachLayout")
  void shouldMatch(String vector, String layout) throws IOException {
    Path files = VECTORS.resolve(vector);
    String input = job(vector).input().path();
    Files.copy(files.resolve(input), folder.resolve(input));
    Path jobFile = folder.resolve("job.yaml");
    Files.writeString(jobFile, withoutSliding(Files.readString(files.resolve("job.yaml"))));

    Command command = Command.run("run", "--layout", layout, jobFile.toString());

    assertThat(command.err()).doesNotContain("job.yaml");
    assertThat(command.status()).isZero();
    assertThat(command.out()).isEmpty();
    new ExpectedFiles(files.resolve("expected"), folder.resolve("out"), kept(vector)).compare();
  }

  /** A window is a block of lines that starts with a dash. */
  private static String withoutSliding(String yaml) {
    List<StringBuilder> blocks = new ArrayList<>(List.of(new StringBuilder()));
    for (String line : yaml.lines().toList()) {
      if (line.startsWith("  - ") || line.startsWith("output:")) {
        blocks.add(new StringBuilder());
      }
      blocks.get(blocks.size() - 1).append(line).append('\n');
    }
    StringBuilder kept = new StringBuilder();
    for (StringBuilder block : blocks) {
      String text = block.toString();
      if (!text.contains("\n    sliding:")) {
        kept.append(text);
      }
    }
    return kept.toString();
  }

  @Test
  void shouldCoverAllVectorsThatHaveOtherWindowsThanSliding() throws IOException {
    assertThat(all()).hasSize(56);
    assertThat(vectors()).hasSize(52);
    assertThat(vectors().filter(v -> kept(v).size() == job(v).windows().size())).hasSize(43);
  }
}
