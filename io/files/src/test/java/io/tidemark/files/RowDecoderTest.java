package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowDecoderTest {
  private final SymbolTable keys = new SymbolTable();
  private final SymbolTable partitions = new SymbolTable();

  private static CsvReader csv(String text) throws IOException {
    return CsvReader.open(Rows.input(Rows.utf8(text)));
  }

  private static JsonlReader jsonl(String text) {
    return JsonlReader.open(Rows.input(Rows.utf8(text)));
  }

  private RowDecoderBuilder decoder(RowReader reader) {
    return RowDecoder.builder(reader, keys, partitions);
  }

  private static List<RowVerdict> verdicts(RowReader reader, RowDecoder decoder)
      throws IOException {
    List<RowVerdict> verdicts = new ArrayList<>();
    while (reader.next()) {
      verdicts.add(decoder.decode());
    }
    return verdicts;
  }

  @Test
  void shouldDecodeEveryColumn() throws IOException {
    CsvReader reader = csv("q,x,y,ts,recv,k,p\n7,1.5,-2.25,42,3,\"a,\"\"b\"\"\",p0\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .arrival("recv", TimestampUnit.SECONDS)
            .key("k")
            .partition("p")
            .value("x", ValueType.decimal(2), "x")
            .value("q", ValueType.LONG, "q")
            .value("y", ValueType.DOUBLE, "y")
            .build();
    assertThat(verdicts(reader, decoder)).containsExactly(RowVerdict.GOOD);
    DecodedRow row = decoder.row();
    assertThat(row.timestamp()).isEqualTo(42);
    assertThat(row.arrivalNs()).isEqualTo(3_000_000_000L);
    assertThat(keys.text(row.keyId())).isEqualTo("a,\"b\"");
    assertThat(partitions.text(row.partitionId())).isEqualTo("p0");
    assertThat(row.values()).isEqualTo(3);
    assertThat(row.value(0)).isEqualTo(150);
    assertThat(row.value(1)).isEqualTo(7);
    assertThat(Double.longBitsToDouble(row.value(2))).isEqualTo(-2.25);
  }

  @Test
  void shouldTellTheKindOfARowAndWantOneThatItKnows() throws IOException {
    List<String> kinds = List.of("pay", "", "7");
    CsvReader csv = csv("ts,kind\n1,7\n1,pay\n1,\n1,refund\n1,07\n1,pa\n");
    RowDecoder decoder =
        decoder(csv).timestamp("ts", TimestampUnit.SECONDS).kind("kind", kinds, "x").build();
    List<Integer> found = new ArrayList<>();
    while (csv.next()) {
      found.add(decoder.decode() == RowVerdict.GOOD ? decoder.row().kind() : -1);
    }
    assertThat(found).containsExactly(2, 0, 1, -1, -1, -1);

    JsonlReader jsonl =
        jsonl(
            "{\"ts\":1,\"kind\":7}\n{\"ts\":1}\n{\"ts\":1,\"kind\":[7]}\n{\"ts\":1,\"kind\":8}\n");
    decoder =
        decoder(jsonl).timestamp("ts", TimestampUnit.SECONDS).kind("kind", kinds, "x").build();
    assertThat(verdicts(jsonl, decoder))
        .containsExactly(
            RowVerdict.GOOD, RowVerdict.GOOD, RowVerdict.BAD_ROW, RowVerdict.BAD_VALUE);
  }

  @Test
  void shouldUseTheEmptyTextWithoutKeyAndPartition() throws IOException {
    CsvReader reader = csv("ts\n1\n");
    RowDecoder decoder = decoder(reader).timestamp("ts", TimestampUnit.NANOSECONDS).build();
    assertThat(verdicts(reader, decoder)).containsExactly(RowVerdict.GOOD);
    assertThat(keys.text(decoder.row().keyId())).isEmpty();
    assertThat(partitions.text(decoder.row().partitionId())).isEmpty();
    assertThat(decoder.row().arrivalNs()).isZero();
  }

  @Test
  void shouldLeaveTimestampsToOthersWhereTold() throws IOException {
    CsvReader reader = csv("ts,x\n,1\n-9223372036854775808,2\n7,3\nseven,4\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .timestampFits(timestamp -> false)
            .anyTimestamp()
            .build();
    List<String> decoded = new ArrayList<>();
    while (reader.next()) {
      RowVerdict verdict = decoder.decode();
      decoded.add(verdict.text() + " " + decoder.row().hasTimestamp());
      if (decoder.row().hasTimestamp() && verdict == RowVerdict.GOOD) {
        decoded.add("" + decoder.row().timestamp());
      }
    }
    assertThat(decoded)
        .containsExactly(
            "good false",
            "good true",
            "-9223372036854775808",
            "good true",
            "7",
            "bad-timestamp true");
  }

  @Test
  void shouldDecodeRowsThatHaveNoTimestamp() throws IOException {
    CsvReader reader = csv("k,x\na,1\n");
    RowDecoder decoder =
        decoder(reader).withoutTimestamp().key("k").value("x", ValueType.LONG, "x").build();
    assertThat(verdicts(reader, decoder)).containsExactly(RowVerdict.GOOD);
    assertThat(decoder.row().hasTimestamp()).isFalse();
    assertThat(decoder.row().timestamp()).isZero();
    assertThat(decoder.row().value(0)).isEqualTo(1);
  }

  @Test
  void shouldGiveTheFirstReasonThatApplies() throws IOException {
    CsvReader reader = csv("ts,recv,x\nbad,bad,bad,\nbad,bad,bad\n1,bad,bad\n1,1,bad\n1,1,1\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .arrival("recv", TimestampUnit.MILLISECONDS)
            .value("x", ValueType.LONG, "x")
            .build();
    assertThat(verdicts(reader, decoder))
        .containsExactly(
            RowVerdict.BAD_ROW,
            RowVerdict.BAD_TIMESTAMP,
            RowVerdict.BAD_TIMESTAMP,
            RowVerdict.BAD_VALUE,
            RowVerdict.GOOD);
  }

  @Test
  void shouldRejectTimestampsWithoutWindows() throws IOException {
    CsvReader reader = csv("ts\n-9223372036854775808\n-9223372036854775807\n9\n10\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .timestampFits(t -> t < 10)
            .build();
    assertThat(verdicts(reader, decoder))
        .containsExactly(
            RowVerdict.BAD_TIMESTAMP, RowVerdict.GOOD, RowVerdict.GOOD, RowVerdict.BAD_TIMESTAMP);
  }

  @Test
  void shouldRejectArrivalsBeyond64BitsOfNanoseconds() throws IOException {
    CsvReader reader =
        csv("ts,recv\n1,9223372036\n1,9223372037\n1,-9223372036\n1,-9223372037\n1,\n1,1.0\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .arrival("recv", TimestampUnit.SECONDS)
            .build();
    assertThat(verdicts(reader, decoder))
        .containsExactly(
            RowVerdict.GOOD,
            RowVerdict.BAD_TIMESTAMP,
            RowVerdict.GOOD,
            RowVerdict.BAD_TIMESTAMP,
            RowVerdict.BAD_TIMESTAMP,
            RowVerdict.BAD_TIMESTAMP);
  }

  @Test
  void shouldGiveNoIdsToRejectedRows() throws IOException {
    CsvReader reader = csv("ts,k,p,x\n1,a,q,?\n?,b,q,1\n1,c,r,1\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .key("k")
            .partition("p")
            .value("x", ValueType.LONG, "x")
            .build();
    verdicts(reader, decoder);
    assertThat(keys.size()).isEqualTo(1);
    assertThat(keys.text(0)).isEqualTo("c");
    assertThat(partitions.size()).isEqualTo(1);
    assertThat(partitions.text(0)).isEqualTo("r");
  }

  @Test
  void shouldTakeJsonStructuresForNoNumberAndNoKey() throws IOException {
    JsonlReader reader =
        jsonl(
            "{\"ts\":{},\"k\":[],\"x\":1}\n{\"ts\":[1],\"k\":7,\"x\":1}\n"
                + "{\"ts\":1,\"k\":7,\"x\":{}}\n{\"ts\":\"1\",\"k\":7.50,\"x\":\"2\"}\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .key("k")
            .value("x", ValueType.DOUBLE, "x")
            .build();
    assertThat(verdicts(reader, decoder))
        .containsExactly(
            RowVerdict.BAD_ROW, RowVerdict.BAD_TIMESTAMP, RowVerdict.BAD_VALUE, RowVerdict.GOOD);
    assertThat(keys.text(decoder.row().keyId())).isEqualTo("7.50");
  }

  @Test
  void shouldKeepTheSignOfAJsonZero() throws IOException {
    JsonlReader reader = jsonl("{\"ts\":1,\"x\":-0}\n");
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .value("x", ValueType.DOUBLE, "x")
            .build();
    assertThat(verdicts(reader, decoder)).containsExactly(RowVerdict.GOOD);
    assertThat(decoder.row().value(0)).isEqualTo(Double.doubleToRawLongBits(-0.0));
  }

  @Test
  void shouldNameTheSettingOfAMissingColumn() throws IOException {
    CsvReader reader = csv("ts\n");
    assertThatThrownBy(() -> decoder(reader).timestamp("time", TimestampUnit.SECONDS))
        .isInstanceOf(UnusableFileException.class)
        .hasMessageStartingWith("input.timestamp.field: column 'time' is not in the header");
    assertThatThrownBy(() -> decoder(reader).value("x", ValueType.LONG, "windows.w.aggregates.s"))
        .hasMessageStartingWith("windows.w.aggregates.s: column 'x'");
  }

  @Test
  void shouldRefuseWhatCannotBeDecoded() throws IOException {
    CsvReader reader = csv("ts\n");
    assertThatThrownBy(() -> decoder(reader).arrival("ts", TimestampUnit.ISO_8601))
        .hasMessage("input.arrival.unit: iso-8601; expected s, ms, us or ns");
    assertThatThrownBy(() -> decoder(reader).build())
        .hasMessageStartingWith("input.timestamp: not set");
    assertThatThrownBy(() -> ValueType.decimal(19))
        .hasMessage("decimal(19): expected a scale from 0 to 18");
  }
}
