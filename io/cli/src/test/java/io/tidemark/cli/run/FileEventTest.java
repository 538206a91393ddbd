package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.files.ByteInput;
import io.tidemark.files.JsonlReader;
import io.tidemark.files.RowReader;
import io.tidemark.files.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FileEventTest {
  private final FileEvent event = new FileEvent(0);
  private final Slice view = new Slice();

  private static RowReader rows(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return JsonlReader.open(ByteInput.of(new ByteArrayInputStream(bytes), "rows"));
  }

  private String row() {
    event.row(view);
    return view.text();
  }

  @Test
  void shouldKeepTheRowWhenTheReaderGoesOn() throws IOException {
    RowReader reader = rows("first\nsecond\n");
    reader.next();
    event.takeText(reader, view);
    reader.next();

    assertThat(row()).isEqualTo("first");
  }

  @Test
  void shouldUseItsRoomAgain() throws IOException {
    RowReader reader = rows("a longer row\nrow\n");
    reader.next();
    event.takeText(reader, view);
    int capacity = event.capacity();
    event.clear();
    reader.next();
    event.takeText(reader, view);

    assertThat(row()).isEqualTo("row");
    assertThat(event.capacity()).isEqualTo(capacity);
  }

  @Test
  void shouldNotKeepTheRoomOfAHugeRow() throws IOException {
    RowReader reader = rows("x".repeat(1 << 20));
    reader.next();
    event.takeText(reader, view);
    assertThat(row()).hasSize(1 << 20);

    event.clear();

    assertThat(event.capacity()).isZero();
    assertThat(row()).isEmpty();
  }
}
