package io.streambench.results;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.ForkOrder;
import io.streambench.analysis.compare.Trend;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Warns of sides that go one way, from iteration to iteration or from fork to fork: one line for
 * each contender, kind and direction.
 */
final class TrendWarnings {
  private static final int MOST_NAMED = 4;

  private final Map<String, List<String>> found = new LinkedHashMap<>();

  TrendWarnings(List<String> contenders, List<ComparedCell> cells) {
    CellNames names = new CellNames(cells.stream().map(ComparedCell::cell).toList());
    for (int i = 0; i < contenders.size(); i++) {
      String contender = " in " + contenders.get(i);
      for (ComparedCell cell : cells) {
        look(contender, cell.cell(), cell.sides().get(i), names.of(cell.cell()));
      }
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    found.forEach(
        (what, cells) -> {
          int more = cells.size() - MOST_NAMED;
          String named = String.join("; ", cells.subList(0, Math.min(MOST_NAMED, cells.size())));
          lines.add(what + ": " + named + (more > 0 ? " and " + more + " more cells" : ""));
        });
    return lines;
  }

  private void look(String contender, Cell cell, ComparedSide side, String name) {
    side.trend()
        .filter(Trend::notable)
        .ifPresent(
            trend -> {
              boolean better = trend.change() > 0 == (cell.better() == Better.HIGHER);
              add(
                  (better ? "not warm" : "slowing down")
                      + contender
                      + ways(better)
                      + "from the first to the last iteration of a fork",
                  name + change(trend.change(), trend.p()));
            });
    side.order()
        .filter(ForkOrder::drifts)
        .ifPresent(
            order -> {
              boolean better = order.change() > 0 == (cell.better() == Better.HIGHER);
              add(
                  "drift" + contender + ways(better) + "from the first fork to the last",
                  name + change(order.change(), order.trendP()));
            });
  }

  private void add(String what, String cell) {
    found.computeIfAbsent(what, unseen -> new ArrayList<>()).add(cell);
  }

  private static String ways(boolean better) {
    return ": scores get " + (better ? "better " : "worse ");
  }

  private static String change(double change, double p) {
    return Text.of(" by %.0f %% (p %s)", 100 * Math.abs(change), p(p));
  }

  private static String p(double p) {
    return p < 0.001 ? "< 0.001" : Text.of("= %.3f", p);
  }
}
