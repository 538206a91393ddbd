package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordField;
import io.tidemark.journal.RecordKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCommandTest {
  @TempDir Path directory;

  @BeforeEach
  void writeJournal() {
    try (JournalWriter writer = JournalWriter.startAnew(JournalOptions.in(directory))) {
      byte[] row = "1,\"a\"\n".getBytes(StandardCharsets.UTF_8);
      writer.append(
          writer
              .record()
              .kind(RecordKind.LATE)
              .window("w")
              .key("é")
              .timestamp(1)
              .watermark(9)
              .arrivalNs(5)
              .line(7)
              .set(RecordField.EVENT, row, 0, row.length));
    }
  }

  private String print(String... options) {
    String[] line = new String[options.length + 3];
    line[0] = "journal";
    line[1] = "print";
    System.arraycopy(options, 0, line, 2, options.length);
    line[line.length - 1] = directory.toString();
    Command command = Command.run(line);
    assertThat(command.err()).isEmpty();
    assertThat(command.status()).isZero();
    return command.out();
  }

  @Test
  void shouldPrintATable() {
    String table =
        """
        record  kind  reason  window  partition  key  timestamp  arrival  watermark  missed  line  source  event
             0  late          w                  é            1        5          9             7       0  1,"a"\\n
        """;

    assertThat(print()).isEqualTo(table);
    assertThat(print("--format", "table")).isEqualTo(table);
  }

  @Test
  void shouldPrintCsv() {
    assertThat(print("--format=csv"))
        .isEqualTo(
            """
            record,kind,reason,window,partition,key,timestamp,arrival,watermark,missed,line,source,event
            0,late,,w,,é,1,5,9,,7,0,"1,""a""
            "
            """);
  }

  @Test
  void shouldPrintJsonLines() {
    assertThat(print("--format=jsonl"))
        .isEqualTo(
            """
            {"record":0,"kind":"late","reason":"","window":"w","partition":"","key":"é",\
            "timestamp":1,"arrival":5,"watermark":9,"missed":null,"line":7,"source":0,"event":"1,\\"a\\"\\n"}
            """);
  }

  @Test
  void shouldRefuseACommandLineThatIsWrong() {
    Command noCommand = Command.run("journal");
    assertThat(noCommand.status()).isEqualTo(2);
    assertThat(noCommand.err()).startsWith("no command; expected print\nUsage: tidemark journal");
    Command noDirectory = Command.run("journal", "print");
    assertThat(noDirectory.status()).isEqualTo(2);
    assertThat(noDirectory.err()).startsWith("Missing required parameter: 'DIR'\n");
    Command format = Command.run("journal", "print", "--format=xml", directory.toString());
    assertThat(format.status()).isEqualTo(2);
    assertThat(format.err()).contains("'xml': expected table, csv or jsonl\n");
  }
}
