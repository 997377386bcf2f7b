package io.streambench.study.load;

import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The loads of a cell as one.
 *
 * @param figures of the requests of all forks together, so that throughput and latency are of the
 *     same requests; empty if a fork did not complete: what is left would be the lucky ones
 */
record Load(CellFigures cell, Optional<LoadFigures> figures) {
  static Load of(CellFigures cell) {
    return new Load(
        cell,
        cell.loads().isEmpty() || cell.firstNotCompleted().isPresent()
            ? Optional.empty()
            : Optional.of(together(cell)));
  }

  static List<Load> all(List<CellFigures> cells) {
    return cells.stream().map(Load::of).toList();
  }

  private static LoadFigures together(CellFigures cell) {
    Map<String, Latencies> parts = new TreeMap<>();
    cell.loads().stream()
        .flatMap(load -> load.parts().keySet().stream())
        .distinct()
        .forEach(
            part ->
                parts.put(
                    part,
                    LoadFile.latencies(
                        merged(cell, load -> load.part(part).orElse(new Histogram(3))))));
    return new LoadFigures(
        cell.label(),
        cell.loads().get(0).inFlight(),
        perSecond(cell, LoadFile::succeeded),
        LoadFile.latencies(merged(cell, LoadFile::latencies)),
        parts,
        cell.loads().stream().mapToDouble(LoadFile::success).average().orElse(0),
        cell.loads().stream().mapToDouble(LoadFile::generatorCpu).max().orElse(0),
        cell.loads().stream().mapToDouble(LoadFile::behindMillis).max().orElse(0));
  }

  private static Histogram merged(CellFigures cell, Function<LoadFile, Histogram> histogram) {
    Histogram merged = new Histogram(3);
    cell.loads().forEach(load -> merged.add(histogram.apply(load)));
    return merged;
  }

  private static double perSecond(CellFigures cell, ToLongFunction<LoadFile> count) {
    return cell.loads().stream().mapToLong(count).sum()
        / cell.loads().stream().mapToDouble(LoadFile::seconds).sum();
  }

  String label() {
    return cell.label();
  }

  /** Requests in flight. */
  int inFlight() {
    return cell.threads();
  }

  /** The latencies of the requests of all forks. */
  Histogram latencies() {
    return merged(cell, LoadFile::latencies);
  }

  /** Bits of a second in either direction, of 10^9. */
  double gbitPerSecond() {
    return 8e-9 * perSecond(cell, load -> load.bytesSent() + load.bytesReceived());
  }

  /** One value a fork. */
  Sample sample(ToDoubleFunction<LoadFile> value) {
    return Sample.of(cell.loads().stream().mapToDouble(value).toArray());
  }

  /** A figure as text, if it was measured. */
  Optional<String> text(String format, ToDoubleFunction<LoadFigures> value) {
    return figures.map(load -> Text.of(format, value.applyAsDouble(load)));
  }

  Optional<String> requestsPerSecond() {
    return text("%,.0f", LoadFigures::requestsPerSecond);
  }

  /** The latencies of a part of each request; those of the whole for an empty name. */
  Optional<Latencies> part(String name) {
    return figures.map(load -> name.isEmpty() ? load.whole() : load.parts().get(name));
  }

  /** A latency of a part of each request, in milliseconds. */
  Optional<String> millis(String part, ToDoubleFunction<Latencies> value) {
    return part(part).map(value::applyAsDouble).map(Load::millis);
  }

  /** Milliseconds as text: three digits, or as many as stand before the point. */
  static String millis(double millis) {
    if (millis >= 10) {
      return Text.of(millis >= 100 ? "%,.0f" : "%.1f", millis);
    }
    if (millis == 0 || millis >= 1 || Double.isNaN(millis)) {
      return Text.of("%.2f", millis);
    }
    int zeros = (int) -Math.floor(Math.log10(millis)) - 1; // behind the point
    return Text.of("%." + Math.min(6, zeros + 3) + "f", millis);
  }

  /** The 95 % interval of P99, as far as these requests tell. */
  Optional<String> p99Interval() {
    return part("")
        .map(
            whole ->
                whole
                    .p99Interval()
                    .map(one -> Text.range(millis(one.low()), millis(one.high())))
                    .orElse("too few requests"));
  }

  /** The number of requests above P99. */
  Optional<String> aboveP99() {
    return Tail.of(this).map(tail -> Text.of("%,d", tail.above()));
  }

  /** The number of requests that failed, by kind, over all forks. */
  String failures() {
    Map<String, Long> all = new TreeMap<>();
    cell.loads()
        .forEach(load -> load.failures().forEach((kind, n) -> all.merge(kind, n, Long::sum)));
    return all.entrySet().stream()
        .map(kind -> kind.getKey() + ": " + kind.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The contradictions between its figures. */
  List<String> flags() {
    return figures.map(SelfChecks::of).orElse(List.of());
  }
}
