package io.streambench.study;

import io.streambench.analysis.curve.Knee;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.config.LatencyBound;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Marker;
import io.streambench.results.LoadFile;
import io.streambench.study.Saturation.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The loads of one operation over one protocol that completed.
 *
 * @param loads ascending by the requests in flight
 * @param knee empty for fewer than three loads
 * @param failsAt the fewest in flight with which a load did not complete
 */
record SaturationCurve(
    Operation operation, boolean http1, List<Load> loads, Optional<Knee> knee, int failsAt) {

  /** One for each operation and protocol that has a load. */
  static List<SaturationCurve> all(List<Load> sorted) {
    List<SaturationCurve> all = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (boolean http1 : new boolean[] {false, true}) {
        List<Load> run =
            sorted.stream()
                .filter(load -> Operation.of(load.cell().cell()) == operation)
                .filter(load -> load.cell().http1() == http1)
                .toList();
        List<Load> completed = run.stream().filter(load -> load.figures().isPresent()).toList();
        int failsAt =
            run.stream()
                .filter(load -> load.figures().isEmpty())
                .mapToInt(Load::inFlight)
                .findFirst()
                .orElse(Integer.MAX_VALUE);
        if (!completed.isEmpty()) {
          all.add(new SaturationCurve(operation, http1, completed, knee(completed), failsAt));
        }
      }
    }
    return all;
  }

  private static Optional<Knee> knee(List<Load> loads) {
    return loads.size() < 3
        ? Optional.empty()
        : Optional.of(
            Knee.of(
                loads.stream().map(Load::inFlight).toList(),
                loads.stream().map(load -> load.sample(LoadFile::requestsPerSecond)).toList()));
  }

  String protocol() {
    return http1 ? "HTTP/1.1" : "HTTP/2";
  }

  String words() {
    return operation.word() + " over " + protocol();
  }

  /** The loads in a chart. */
  Curve drawn(String what, ToDoubleFunction<LoadFile> value) {
    return Loads.curve(protocol() + what, loads, Load::inFlight, value);
  }

  Load last() {
    return loads.get(loads.size() - 1);
  }

  Optional<Load> atKnee() {
    return knee.map(one -> loads.get(one.index()));
  }

  private static LoadFigures figures(Load load) {
    return load.figures().orElseThrow();
  }

  Optional<Marker> marker() {
    return atKnee().map(load -> new Marker(load.inFlight(), "knee, " + protocol()));
  }

  /** Where the knee is; at the last load it is there or beyond. */
  Optional<String> kneeInFlight() {
    return atKnee().map(load -> load.inFlight() + (load.equals(last()) ? " or beyond" : ""));
  }

  /** The range of the knee in 95 % of the resamples; empty for one fork. */
  Optional<String> kneeRange() {
    return knee.filter(one -> one.confidence().isPresent())
        .map(
            one ->
                Text.of(
                    "%d–%d",
                    loads.get(one.lowest()).inFlight(), loads.get(one.highest()).inFlight()));
  }

  /** The share of the resamples with the same knee. */
  Optional<String> kneeShare() {
    return knee.filter(one -> one.confidence().isPresent())
        .map(one -> Text.of("%.0f", 100 * one.confidence().getAsDouble()));
  }

  /** A figure with the most in flight by that at the knee. */
  Optional<String> behindKnee(ToDoubleFunction<LoadFigures> value) {
    return atKnee()
        .map(load -> value.applyAsDouble(figures(last())) / value.applyAsDouble(figures(load)))
        .map(ratio -> Text.of("%.1f", ratio));
  }

  /** The most in flight up to which every load is within the bound, and whether that is sure. */
  String within(LatencyBound bound) {
    Load most = null;
    for (Load load : loads) {
      double millis = load.latencies().getValueAtPercentile(bound.percentile()) / 1e6;
      if (load.inFlight() > failsAt || figures(load).success() < 1 || millis > bound.millis()) {
        break;
      }
      most = load;
    }
    return most == null ? "none" : most.inFlight() + unsure(most, bound);
  }

  private static String unsure(Load load, LatencyBound bound) {
    return LoadFile.percentileInterval(load.latencies(), bound.percentile() / 100)
        .map(
            interval ->
                interval.high() > bound.millis()
                    ? Text.of(
                        " (not sure: its interval reaches %s ms)", Load.millis(interval.high()))
                    : "")
        .orElse(" (too few requests to be sure)");
  }

  /** The best throughput; a load in which a request failed is not to be recommended. */
  String best() {
    Load best =
        loads.stream()
            .max(
                Comparator.comparingDouble(
                    load -> figures(load).success() == 1 ? figures(load).requestsPerSecond() : 0))
            .orElseThrow();
    return best.requestsPerSecond().orElseThrow() + Text.of(" (at %d)", best.inFlight());
  }

  /** The transport's share of the mean, with the fewest and with the most in flight. */
  Optional<String> transportShares() {
    return transportShare(loads.get(0))
        .flatMap(first -> transportShare(last()).map(last -> first + " to " + last));
  }

  /** The share that the transport took of the whole, on average, in percent. */
  static Optional<String> transportShare(Load load) {
    return load.part(LoadFile.TRANSPORT)
        .map(transport -> Text.of("%.0f", 100 * transport.mean() / figures(load).whole().mean()));
  }

  /** The lowest P50 of the server, and the highest, each with the requests in flight. */
  Optional<String> serverP50() {
    List<Load> known =
        loads.stream()
            .filter(load -> load.part(LoadFile.SERVER).isPresent())
            .sorted(
                Comparator.comparingDouble(load -> load.part(LoadFile.SERVER).orElseThrow().p50()))
            .toList();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(server(known.get(0)) + " to " + server(known.get(known.size() - 1)));
  }

  private static String server(Load load) {
    return Text.of(
        "%s (at %d)", load.millis(LoadFile.SERVER, Latencies::p50).orElseThrow(), load.inFlight());
  }
}
