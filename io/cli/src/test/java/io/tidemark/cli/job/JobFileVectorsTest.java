package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Job files that somebody else wrote. */
class JobFileVectorsTest {
  static Stream<Path> vectors() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("src/test/resources/vectors"))) {
      return folders
          .map(f -> f.resolve("job.yaml"))
          .filter(Files::exists)
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void shouldReadTheJobOfEveryVector(Path file) throws Exception {
    String name = file.getParent().getFileName().toString();
    String yaml = Files.readString(file, StandardCharsets.UTF_8);

    JobFile job = JobFileReader.read(file);

    assertThat(yaml).contains("\nname: " + job.name() + "\n").startsWith("# " + name.substring(4));
    assertThat(job.windows()).hasSize((int) yaml.lines().filter(l -> l.startsWith("  - ")).count());
    assertThat(job.input().paths().get(0)).isIn("input.csv", "input.jsonl");
    assertThat(job.output().results()).contains("out/results.csv");
  }

  @Test
  void shouldFindAllVectors() throws IOException {
    assertThat(vectors()).hasSize(56);
  }
}
