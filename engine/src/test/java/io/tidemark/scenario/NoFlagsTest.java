package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine runs in a JVM without any flags, and says nothing. */
class NoFlagsTest {
  @TempDir Path folder;

  @Test
  void shouldRunInAJvmWithoutFlags() throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder child =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SmallJob.class.getName());
    // These would give it flags.
    child
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    child.redirectErrorStream(true).redirectOutput(output.toFile());

    Process process = child.start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();

    assertThat(ended).as("ended in time").isTrue();
    assertThat(Files.readString(output, StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "10 1 [0,10) on-time 0 n=2 sum=3\n10 1 [10,20) on-time 0 n=1 sum=4\n");
    assertThat(process.exitValue()).isZero();
  }

  /** What the child runs. */
  static final class SmallJob {
    private SmallJob() {}

    public static void main(String[] args) {
      Scenario scenario = Scenario.tumbling(10);
      try (Engine<Sample> engine =
          scenario.engine(EngineOptions.<Sample>inline().onResult(System.out::println))) {
        publish(engine, 1, 1);
        publish(engine, 2, 2);
        publish(engine, 11, 4);
      }
      scenario.checkAccounting();
    }

    private static void publish(Engine<Sample> engine, long time, long value) {
      Publisher<Sample> publisher = engine.publisher();
      Sample sample = publisher.claim();
      sample.time = time;
      sample.key = 1;
      sample.value = value;
      publisher.publish(0);
    }
  }
}
