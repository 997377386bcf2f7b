package io.streambench.results;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Trend;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tells of sides whose iterations still go one way: one line for each contender and direction. */
final class TrendWarnings {
  private static final int MOST_NAMED = 4;

  private final List<String> contenders;
  private final List<ComparedCell> cells;
  private final CellNames names;

  private record Seen(ComparedCell cell, Trend trend) {}

  TrendWarnings(List<String> contenders, List<ComparedCell> cells) {
    this.contenders = contenders;
    this.cells = cells;
    this.names = new CellNames(cells.stream().map(ComparedCell::cell).toList());
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      for (boolean faster : new boolean[] {true, false}) {
        List<Seen> seen = seen(i, faster);
        if (!seen.isEmpty()) {
          lines.add(line(contenders.get(i), faster, seen));
        }
      }
    }
    return lines;
  }

  private List<Seen> seen(int contender, boolean faster) {
    List<Seen> seen = new ArrayList<>();
    for (ComparedCell cell : cells) {
      cell.sides().get(contender).notableTrend().stream()
          .filter(trend -> faster(cell, trend) == faster)
          .forEach(trend -> seen.add(new Seen(cell, trend)));
    }
    return seen;
  }

  private static boolean faster(ComparedCell cell, Trend trend) {
    return (trend.change() > 0) == (cell.cell().better() == Better.HIGHER);
  }

  private String line(String contender, boolean faster, List<Seen> seen) {
    String where =
        seen.stream()
            .limit(MOST_NAMED)
            .map(
                one ->
                    Text.of(
                        "%s by %.0f %% (p %s)",
                        names.of(one.cell().cell()),
                        100 * Math.abs(one.trend().change()),
                        p(one.trend().p())))
            .collect(Collectors.joining("; "));
    int more = seen.size() - MOST_NAMED;
    return Text.of(
        "%s in %s: from the first to the last iteration of a fork it gets %s%s%s",
        faster ? "not warm" : "slowing down",
        contender,
        faster ? "faster: " : "slower: ",
        where,
        more > 0 ? " and " + more + " more cells" : "");
  }

  private static String p(double p) {
    return p < 0.001 ? "< 0.001" : Text.of("= %.3f", p);
  }
}
