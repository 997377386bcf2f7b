package io.streambench.study.load;

import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.curve.Knee;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Marker;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.load.Saturation.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The cells of the study as curves over concurrency: one for each operation and protocol. */
final class SaturationCurves {
  private static final String MILLIS = "ms";

  private final List<CellFigures> cells;
  private final Map<Which, List<At>> curves = new HashMap<>();

  /**
   * @param unordered of the study
   */
  SaturationCurves(List<CellFigures> unordered) {
    cells =
        unordered.stream()
            .sorted(
                Comparator.comparing((CellFigures cell) -> which(cell).operation())
                    .thenComparing(cell -> which(cell).http1())
                    .thenComparingInt(cell -> cell.cell().threads()))
            .toList();
    for (CellFigures cell : cells) {
      Loads.figures(cell)
          .ifPresent(
              figures ->
                  curves
                      .computeIfAbsent(which(cell), key -> new ArrayList<>())
                      .add(new At(cell.cell().threads(), cell, figures)));
    }
  }

  /** An operation over a protocol. */
  record Which(Operation operation, boolean http1) {
    String protocol() {
      return http1 ? "HTTP/1.1" : "HTTP/2";
    }

    String words() {
      return operation.word() + " over " + protocol();
    }
  }

  /** A cell that completed. */
  record At(int concurrency, CellFigures cell, LoadFigures figures) {}

  /** All there are, in the study's order. */
  static List<Which> all() {
    List<Which> all = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      all.add(new Which(operation, false));
      all.add(new Which(operation, true));
    }
    return all;
  }

  /** Operation by operation and protocol by protocol, ascending. */
  List<CellFigures> cells() {
    return cells;
  }

  static Which which(CellFigures cell) {
    return new Which(
        Operation.of(cell.cell()), Boolean.parseBoolean(cell.cell().parameters().get("useHttp1")));
  }

  /** Those cells of a curve that completed, ascending. */
  List<At> of(Which which) {
    return curves.getOrDefault(which, List.of());
  }

  /** The cell of a curve with so many in flight. */
  Optional<At> at(Which which, int concurrency) {
    return of(which).stream().filter(at -> at.concurrency() == concurrency).findFirst();
  }

  /** The figures of a cell; empty if it did not complete. */
  Optional<LoadFigures> figures(CellFigures cell) {
    return of(which(cell)).stream()
        .filter(at -> at.cell().equals(cell))
        .map(At::figures)
        .findFirst();
  }

  /** All numbers in flight, ascending. */
  List<Integer> concurrencies() {
    return cells.stream().map(cell -> cell.cell().threads()).distinct().sorted().toList();
  }

  /** The knee of a curve; empty for fewer than three points. */
  Optional<Knee> knee(Which which) {
    List<At> curve = of(which);
    if (curve.size() < 3) {
      return Optional.empty();
    }
    List<Sample> throughput =
        curve.stream().map(at -> Loads.sample(at.cell(), LoadFile::requestsPerSecond)).toList();
    return Optional.of(Knee.of(curve.stream().map(At::concurrency).toList(), throughput));
  }

  /**
   * Throughput and latency of each operation.
   *
   * @param knees whether they are marked
   */
  List<CurveChart> charts(boolean knees) {
    List<CurveChart> charts = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      charts.add(
          chart(
              operation,
              "Throughput of a " + operation.word() + ", from the lowest fork to the highest",
              "requests/s",
              List.of(new Shown("", LoadFile::requestsPerSecond)),
              knees));
      charts.add(
          chart(
              operation,
              "Latency of a " + operation.word() + ", from the lowest fork to the highest",
              MILLIS,
              List.of(
                  new Shown(", P50", load -> LoadFile.latencies(load.latencies()).p50()),
                  new Shown(", P99", Loads::p99Millis)),
              false));
    }
    return charts;
  }

  private record Shown(String suffix, ToDoubleFunction<LoadFile> value) {}

  private CurveChart chart(
      Operation operation, String title, String unit, List<Shown> shown, boolean knees) {
    List<Curve> curves = new ArrayList<>();
    List<Marker> markers = new ArrayList<>();
    for (Which which : all()) {
      List<At> points = of(which);
      if (which.operation() != operation || points.isEmpty()) {
        continue;
      }
      for (Shown one : shown) {
        curves.add(
            new Curve(
                which.protocol() + one.suffix,
                points.stream()
                    .map(at -> new Point(at.concurrency(), range(at.cell(), one.value)))
                    .toList()));
      }
      knee(which)
          .filter(knee -> knees)
          .ifPresent(
              knee ->
                  markers.add(
                      new Marker(
                          points.get(knee.index()).concurrency(), "knee, " + which.protocol())));
    }
    return new CurveChart(
        title,
        new Dimension("requests in flight", true),
        // Of latencies there are several powers of ten, of throughput hardly one.
        new Dimension(unit, unit.equals(MILLIS)),
        curves,
        markers);
  }

  private static Range range(CellFigures cell, ToDoubleFunction<LoadFile> value) {
    Sample sample = Loads.sample(cell, value);
    double[] all = sample.scores();
    return new Range(sample.median(), all[0], all[all.length - 1]);
  }

  /** The share that the transport took of the whole, on average; NaN if that is not known. */
  static double transportShare(LoadFigures figures) {
    Latencies transport = figures.parts().get(LoadFile.TRANSPORT);
    return transport == null ? Double.NaN : transport.mean() / figures.whole().mean();
  }

  /** Bits of a second in either direction, of 10^9. */
  static double gbitPerSecond(CellFigures cell) {
    return 8e-9 * Loads.perSecond(cell, load -> load.bytesSent() + load.bytesReceived());
  }
}
