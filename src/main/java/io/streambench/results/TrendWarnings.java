package io.streambench.results;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.ForkOrder;
import io.streambench.analysis.compare.Trend;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Warns of sides that go one way, from iteration to iteration or from fork to fork, and of forks
 * that are like the one before: one line for each contender, kind and direction.
 */
final class TrendWarnings {
  private static final int MOST_NAMED = 4;
  private static final double SIGNIFICANCE = 0.05;

  private final List<String> contenders;
  private final List<ComparedCell> cells;
  private final CellNames names;
  private final List<String> lines = new ArrayList<>();

  /** A side that goes one way; a change of 0.1 is 10 % more. */
  private record Change(double change, double p) {
    boolean better(ComparedCell cell) {
      return change > 0 == (cell.cell().better() == Better.HIGHER);
    }
  }

  TrendWarnings(List<String> contenders, List<ComparedCell> cells) {
    this.contenders = contenders;
    this.cells = cells;
    this.names = new CellNames(cells.stream().map(ComparedCell::cell).toList());
  }

  List<String> lines() {
    for (int i = 0; i < contenders.size(); i++) {
      Function<ComparedSide, Optional<Change>> iterations =
          side ->
              side.trend()
                  .filter(Trend::notable)
                  .map(trend -> new Change(trend.change(), trend.p()));
      String overIterations = "scores get %s from the first to the last iteration of a fork";
      add(i, "not warm", overIterations, true, iterations);
      add(i, "slowing down", overIterations, false, iterations);
      Function<ComparedSide, Optional<Change>> forks =
          side ->
              side.order()
                  .filter(ForkOrder::drifts)
                  .map(order -> new Change(order.change(), order.trendP()));
      String overForks = "scores get %s from the first fork to the last";
      add(i, "drift", overForks, true, forks);
      add(i, "drift", overForks, false, forks);
      dependent(i);
    }
    return lines;
  }

  private void add(
      int contender,
      String what,
      String how,
      boolean better,
      Function<ComparedSide, Optional<Change>> change) {
    List<String> found = new ArrayList<>();
    for (ComparedCell cell : cells) {
      change
          .apply(cell.sides().get(contender))
          .filter(one -> one.better(cell) == better)
          .map(
              one ->
                  Text.of(
                      "%s by %.0f %% (p %s)",
                      names.of(cell.cell()), 100 * Math.abs(one.change), p(one.p)))
          .ifPresent(found::add);
    }
    list(
        what
            + " in "
            + contenders.get(contender)
            + ": "
            + Text.of(how, better ? "better" : "worse"),
        found);
  }

  /** Cells with dependent forks; a cell that drifts has its own line already. */
  private void dependent(int contender) {
    List<String> found = new ArrayList<>();
    for (ComparedCell cell : cells) {
      cell.sides()
          .get(contender)
          .order()
          .filter(order -> !order.drifts() && order.neighboursP() < SIGNIFICANCE)
          .map(order -> Text.of("%s (p %s)", names.of(cell.cell()), p(order.neighboursP())))
          .ifPresent(found::add);
    }
    list(
        "forks in "
            + contenders.get(contender)
            + " seem not to be independent, each is like the one before",
        found);
  }

  private void list(String what, List<String> found) {
    int more = found.size() - MOST_NAMED;
    if (!found.isEmpty()) {
      lines.add(
          what
              + ": "
              + found.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
              + (more > 0 ? " and " + more + " more cells" : ""));
    }
  }

  private static String p(double p) {
    return p < 0.001 ? "< 0.001" : Text.of("= %.3f", p);
  }
}
