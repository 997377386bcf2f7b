package io.streambench.compare.study;

import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Marker;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.compare.statistics.Knee;
import io.streambench.compare.statistics.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The loads of one operation over one protocol, in ascending order of the requests in flight.
 *
 * @param completedLoads the completed loads
 * @param knee empty for fewer than three completed loads
 */
record LoadSweep(
    String label, List<LoadResult> allLoads, List<LoadResult> completedLoads, Optional<Knee> knee) {
  static LoadSweep of(String label, List<LoadResult> sortedLoads) {
    List<LoadResult> all =
        sortedLoads.stream().filter(load -> sweepLabel(load).equals(label)).toList();
    List<LoadResult> loads = all.stream().filter(LoadResult::hasCompleted).toList();
    List<Integer> inFlight = loads.stream().map(LoadResult::inFlight).toList();
    List<Sample> rates =
        loads.stream().map(load -> load.sample(LoadResult.THROUGHPUT_FIGURE)).toList();
    return new LoadSweep(
        label,
        all,
        loads,
        loads.size() < 3 ? Optional.empty() : Optional.of(Knee.of(inFlight, rates)));
  }

  /** Returns the operation of a load: {@code lookup}, {@code read} or {@code write}. */
  static String operationName(LoadResult load) {
    return load.cell().cell().benchmark().replaceFirst(".*\\.", "");
  }

  static String sweepLabel(LoadResult load) {
    return load.label().replaceFirst("-\\d+$", "");
  }

  String operation() {
    return operationName(first());
  }

  String protocol() {
    return first().cell().protocol();
  }

  Curve createCurve(String labelSuffix, String figureName) {
    return LoadReport.curve(
        protocol() + labelSuffix, completedLoads, LoadResult::inFlight, figureName);
  }

  LoadResult first() {
    return completedLoads.get(0);
  }

  LoadResult last() {
    return completedLoads.get(completedLoads.size() - 1);
  }

  Optional<LoadResult> kneeLoad() {
    return knee.map(found -> completedLoads.get(found.index()));
  }

  Optional<Marker> kneeMarker() {
    return kneeLoad().map(load -> new Marker(load.inFlight(), "knee, " + protocol()));
  }

  /**
   * Returns the number of requests in flight at the knee, as text. Appends "or beyond" if the knee
   * is the last measured load.
   */
  Optional<String> kneeInFlight() {
    return kneeLoad().map(load -> load.inFlight() + (load.equals(last()) ? " or beyond" : ""));
  }

  /** Returns the knee if its confidence is known, which requires several forks per load. */
  Optional<Knee> resampledKnee() {
    return knee.filter(found -> found.confidence().isPresent());
  }

  String inFlightRange(Knee resampled) {
    return completedLoads.get(resampled.lowestIndex()).inFlight()
        + "–"
        + completedLoads.get(resampled.highestIndex()).inFlight();
  }

  private double unloadedLatencyMillis(String part, String statistic) {
    return first().inFlight() == 1 ? first().latencyMillis(part, statistic) : Double.NaN;
  }

  LoadResult fastestLoad() {
    return completedLoads.stream()
        .max(Comparator.comparingDouble(LoadSweep::throughput))
        .orElseThrow();
  }

  static double throughput(LoadResult load) {
    return load.combinedLoad().orElseThrow().requestsPerSecond();
  }

  /**
   * Returns a load's throughput as a fraction of the highest throughput in the sweep. All requests
   * have the same size, so this is also the fraction of the bandwidth.
   */
  double utilization(LoadResult load) {
    return throughput(load) / throughput(fastestLoad());
  }

  /**
   * Predicts the mean latency: the latency of a single request, plus the time that the requests in
   * flight take at the highest throughput.
   */
  double predictedMillis(LoadResult load) {
    return unloadedLatencyMillis("", "mean") + 1000 * load.inFlight() / throughput(fastestLoad());
  }

  String latencyMultipleText(LoadResult load, String part, String statistic) {
    return LoadResult.formatOrDash(
        "%.1f", load.latencyMillis(part, statistic) / unloadedLatencyMillis(part, statistic));
  }

  /**
   * Returns the fewest requests in flight for which P50 is at least 1.5 times the P50 of a single
   * request.
   */
  String inFlightAtHigherLatency() {
    return completedLoads.stream()
        .filter(load -> load.latencyMillis("", "P50") >= 1.5 * unloadedLatencyMillis("", "P50"))
        .findFirst()
        .map(load -> "" + load.inFlight())
        .orElse("none");
  }

  /** Returns the ratio of a value at the highest load to the value at the knee. */
  Optional<String> ratioToKnee(ToDoubleFunction<LoadResult> value) {
    double most = value.applyAsDouble(last());
    return kneeLoad()
        .map(load -> LoadResult.formatOrDash("%.1f", most / value.applyAsDouble(load)));
  }

  /**
   * Describes the maximum number of requests in flight that meets a latency bound, and its
   * certainty.
   */
  String describeInFlightWithin(LatencyBound bound) {
    return highestLoadWithin(bound)
        .map(load -> load.inFlight() + uncertaintyMark(load, bound))
        .orElse("none");
  }

  Optional<LoadResult> highestLoadWithin(LatencyBound bound) {
    return allLoads.stream()
        .takeWhile(
            load -> load.hasSucceeded() && load.boundedLatencyMillis(bound) <= bound.millis())
        .reduce((fewer, more) -> more);
  }

  private static String uncertaintyMark(LoadResult load, LatencyBound bound) {
    return LoadFile.quantileInterval(load.histogramByPart().get(""), bound.percentile() / 100)
        .map(one -> one.high() > bound.millis() ? " (not sure: its interval is wider)" : "")
        .orElse(" (too few requests to be sure)");
  }
}
