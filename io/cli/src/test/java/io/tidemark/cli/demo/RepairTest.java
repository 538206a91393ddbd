package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairTest {
  private static Bar bar(int feed, long startMs, long trades, String volume) {
    return new Bar(feed, startMs, List.of("1", "1", "1", "1", volume), trades);
  }

  @Test
  void shouldCountTheBarsThatAreRightAgain() {
    List<Bar> whole = List.of(bar(0, 1, 5, "2.50"), bar(1, 1, 3, "1"), bar(1, 2, 1, "7"));
    List<Bar> lacking = List.of(bar(0, 1, 4, "1.5"), bar(1, 1, 1, "1"));
    List<Bar> late = List.of(bar(0, 1, 1, "1.0"), bar(1, 1, 2, "1"), bar(1, 2, 1, "7"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new Repair(whole, lacking, late)
        .print(List.of("a", "b"), new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .contains(
            "The run with one shared watermark kept its 4 late trades in a journal.",
            "Replayed from there they make 3 bars. With these added to its own,",
            "2 of 3 bars have the trades and the volume that they have")
        .endsWith(
            "b                          trades  volume",
            "one shared watermark            1       1",
            "replayed from its journal       2       1",
            "both                            3       2",
            "a watermark per feed            3       1");
  }
}
