package io.streambench.compare.cells;

import io.streambench.base.TextFormat;
import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Trend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Warns of sides with a trend over the iterations or forks: one line per contender, kind and
 * direction.
 */
final class TrendWarnings {
  private static final int MAX_NAMED = 4;

  private final CellNames names;
  private final Map<String, List<String>> found = new LinkedHashMap<>();

  TrendWarnings(List<String> contenders, List<ComparedCell> cells) {
    names = new CellNames(cells.stream().map(ComparedCell::cell).toList());
    for (int i = 0; i < contenders.size(); i++) {
      String in = " in " + contenders.get(i);
      String iterations = "from the first to the last iteration of a fork";
      String forks = "from the first forks to the last";
      for (ComparedCell one : cells) {
        Side side = one.sides().get(i);
        add(one, side.trend(), in, "not warm", "slowing down", iterations);
        add(one, side.trendOverForks(), in, "drift", "drift", forks);
      }
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    found.forEach(
        (what, cells) -> {
          int more = cells.size() - MAX_NAMED;
          String named = String.join("; ", cells.subList(0, Math.min(MAX_NAMED, cells.size())));
          lines.add(what + ": " + named + (more > 0 ? " and " + more + " more cells" : ""));
        });
    return lines;
  }

  private void add(
      ComparedCell cell,
      Optional<Trend> trend,
      String in,
      String rising,
      String falling,
      String between) {
    trend
        .filter(Trend::isNotable)
        .ifPresent(
            it -> {
              boolean up = it.change() > 0;
              boolean better = up == (cell.better() == BetterDirection.HIGHER);
              String what =
                  cell.better() == BetterDirection.UNKNOWN
                      ? "not steady" + in + ": scores get " + (up ? "higher " : "lower ")
                      : (better ? rising : falling)
                          + in
                          + ": scores get "
                          + (better ? "better " : "worse ");
              found
                  .computeIfAbsent(what + between, unseen -> new ArrayList<>())
                  .add(
                      TextFormat.of(
                          "%s by %,.0f %% (p %s)",
                          names.shortName(cell.cell()), 100 * Math.abs(it.change()), p(it.p())));
            });
  }

  private static String p(double p) {
    return p < 0.001 ? "< 0.001" : TextFormat.of("= %.3f", p);
  }
}
