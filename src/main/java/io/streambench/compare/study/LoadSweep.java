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
 * All loads of one operation over one protocol, in ascending order of the requests in flight.
 *
 * @param loads the completed loads
 * @param knee empty for fewer than three completed loads
 */
record LoadSweep(String label, List<Load> allLoads, List<Load> loads, Optional<Knee> knee) {
  static LoadSweep of(String label, List<Load> sorted) {
    List<Load> all = sorted.stream().filter(load -> labelOf(load).equals(label)).toList();
    List<Load> loads = all.stream().filter(Load::hasCompleted).toList();
    List<Integer> inFlight = loads.stream().map(Load::inFlight).toList();
    List<Sample> rates = loads.stream().map(load -> load.sample(Load.THROUGHPUT)).toList();
    return new LoadSweep(
        label,
        all,
        loads,
        loads.size() < 3 ? Optional.empty() : Optional.of(Knee.of(inFlight, rates)));
  }

  /** Returns the operation of a load: {@code lookup}, {@code read} or {@code write}. */
  static String operation(Load load) {
    return load.cell().cell().benchmark().replaceFirst(".*\\.", "");
  }

  static String labelOf(Load load) {
    return load.label().replaceFirst("-\\d+$", "");
  }

  String operation() {
    return operation(first());
  }

  String protocol() {
    return first().cell().protocol();
  }

  Curve curveOf(String what, String figure) {
    return LoadReport.curve(protocol() + what, loads, Load::inFlight, figure);
  }

  Load first() {
    return loads.get(0);
  }

  Load last() {
    return loads.get(loads.size() - 1);
  }

  Optional<Load> atKnee() {
    return knee.map(found -> loads.get(found.index()));
  }

  Optional<Marker> marker() {
    return atKnee().map(load -> new Marker(load.inFlight(), "knee, " + protocol()));
  }

  /** Returns the requests in flight at the knee, with "or beyond" for the last measured load. */
  Optional<String> kneeInFlight() {
    return atKnee().map(load -> load.inFlight() + (load.equals(last()) ? " or beyond" : ""));
  }

  /** Returns the knee if its confidence is known, which takes several forks per load. */
  Optional<Knee> resampledKnee() {
    return knee.filter(found -> found.confidence().isPresent());
  }

  String range(Knee resampled) {
    return loads.get(resampled.lowest()).inFlight()
        + "–"
        + loads.get(resampled.highest()).inFlight();
  }

  private double unloadedLatency(String part, String which) {
    return first().inFlight() == 1 ? first().latency(part, which) : Double.NaN;
  }

  Load fastest() {
    return loads.stream().max(Comparator.comparingDouble(LoadSweep::throughput)).orElseThrow();
  }

  static double throughput(Load load) {
    return load.whole().orElseThrow().requestsPerSecond();
  }

  /**
   * Returns a load's throughput as a fraction of the highest throughput in the sweep. All requests
   * have the same size, so this is also the fraction of the bandwidth.
   */
  double utilization(Load load) {
    return throughput(load) / throughput(fastest());
  }

  /**
   * Predicts the mean latency: the latency of a single request, plus the time that the requests in
   * flight take at the highest throughput.
   */
  double predictedMillis(Load load) {
    return unloadedLatency("", "mean") + 1000 * load.inFlight() / throughput(fastest());
  }

  String multiple(Load load, String part, String which) {
    return Load.formatOrDash("%.1f", load.latency(part, which) / unloadedLatency(part, which));
  }

  /**
   * Returns the fewest requests in flight for which P50 is at least 1.5 times the P50 of a single
   * request.
   */
  String firstWithHigherLatency() {
    return loads.stream()
        .filter(load -> load.latency("", "P50") >= 1.5 * unloadedLatency("", "P50"))
        .findFirst()
        .map(load -> "" + load.inFlight())
        .orElse("none");
  }

  /** Returns a figure at the highest load, divided by the same figure at the knee. */
  Optional<String> ratioToKnee(ToDoubleFunction<Load> value) {
    double most = value.applyAsDouble(last());
    return atKnee().map(load -> Load.formatOrDash("%.1f", most / value.applyAsDouble(load)));
  }

  /** Describes how many requests in flight still meet a latency bound, and how certain this is. */
  String describeWithin(LatencyBound bound) {
    return highestWithin(bound)
        .map(load -> load.inFlight() + uncertaintyMark(load, bound))
        .orElse("none");
  }

  Optional<Load> highestWithin(LatencyBound bound) {
    return allLoads.stream()
        .takeWhile(load -> load.hasSucceeded() && load.boundedLatency(bound) <= bound.millis())
        .reduce((fewer, more) -> more);
  }

  private static String uncertaintyMark(Load load, LatencyBound bound) {
    return LoadFile.percentileInterval(load.histograms().get(""), bound.percentile() / 100)
        .map(one -> one.high() > bound.millis() ? " (not sure: its interval is wider)" : "")
        .orElse(" (too few requests to be sure)");
  }
}
