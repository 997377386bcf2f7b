package io.streambench.study;

import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The loads of a cell as one.
 *
 * @param whole the requests of all forks together, so that throughput and latency are of the same
 *     requests; empty if a fork did not complete: what is left would be the lucky ones
 * @param figures of the same
 */
record Load(CellFigures cell, Optional<LoadFile> whole, Optional<LoadFigures> figures) {
  /**
   * The requests above P99 that suffice. The 95 % interval of P99 is then about a fifth of a
   * percentile each way.
   */
  static final int ENOUGH = 100;

  /** The most of a load's beginning that is left out. */
  private static final double MOST_LEAD_SECONDS = 2;

  /** The part of the slowest requests that may be missing before that is said. */
  private static final double LOST = 0.1;

  static Load of(CellFigures cell) {
    Optional<LoadFile> whole =
        cell.loads().isEmpty() || cell.firstNotCompleted().isPresent()
            ? Optional.empty()
            : Optional.of(LoadFile.inSequence(cell.loads()));
    return new Load(cell, whole, whole.map(load -> load.figures(cell.label())));
  }

  static List<Load> all(List<CellFigures> cells) {
    return cells.stream().map(Load::of).toList();
  }

  String label() {
    return cell.label();
  }

  int inFlight() {
    return cell.threads();
  }

  /** The latencies of the requests of all forks. */
  Histogram latencies() {
    return whole.orElseThrow().latencies();
  }

  /** Bits of a second in either direction, of 10^9. */
  double gbitPerSecond() {
    LoadFile load = whole.orElseThrow();
    return 8e-9 * (load.bytesSent() + load.bytesReceived()) / load.seconds();
  }

  Sample sample(ToDoubleFunction<LoadFile> value) {
    return Sample.of(cell.loads().stream().mapToDouble(value).toArray());
  }

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

  Optional<String> aboveP99() {
    return figures.map(load -> Text.of("%,d", above()));
  }

  private long above() {
    return latencies().getTotalCount() / 100;
  }

  /** A line for all cells with too few requests above P99. */
  static Optional<String> fewAboveP99(List<Load> loads) {
    List<Load> measured = loads.stream().filter(load -> load.figures.isPresent()).toList();
    List<Load> few = measured.stream().filter(load -> load.above() < ENOUGH).toList();
    return few.stream()
        .min(Comparator.comparingLong(Load::above))
        .map(
            fewest ->
                Text.of(
                    "Fewer than %d requests are above P99 in %d of %d cells (fewest: %s with %d)."
                        + " Use more forks.",
                    ENOUGH, few.size(), measured.size(), fewest.label(), fewest.above()));
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

  /**
   * Returns whether requests as slow as P99 are undercounted, in a load that ends at a time and not
   * with its last request: one that begins with the load and takes longer than what is left out at
   * its beginning cannot end in the first part of what counts.
   */
  boolean censored() {
    double counted = cell.loads().stream().mapToDouble(LoadFile::seconds).min().orElse(0);
    double lead = Math.min(MOST_LEAD_SECONDS, counted / 3);
    return !cell.cell().parameters().containsKey(Parameters.REQUESTS)
        && part("").filter(all -> all.p99() / 1000 - lead > LOST * counted).isPresent();
  }

  List<String> flags() {
    List<String> flags = new ArrayList<>(figures.map(SelfChecks::of).orElse(List.of()));
    if (censored()) {
      flags.add("P99 is a lower bound: requests as slow as that are undercounted");
    }
    return flags;
  }
}
