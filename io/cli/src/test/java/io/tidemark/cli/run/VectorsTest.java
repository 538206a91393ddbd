package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.cli.Command;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileReader;
import io.tidemark.cli.job.JobWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The jobs whose outputs were worked out by Apache Flink. */
class VectorsTest {
  private static final Path VECTORS = Path.of("src/test/resources/vectors");

  @TempDir Path folder;

  static Stream<Arguments> inEachLayout() throws IOException {
    return all().stream()
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
    String input = job(vector).input().paths().get(0);
    Files.copy(files.resolve(input), folder.resolve(input));
    Path jobFile = folder.resolve("job.yaml");
    Files.copy(files.resolve("job.yaml"), jobFile);

    Command command = Command.run("run", "--layout", layout, jobFile.toString());

    assertThat(command.err()).doesNotContain("job.yaml");
    assertThat(command.status()).isZero();
    assertThat(command.out()).isEmpty();
    new ExpectedFiles(files.resolve("expected"), folder.resolve("out"), windows(vector)).compare();
  }

  private static List<String> windows(String vector) {
    return job(vector).windows().stream().map(JobWindow::name).toList();
  }

  @Test
  void shouldCoverAllVectors() throws IOException {
    assertThat(all()).hasSize(56);
  }
}
