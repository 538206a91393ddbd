package io.tidemark.cli.demo;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds the bars of late trades, replayed from a journal, to the bars that lack them, and compares
 * the sums with bars that never lost a trade.
 */
final class Repair {
  /** What can be added up of a bar. */
  private record Sums(long trades, BigDecimal volume) {
    static final Sums NONE = new Sums(0, BigDecimal.ZERO);

    static Sums of(Bar bar) {
      return new Sums(bar.trades(), bar.volume());
    }

    Sums plus(Sums other) {
      return new Sums(trades + other.trades, volume.add(other.volume));
    }

    boolean equal(Sums other) {
      return trades == other.trades && volume.compareTo(other.volume) == 0;
    }

    List<String> cells(String name) {
      return List.of(name, Long.toString(trades), volume.toPlainString());
    }
  }

  private final Map<List<Long>, Sums> whole;
  private final Map<List<Long>, Sums> lacking;
  private final Map<List<Long>, Sums> late;

  /** The bars of the run that lost nothing, of the one that did, and of what it lost. */
  Repair(List<Bar> whole, List<Bar> lacking, List<Bar> late) {
    this.whole = sums(whole);
    this.lacking = sums(lacking);
    this.late = sums(late);
  }

  private static Map<List<Long>, Sums> sums(List<Bar> bars) {
    Map<List<Long>, Sums> sums = new HashMap<>();
    bars.forEach(bar -> sums.put(bar.id(), Sums.of(bar)));
    return sums;
  }

  /** Prints how many bars are right again, and that one that got most trades back. */
  void print(List<String> feeds, PrintStream out) {
    long lateTrades = late.values().stream().mapToLong(Sums::trades).sum();
    out.println(
        "The run with one shared watermark kept its " + lateTrades + " late trades in a journal.");
    out.println(
        "Replayed from there they make " + late.size() + " bars. With these added to its own,");
    out.println(
        right() + " of " + all().size() + " bars have the trades and the volume that they have");
    out.println("with a watermark per feed. The one that got most trades back:");
    out.println();
    List<Long> most =
        late.entrySet().stream()
            .max(Comparator.comparingLong(bar -> bar.getValue().trades()))
            .orElseThrow()
            .getKey();
    TextTable table = new TextTable();
    table.row(feeds.get(most.get(0).intValue()), "trades", "volume");
    table.row(of(lacking, most).cells("one shared watermark"));
    table.row(of(late, most).cells("replayed from its journal"));
    table.row(repaired(most).cells("both"));
    table.row(of(whole, most).cells("a watermark per feed"));
    table.lines().forEach(out::println);
  }

  private Set<List<Long>> all() {
    Set<List<Long>> all = new HashSet<>(whole.keySet());
    all.addAll(lacking.keySet());
    all.addAll(late.keySet());
    return all;
  }

  private long right() {
    return all().stream().filter(bar -> repaired(bar).equal(of(whole, bar))).count();
  }

  private Sums repaired(List<Long> bar) {
    return of(lacking, bar).plus(of(late, bar));
  }

  private static Sums of(Map<List<Long>, Sums> bars, List<Long> bar) {
    return bars.getOrDefault(bar, Sums.NONE);
  }
}
