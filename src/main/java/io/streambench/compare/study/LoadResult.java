package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.compare.cells.SelfChecks;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The load test of a cell, combined from all its forks.
 *
 * @param combinedLoad the requests of all forks, so that throughput and latency cover the same
 *     requests; empty if a fork did not complete, because the remaining forks would be a biased
 *     selection
 * @param histogramByPart latencies by part of a request; the empty key stands for the whole request
 */
record LoadResult(
    CellFigures cell, Optional<LoadFile> combinedLoad, Map<String, Histogram> histogramByPart) {
  /** The name of the throughput, the only figure for which higher values are better. */
  static final String THROUGHPUT_FIGURE = "requests/s";

  static LoadResult of(CellFigures cell) {
    Map<String, Histogram> histograms = new HashMap<>();
    List<LoadFile> forks = cell.loadFiles();
    if (forks.isEmpty() || forks.size() < cell.outcomes().size()) {
      return new LoadResult(cell, Optional.empty(), histograms);
    }
    LoadFile whole = LoadFile.mergeSequential(forks);
    histograms.put("", whole.latencies());
    for (String part : whole.parts().keySet()) {
      histograms.put(part, whole.partLatencies(part).orElseThrow());
    }
    return new LoadResult(cell, Optional.of(whole), histograms);
  }

  static BetterDirection betterDirection(String figureName) {
    return figureName.equals(THROUGHPUT_FIGURE) ? BetterDirection.HIGHER : BetterDirection.LOWER;
  }

  String label() {
    return cell.label();
  }

  String description(Study study) {
    return String.join(", ", CellSentences.cellPhrases(study, cell));
  }

  int inFlight() {
    return cell.threads();
  }

  /** Returns the figure of each fork. {@link #figureFunction} lists the figure names. */
  Sample sample(String figureName) {
    return cell.createSample(forkValues(figureFunction(figureName).orElseThrow()));
  }

  String figureText(String format, String figureName) {
    return formatOrDash(format, figureValue(figureName).orElse(Double.NaN));
  }

  String requestsPerSecond() {
    return figureText("%,.0f", THROUGHPUT_FIGURE);
  }

  String littlesLawErrorText() {
    double observed = figureValue("in flight").orElse(Double.NaN);
    return formatOrDash(
        "%+.1f", 100 * (observed / combinedLoad.map(LoadFile::inFlight).orElse(0) - 1));
  }

  /**
   * Returns the latency of a request part in milliseconds. An empty part stands for the whole
   * request.
   */
  double latencyMillis(String part, String statistic) {
    return histogramByPart.containsKey(part)
        ? LoadFile.statisticMillis(histogramByPart.get(part), statistic)
        : Double.NaN;
  }

  double boundedLatencyMillis(LatencyBound bound) {
    return latencyMillis("", "P" + bound.percentile());
  }

  static String formatOrDash(String format, double value) {
    return Double.isFinite(value) ? TextFormat.of(format, value) : "-";
  }

  /**
   * Finds a figure by its name: {@code requests/s}, {@code in flight} by Little's law, {@code
   * Gbit/s}, {@code bytes} per request, {@code success} in percent, {@code seconds}, {@code growth}
   * of the client's heap in MB, {@code allocated} bytes per request, or a latency such as {@code
   * P99} or {@code max}. A prefix selects a part of the request, as in {@code transport-P99}.
   */
  static Optional<ToDoubleFunction<LoadFile>> figureFunction(String name) {
    return Optional.ofNullable(
        switch (name) {
          case THROUGHPUT_FIGURE -> LoadFile::requestsPerSecond;
          case "in flight" -> LoadFile::meanInFlight;
          case "Gbit/s" -> load -> 8e-9 * transferredBytes(load) / load.seconds();
          case "bytes" -> load -> transferredBytes(load) / load.succeededCount();
          case "success" -> load -> 100 * load.successRatio();
          case "seconds" -> LoadFile::seconds;
          case "growth" -> LoadResult::heapGrowthMegabytes;
          case "allocated" -> LoadFile::allocatedBytesPerRequest;
          default -> latencyFunction(name);
        });
  }

  private static ToDoubleFunction<LoadFile> latencyFunction(String name) {
    String part = name.substring(0, Math.max(0, name.indexOf('-')));
    String statistic = name.substring(name.indexOf('-') + 1);
    if (!statistic.matches("P[0-9.]+|mean|min|max")) {
      return null;
    }
    return part.isEmpty()
        ? load -> LoadFile.statisticMillis(load.latencies(), statistic)
        : load ->
            load.partLatencies(part)
                .map(all -> LoadFile.statisticMillis(all, statistic))
                .orElse(Double.NaN);
  }

  /**
   * Returns a figure of all forks together, or the median over the forks if the figure exists only
   * for single forks.
   */
  Optional<Double> figureValue(String name) {
    boolean onlyPerFork = List.of("seconds", "growth", "allocated").contains(name);
    Median median = Median.withDefaults();
    return combinedLoad.flatMap(
        all ->
            figureFunction(name)
                .map(
                    one ->
                        onlyPerFork ? median.evaluate(forkValues(one)) : one.applyAsDouble(all)));
  }

  private double[] forkValues(ToDoubleFunction<LoadFile> value) {
    return cell.loadFiles().stream().mapToDouble(value).toArray();
  }

  private static double transferredBytes(LoadFile load) {
    return (double) load.bytesSent() + load.bytesReceived();
  }

  static double heapGrowthMegabytes(LoadFile load) {
    return (load.heapAfterBytes() - load.heapBeforeBytes()) / 1e6;
  }

  /** Formats milliseconds with three digits, or more if the integer part has more. */
  static String formatMillis(double millis) {
    int magnitude = millis > 0 ? (int) Math.floor(Math.log10(millis)) : 0;
    return formatOrDash("%,." + Math.max(0, Math.min(6, 2 - magnitude)) + "f", millis);
  }

  long requestCountAboveP99() {
    return histogramByPart.get("").getTotalCount() / 100;
  }

  String failuresText() {
    Map<String, Long> all = new TreeMap<>();
    for (LoadFile load : cell.loadFiles()) {
      load.failures().forEach((kind, n) -> all.merge(kind, n, Long::sum));
    }
    return all.toString().replace("=", ": ").replaceAll("[{}]", "");
  }

  /**
   * Returns whether slow requests are undercounted, so that P99 is only a lower bound. This is
   * assumed if P99 exceeds the warm-up by more than a tenth of the measured time.
   */
  boolean isP99Undercounted() {
    double counted = cell.loadFiles().stream().mapToDouble(LoadFile::seconds).min().orElse(0);
    double uncounted = Math.min(2, counted / 3);
    return !cell.cell().parameters().containsKey(BenchmarkParameters.REQUESTS.name())
        && latencyMillis("", "P99") / 1000 - uncounted > 0.1 * counted;
  }

  List<String> suspiciousFigures() {
    List<String> flags = new ArrayList<>(combinedLoad.map(SelfChecks::checkLoad).orElse(List.of()));
    if (isP99Undercounted()) {
      flags.add("P99 is a lower bound: requests as slow as that are undercounted");
    }
    return flags;
  }

  boolean hasCompleted() {
    return combinedLoad.isPresent();
  }

  /** Returns whether all forks completed and all their requests succeeded. */
  boolean hasSucceeded() {
    return combinedLoad.filter(all -> all.successRatio() == 1).isPresent();
  }

  Judgement judgeAgainst(LoadResult other, String figureName) {
    return new Comparison(0)
        .judge(
            betterDirection(figureName),
            Layout.INTERLEAVED,
            other.sample(figureName),
            sample(figureName));
  }
}
