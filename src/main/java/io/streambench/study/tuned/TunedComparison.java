package io.streambench.study.tuned;

import io.streambench.analysis.compare.Judgement;
import io.streambench.bench.UnreadBytesProfiler;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The ways on each route, compared with tuned windows there. */
final class TunedComparison {
  static final double MEBIBYTE = 1 << 20;

  /**
   * The least difference that counts, as a part of the baseline. Where the link decides, forks are
   * so alike that a thousandth would be a difference.
   */
  static final double THRESHOLD = 0.02;

  private final StudyResults results;
  private final List<TunedCell> cells;
  private final List<Way> ways;

  TunedComparison(StudyResults results) {
    this.results = results;
    List<Way> all =
        Stream.concat(Way.ALL.stream(), results.retiredStrategies().stream().map(Way::retired))
            .toList();
    this.cells =
        Route.all(results.order().scale()).stream()
            .flatMap(route -> all.stream().map(way -> new TunedCell(way, route)))
            .filter(cell -> cell.in(results).filter(one -> !one.outcomes().isEmpty()).isPresent())
            .toList();
    this.ways =
        all.stream()
            .filter(way -> cells.stream().anyMatch(cell -> cell.way().equals(way)))
            .toList();
  }

  /** Those that were run. */
  List<TunedCell> cells() {
    return cells;
  }

  /** The routes on which something was run. */
  List<Route> routes() {
    return cells.stream().map(TunedCell::route).distinct().toList();
  }

  /** The ways that were run anywhere. */
  List<Way> ways() {
    return ways;
  }

  /** Those of them whose strategy treats a stream's window so. */
  List<Way> ways(Way.Windows windows) {
    return ways.stream().filter(way -> way.windows() == windows).toList();
  }

  /** The figures of one that was run. */
  CellFigures of(TunedCell cell) {
    return cell.in(results).orElseThrow();
  }

  /** The figures of a way on a route; empty if it was not run there. */
  Optional<CellFigures> at(Way way, Route route) {
    TunedCell cell = new TunedCell(way, route);
    return cells.contains(cell) ? cell.in(results) : Optional.empty();
  }

  /** Compares a cell with tuned windows on the same route; empty if it cannot be. */
  Optional<Judgement> judged(TunedCell cell) {
    if (cell.way().equals(Way.TUNED) || !cells.contains(cell) || !of(cell).allCompleted()) {
      return Optional.empty();
    }
    List<CellFigures> family =
        cells.stream()
            .filter(other -> other.route().equals(cell.route()) && !other.way().equals(Way.TUNED))
            .map(this::of)
            .toList();
    return at(Way.TUNED, cell.route())
        .filter(CellFigures::allCompleted)
        .flatMap(tuned -> Documents.judged(tuned, of(cell), family, THRESHOLD));
  }

  /** The most of {@link #unread} of a way on any of these routes, in bytes. */
  OptionalDouble mostUnread(Way way, List<Route> routes) {
    return routes.stream()
        .flatMap(route -> at(way, route).stream())
        .flatMap(cell -> unread(cell).stream().boxed())
        .mapToDouble(Double::doubleValue)
        .max();
  }

  /** The most that lay unread in a reader, the median of its forks, in bytes. */
  static OptionalDouble unread(CellFigures cell) {
    Double bytes = cell.secondary().get(UnreadBytesProfiler.COLUMN);
    return bytes == null ? OptionalDouble.empty() : OptionalDouble.of(bytes);
  }
}
