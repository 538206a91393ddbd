package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final int ROWS = 1 << 12;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream terminal = new PrintStream(shown, true, StandardCharsets.UTF_8);
  private final Engine<FileEvent> engine =
      Engine.start(
          Job.<FileEvent>builder("job", () -> new FileEvent(0))
              .timestamp(TimeUnit.SECONDS, event -> 7)
              .watermarks(WatermarkStrategy.monotonous())
              .window(
                  WindowDefinition.<FileEvent>tumbling("w", Duration.ofSeconds(1))
                      .aggregate("n", Aggregates.count()))
              .build(),
          EngineOptions.inline());
  private long nowNs;

  private void rows(Progress progress) {
    for (int i = 0; i < ROWS; i++) {
      progress.row(engine);
    }
  }

  private String shown() {
    String text = shown.toString(StandardCharsets.UTF_8);
    shown.reset();
    return text;
  }

  @Test
  void shouldShowALineAfterASecondAndAgainEveryQuarter() {
    Progress progress = Progress.on(terminal, "bars", () -> nowNs);
    nowNs = TimeUnit.MILLISECONDS.toNanos(999);
    rows(progress);
    assertThat(shown()).isEmpty();

    nowNs = TimeUnit.SECONDS.toNanos(1);
    rows(progress);
    assertThat(shown()).isEqualTo("\r\033[Kbars: 8192 rows, 8192 rows/s, watermark none, 0 late");

    engine.publisher().claim();
    engine.publisher().publish(0, 0);
    nowNs += TimeUnit.MILLISECONDS.toNanos(249);
    rows(progress);
    assertThat(shown()).isEmpty();

    nowNs += TimeUnit.MILLISECONDS.toNanos(1);
    rows(progress);
    assertThat(shown()).isEqualTo("\r\033[Kbars: 16384 rows, 13107 rows/s, watermark 6, 0 late");

    progress.end();
    assertThat(shown()).isEqualTo("\r\033[K");
  }

  @Test
  void shouldLeaveTheTerminalAloneWhereNothingWasShown() {
    Progress progress = Progress.on(terminal, "bars", () -> nowNs);
    rows(progress);

    progress.end();

    assertThat(shown()).isEmpty();
  }
}
