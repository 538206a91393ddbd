package io.tidemark.process;

import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.aggregate.Column;
import io.tidemark.time.WatermarkStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of docs/processes.md. */
class SilenceTest {
  private static final Path DOCUMENT = Path.of("../docs/processes.md");
  private static final Path SELF = Path.of("src/test/java/io/tidemark/process/SilenceTest.java");

  static final class Reading extends Event {
    long time;
    long machine;
  }

  static class Silence implements ProcessFunction<Reading> {
    @Override
    public void onEvent(Reading reading, ProcessContext context) {
      context.deleteEventTimer(context.longState(1)); // the one set before, if any
      context.setLong(0, context.longState(0) + 1);
      context.setLong(1, reading.time + 60_000);
      context.registerEventTimer(reading.time + 60_000);
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      context.output(0).setLong(0, context.longState(0)).emit();
      context.clearState();
    }
  }

  @Test
  void shouldTellOfSilentMachines() throws IOException {
    List<String> rows = new ArrayList<>();
    Engine<Reading> engine =
        Engine.start(
            Job.builder("machines", Reading::new)
                .timestamp(MILLISECONDS, reading -> reading.time)
                .key(reading -> reading.machine)
                .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofSeconds(5)))
                .process(
                    ProcessDefinition.<Reading>of("silence", Silence::new)
                        .state(Column.ofLong("readings"), Column.ofLong("timer"))
                        .output("silent", Column.ofLong("readings")))
                .build(),
            EngineOptions.<Reading>inline().onProcessResult(row -> rows.add(row.toString())));
    for (int i = 0; i < 12; i++) {
      publish(engine, 17, i < 11 ? i : 1_000);
    }
    for (long time = 0; time <= 66_001; time += 6_000) {
      publish(engine, 3, time);
    }
    publish(engine, 3, 66_001);

    assertThat(rows).containsExactly("silence.silent 17 @61000 readings=12");
    assertThat(Files.readString(DOCUMENT)).contains(rows.get(0));
  }

  /** What stands in the document is what runs here. */
  @Test
  void shouldRunWhatTheDocumentShows() throws IOException {
    List<String> own = statements(Files.readString(SELF));
    List<String> shown =
        statements(Files.readString(DOCUMENT).split("```java")[1].split("Job.builder")[0]);
    assertThat(shown).hasSizeGreaterThan(7);
    assertThat(own).containsAll(shown);
  }

  private static List<String> statements(String code) {
    return code.lines()
        .map(line -> line.replaceAll("//.*", "").strip())
        .filter(line -> line.endsWith(";") || line.endsWith("{"))
        .map(line -> line.replace("static class", "class"))
        .toList();
  }

  private static void publish(Engine<Reading> engine, long machine, long time) {
    Reading reading = engine.publisher().claim();
    reading.machine = machine;
    reading.time = time;
    engine.publisher().publish(0, 0);
  }
}
