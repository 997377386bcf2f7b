package io.streambench.results;

import io.streambench.analysis.compare.Better;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Tells of sides that go one way, from iteration to iteration or from fork to fork, and of forks
 * that are like the one before: one line for each contender, kind and direction.
 */
final class TrendWarnings {
  private static final int MOST_NAMED = 4;
  private static final double SIGNIFICANCE = 0.05;

  private final List<String> contenders;
  private final List<ComparedCell> cells;
  private final CellNames names;

  /** A side that goes one way; a change of 0.1 is 10 % more. */
  private record Change(double change, double p) {}

  private record Seen(ComparedCell cell, Change change) {
    boolean faster() {
      return change.change > 0 == (cell.cell().better() == Better.HIGHER);
    }
  }

  TrendWarnings(List<String> contenders, List<ComparedCell> cells) {
    this.contenders = contenders;
    this.cells = cells;
    this.names = new CellNames(cells.stream().map(ComparedCell::cell).toList());
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      String contender = contenders.get(i);
      List<Seen> iterations =
          seen(i, side -> side.notableTrend().map(trend -> new Change(trend.change(), trend.p())));
      directed(iterations, true)
          .map(where -> iteration("not warm", contender, "better", where))
          .ifPresent(lines::add);
      directed(iterations, false)
          .map(where -> iteration("slowing down", contender, "worse", where))
          .ifPresent(lines::add);
      List<Seen> forks =
          seen(
              i,
              side ->
                  side.order()
                      .filter(order -> order.drifts())
                      .map(order -> new Change(order.change(), order.trendP())));
      directed(forks, true).map(where -> fork(contender, "better", where)).ifPresent(lines::add);
      directed(forks, false).map(where -> fork(contender, "worse", where)).ifPresent(lines::add);
      alike(i).map(where -> neighbours(contender, where)).ifPresent(lines::add);
    }
    return lines;
  }

  private List<Seen> seen(int contender, Function<ComparedSide, Optional<Change>> change) {
    List<Seen> seen = new ArrayList<>();
    for (ComparedCell cell : cells) {
      change.apply(cell.sides().get(contender)).ifPresent(one -> seen.add(new Seen(cell, one)));
    }
    return seen;
  }

  private Optional<String> directed(List<Seen> seen, boolean faster) {
    return listed(
        seen.stream()
            .filter(one -> one.faster() == faster)
            .map(
                one ->
                    Text.of(
                        "%s by %.0f %% (p %s)",
                        names.of(one.cell.cell()),
                        100 * Math.abs(one.change.change),
                        p(one.change.p)))
            .toList());
  }

  /** Cells with dependent forks; a cell that drifts has its own line already. */
  private Optional<String> alike(int contender) {
    List<String> found = new ArrayList<>();
    for (ComparedCell cell : cells) {
      cell.sides().get(contender).order().stream()
          .filter(order -> !order.drifts())
          .map(order -> order.neighboursP())
          .filter(p -> p < SIGNIFICANCE)
          .forEach(p -> found.add(Text.of("%s (p %s)", names.of(cell.cell()), p(p))));
    }
    return listed(found);
  }

  private static Optional<String> listed(List<String> found) {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    int more = found.size() - MOST_NAMED;
    return Optional.of(
        found.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
            + (more > 0 ? " and " + more + " more cells" : ""));
  }

  private static String iteration(String what, String contender, String way, String where) {
    return Text.of(
        "%s in %s: scores get %s from the first to the last iteration of a fork: %s",
        what, contender, way, where);
  }

  private static String fork(String contender, String way, String where) {
    return Text.of(
        "drift in %s: scores get %s from the first fork to the last: %s", contender, way, where);
  }

  private static String neighbours(String contender, String where) {
    return Text.of(
        "forks in %s seem not to be independent, each is like the one before: %s",
        contender, where);
  }

  private static String p(double p) {
    return p < 0.001 ? "< 0.001" : Text.of("= %.3f", p);
  }
}
