package io.tidemark.cli.run;

import io.tidemark.aggregate.Column;
import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.files.SymbolTable;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;
import io.tidemark.window.WindowDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a line for each firing: {@code window,key,start,end,kind,revision} and the aggregates. Of
 * several window definitions the columns are united, in the order in which they first appear; a
 * definition leaves those empty that it does not have.
 */
final class ResultsOutput implements ResultHandler {
  private static final List<String> FIXED =
      List.of("window", "key", "start", "end", "kind", "revision");
  private static final int NONE = -1;

  private final CsvOutput out;
  private final SymbolTable keys;
  private final Slice key = new Slice();

  /** By window definition: for each united column, the place among the definition's own. */
  private final int[][] places;

  /** Writes the header. */
  ResultsOutput(CsvOutput out, SymbolTable keys, List<WindowDefinition<FileEvent>> windows)
      throws IOException {
    this.out = out;
    this.keys = keys;
    Set<String> names = new LinkedHashSet<>();
    windows.forEach(window -> names.addAll(names(window)));
    List<String> united = List.copyOf(names);
    this.places =
        windows.stream().map(window -> places(united, names(window))).toArray(int[][]::new);
    for (String column : FIXED) {
      out.textField(column);
    }
    for (String column : united) {
      out.textField(column);
    }
    out.endLine();
  }

  private static List<String> names(WindowDefinition<FileEvent> window) {
    return window.columns().stream().map(Column::name).toList();
  }

  private static int[] places(List<String> united, List<String> own) {
    return united.stream().mapToInt(own::indexOf).toArray();
  }

  @Override
  public void onResult(WindowResult result) {
    try {
      keys.text((int) result.key(), key);
      out.textField(result.window()).textField(key);
      out.longField(result.start()).longField(result.end());
      out.textField(result.kind().text()).longField(result.revision());
      for (int place : places[result.windowIndex()]) {
        value(result, place);
      }
      out.endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void value(WindowResult result, int place) throws IOException {
    if (place == NONE) {
      out.emptyField();
      return;
    }
    Column column = result.columns().get(place);
    switch (column.type()) {
      case LONG -> out.longField(result.longValue(place));
      case DECIMAL -> out.decimalField(result.longValue(place), column.scale());
      case DOUBLE -> out.doubleField(result.doubleValue(place));
    }
  }
}
