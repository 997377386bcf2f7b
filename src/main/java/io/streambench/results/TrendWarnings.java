package io.streambench.results;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Trend;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    String iterations = "from the first to the last iteration of a fork";
    add(side.trend(), "not warm", "slowing down", contender, iterations, cell, name);
    add(side.order(), "drift", "drift", contender, "from the first forks to the last", cell, name);
  }

  private void add(
      Optional<Trend> found,
      String rising,
      String falling,
      String contender,
      String between,
      Cell cell,
      String name) {
    found
        .filter(Trend::notable)
        .ifPresent(
            trend -> {
              boolean better = trend.change() > 0 == (cell.better() == Better.HIGHER);
              this.found
                  .computeIfAbsent(
                      (better ? rising : falling)
                          + contender
                          + (better ? ": scores get better " : ": scores get worse ")
                          + between,
                      unseen -> new ArrayList<>())
                  .add(
                      Text.of(
                          "%s by %.0f %% (p %s)",
                          name, 100 * Math.abs(trend.change()), p(trend.p())));
            });
  }

  private static String p(double p) {
    return p < 0.001 ? "< 0.001" : Text.of("= %.3f", p);
  }
}
