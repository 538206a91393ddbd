package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalPrinterTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();

  @Test
  void shouldPrintCsv() throws IOException {
    assertThat(print(PrintFormat.CSV)).isEqualTo(3);

    assertThat(out)
        .hasToString(
            """
            record,kind,reason,window,partition,key,timestamp,arrival,watermark,missed,line,source,event
            0,late,late,bars_1s,nyse,AAPL,1000,2000000000,1249,3,7,41,"1000,AAPL,5"
            1,rejected,bad-row,,,,0,0,,,8,0,"a ""b""
            c\t"
            2,late,late,w,é,k,3,0,0,,0,0,0xff00
            """);
  }

  @Test
  void shouldPrintJsonLines() throws IOException {
    assertThat(print(PrintFormat.JSONL)).isEqualTo(3);

    assertThat(out.toString().lines())
        .containsExactly(
            "{\"record\":0,\"kind\":\"late\",\"reason\":\"late\",\"window\":\"bars_1s\","
                + "\"partition\":\"nyse\",\"key\":\"AAPL\",\"timestamp\":1000,"
                + "\"arrival\":2000000000,\"watermark\":1249,\"missed\":3,\"line\":7,\"source\":41,"
                + "\"event\":\"1000,AAPL,5\"}",
            "{\"record\":1,\"kind\":\"rejected\",\"reason\":\"bad-row\",\"window\":\"\","
                + "\"partition\":\"\",\"key\":\"\",\"timestamp\":0,\"arrival\":0,"
                + "\"watermark\":null,\"missed\":null,\"line\":8,\"source\":0,"
                + "\"event\":\"a \\\"b\\\"\\nc\\t\"}",
            "{\"record\":2,\"kind\":\"late\",\"reason\":\"late\",\"window\":\"w\","
                + "\"partition\":\"é\",\"key\":\"k\",\"timestamp\":3,\"arrival\":0,"
                + "\"watermark\":0,\"missed\":null,\"line\":0,\"source\":0,\"event\":\"0xff00\"}");
  }

  @Test
  void shouldPrintATable() throws IOException {
    assertThat(print(PrintFormat.TABLE)).isEqualTo(3);

    assertThat(out.toString().lines())
        .containsExactly(
            "record  kind      reason   window   partition  key   timestamp     arrival"
                + "  watermark  missed  line  source  event",
            "     0  late      late     bars_1s  nyse       AAPL       1000  2000000000"
                + "       1249       3     7      41  1000,AAPL,5",
            "     1  rejected  bad-row                                    0           0"
                + "                        8       0  a \"b\"\\nc\\t",
            "     2  late      late     w        é          k             3           0"
                + "          0             0       0  0xff00");
  }

  @Test
  void shouldPrintTheHeaderOfAnEmptyJournal() throws IOException {
    JournalWriter.startAnew(Samples.options(directory)).close();
    for (PrintFormat format : PrintFormat.values()) {
      try (JournalReader reader = JournalReader.open(directory)) {
        assertThat(JournalPrinter.printAll(reader, format, out)).isZero();
      }
    }

    assertThat(out.toString().lines())
        .containsExactly(
            "record  kind  reason  window  partition  key  timestamp  arrival  watermark"
                + "  missed  line  source  event",
            "record,kind,reason,window,partition,key,timestamp,arrival,watermark,missed,line,source,"
                + "event");
  }

  @Test
  void shouldPrintLongTablesWithoutKeepingThem() throws IOException {
    JournalPrinter printer = new JournalPrinter(PrintFormat.TABLE, out);
    for (int i = 0; i < TableRows.KEPT_BACK; i++) {
      printer.print(Samples.numbered(new JournalRecord(), i, 0));
    }
    assertThat(out.toString().lines()).hasSize(TableRows.KEPT_BACK + 1);
    printer.print(new JournalRecord().key("much longer than any key before it"));
    assertThat(out.toString()).contains("  much longer than any key before it  ");
    printer.end();
    assertThat(out.toString().lines()).hasSize(TableRows.KEPT_BACK + 2);
  }

  @Test
  void shouldPrintEventsAsItIsTold() throws IOException {
    JournalPrinter printer =
        new JournalPrinter(PrintFormat.CSV, out, (buffer, offset, length) -> "<" + length + ">");
    printer.print(new JournalRecord().set(RecordField.EVENT, new byte[5], 0, 5));

    assertThat(out.toString()).endsWith(",<5>\n");
  }

  @Test
  void shouldPassOnWhatTheOutputThrows() {
    JournalPrinter printer =
        new JournalPrinter(
            PrintFormat.JSONL,
            new StringWriter() {
              @Override
              public StringWriter append(CharSequence text) {
                throw new IllegalStateException("broken pipe");
              }
            });

    assertThatThrownBy(() -> printer.print(new JournalRecord())).hasMessage("broken pipe");
  }

  private long print(PrintFormat format) throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      byte[] row = Samples.utf8("1000,AAPL,5");
      writer.append(
          writer
              .record()
              .timestamp(1_000)
              .arrivalNs(2_000_000_000)
              .watermark(1_249)
              .missedWindows(3)
              .line(7)
              .sourceRecord(41)
              .window("bars_1s")
              .partition("nyse")
              .key("AAPL")
              .reason("late")
              .set(RecordField.EVENT, row, 0, row.length));
      byte[] bad = Samples.utf8("a \"b\"\nc\t");
      writer.append(
          writer
              .record()
              .kind(RecordKind.REJECTED)
              .watermark(Long.MIN_VALUE)
              .line(8)
              .reason("bad-row")
              .set(RecordField.EVENT, bad, 0, bad.length));
      writer.append(
          writer
              .record()
              .timestamp(3)
              .window("w")
              .partition("é")
              .key("k")
              .reason("late")
              .set(RecordField.EVENT, new byte[] {(byte) 0xFF, 0}, 0, 2));
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      return JournalPrinter.printAll(reader, format, out);
    }
  }
}
