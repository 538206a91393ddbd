package io.tidemark.cli.run;

import io.tidemark.aggregate.Column;
import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.files.SymbolTable;
import io.tidemark.output.FiringKind;
import io.tidemark.output.ProcessResult;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;
import io.tidemark.process.CarriedForward;
import io.tidemark.process.KeyedProcess;
import io.tidemark.window.WindowDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a line for each firing: {@code window,key,start,end,kind,revision}, {@code final} and
 * {@code retraction} where the job has them, and the aggregates. Of several window definitions the
 * columns are united, in the order in which they first appear; a definition leaves those empty that
 * it does not have. Windows with carried values are lines as well: on time, revision 0.
 */
final class ResultsOutput implements ResultHandler, ProcessResultHandler {
  private static final List<String> FIXED =
      List.of("window", "key", "start", "end", "kind", "revision");
  private static final int NONE = -1;

  /** The columns start and end, which stand at the front of what is carried, too. */
  private static final int TIMES = 2;

  private final CsvOutput out;
  private final SymbolTable keys;
  private final Slice key = new Slice();

  /** By window definition: for each united column, the place among the definition's own. */
  private final int[][] places;

  /** The same by what is carried forward; the places begin behind start and end. */
  private final int[][] carriedPlaces;

  private final boolean tellsFinal;
  private final boolean tellsRetractions;

  /**
   * Writes the header.
   *
   * @param tellsFinal whether lines tell if a firing is final
   * @param tellsRetractions whether lines tell if they take a firing back
   */
  ResultsOutput(
      CsvOutput out,
      SymbolTable keys,
      List<WindowDefinition<FileEvent>> windows,
      List<KeyedProcess<FileEvent>> carried,
      boolean tellsFinal,
      boolean tellsRetractions)
      throws IOException {
    this.tellsFinal = tellsFinal;
    this.tellsRetractions = tellsRetractions;
    this.out = out;
    this.keys = keys;
    Set<String> names = new LinkedHashSet<>();
    windows.forEach(window -> names.addAll(names(window)));
    carried.forEach(process -> names.addAll(names(process).subList(TIMES, names(process).size())));
    List<String> united = List.copyOf(names);
    this.places =
        windows.stream().map(window -> places(united, names(window))).toArray(int[][]::new);
    this.carriedPlaces =
        carried.stream().map(process -> places(united, names(process))).toArray(int[][]::new);
    for (String column : FIXED) {
      out.textField(column);
    }
    if (tellsFinal) {
      out.textField("final");
    }
    if (tellsRetractions) {
      out.textField("retraction");
    }
    for (String column : united) {
      out.textField(column);
    }
    out.endLine();
  }

  private static List<String> names(WindowDefinition<FileEvent> window) {
    return window.columns().stream().map(Column::name).toList();
  }

  private static List<String> names(KeyedProcess<FileEvent> process) {
    return process.columns(CarriedForward.OUTPUT).stream().map(Column::name).toList();
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
      marks(result.isFinal(), result.isRetraction());
      for (int place : places[result.windowIndex()]) {
        value(result, place);
      }
      out.endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A window with what is carried into it. */
  @Override
  public void onResult(ProcessResult result) {
    try {
      keys.text((int) result.key(), key);
      out.textField(result.process()).textField(key);
      out.longField(result.longValue(0)).longField(result.longValue(1));
      out.textField(FiringKind.ON_TIME.text()).longField(0);
      marks(true, false);
      for (int place : carriedPlaces[result.processIndex()]) {
        if (place == NONE) {
          out.emptyField();
        } else {
          value(result.columns().get(place), result.longValue(place));
        }
      }
      out.endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void marks(boolean isFinal, boolean isRetraction) throws IOException {
    if (tellsFinal) {
      out.textField(Boolean.toString(isFinal));
    }
    if (tellsRetractions) {
      out.textField(Boolean.toString(isRetraction));
    }
  }

  private void value(WindowResult result, int place) throws IOException {
    if (place == NONE) {
      out.emptyField();
    } else {
      value(result.columns().get(place), result.longValue(place));
    }
  }

  private void value(Column column, long bits) throws IOException {
    switch (column.type()) {
      case LONG -> out.longField(bits);
      case DECIMAL -> out.decimalField(bits, column.scale());
      case DOUBLE -> out.doubleField(Double.longBitsToDouble(bits));
    }
  }
}
