package io.streambench.study.load;

import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.curve.Knee;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.LatencyBound;
import io.streambench.config.Text;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.load.Saturation.Operation;
import io.streambench.study.load.SaturationCurves.At;
import io.streambench.study.load.SaturationCurves.Which;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** The findings of the study, in sentences chosen by the figures. */
final class SaturationFindings {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String OPEN_LOOP =
      "Open loop: requests were sent at a given rate, and a latency counts from the time when its"
          + " request was due. No knee is calculated.";
  private static final String CLOSED_LOOP =
      "Closed loop: each thread sends its next request when it has its answer, so latency and"
          + " throughput determine each other.";

  private final SaturationCurves curves;
  private final List<LatencyBound> bounds;
  private final boolean openLoop;

  /**
   * @param bounds to speak of; empty for the usual ones
   * @param openLoop whether requests were sent at a given rate
   */
  SaturationFindings(SaturationCurves curves, List<LatencyBound> bounds, boolean openLoop) {
    this.curves = curves;
    this.bounds = bounds.isEmpty() ? LatencyBound.USUAL : bounds;
    this.openLoop = openLoop;
  }

  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (!openLoop) {
      for (Which which : SaturationCurves.all()) {
        sentences.add(knee(which));
      }
      sentences.add(publishedKnee());
    }
    for (Operation operation : Operation.values()) {
      protocols(operation).ifPresent(sentences::add);
    }
    for (Which which : SaturationCurves.all()) {
      sentences.add(within(which));
    }
    for (Which which : SaturationCurves.all()) {
      transport(which).ifPresent(sentences::add);
    }
    sentences.add(openLoop ? OPEN_LOOP : CLOSED_LOOP);
    sentences.addAll(Loads.flags(curves.cells()));
    List<String> flags =
        SaturationCurves.all().stream()
            .flatMap(
                which ->
                    SelfChecks.ofSweep(curves.of(which).stream().map(At::figures).toList())
                        .stream())
            .toList();
    if (!flags.isEmpty()) {
      sentences.add(
          Text.of("%d step(s) between loads flagged: %s.", flags.size(), String.join("; ", flags)));
    }
    return sentences;
  }

  private String knee(Which which) {
    List<At> curve = curves.of(which);
    Optional<Knee> found = curves.knee(which);
    if (found.isEmpty()) {
      return Text.of("A %s: not enough was measured to find a knee.", which.words());
    }
    Knee knee = found.get();
    At at = curve.get(knee.index());
    At last = curve.get(curve.size() - 1);
    String where =
        knee.index() == curve.size() - 1
            ? Text.of("%d in flight or beyond", at.concurrency())
            : Text.of("%d in flight", at.concurrency());
    return Text.of(
        "A %s: the knee is at %s (%s), with %,.0f requests/s and a P50 of %.2f ms. At %d in flight:"
            + " %.1f times that throughput, %.1f times that P50.",
        which.words(),
        where,
        sure(knee, curve),
        at.figures().requestsPerSecond(),
        at.figures().whole().p50(),
        last.concurrency(),
        last.figures().requestsPerSecond() / at.figures().requestsPerSecond(),
        last.figures().whole().p50() / at.figures().whole().p50());
  }

  private static String sure(Knee knee, List<At> curve) {
    if (knee.confidence().isEmpty()) {
      return "from one fork, so without an interval";
    }
    return Text.of(
        "95 %% of the resamples: %d–%d; %.0f %% exactly there",
        curve.get(knee.lowest()).concurrency(),
        curve.get(knee.highest()).concurrency(),
        100 * knee.confidence().getAsDouble());
  }

  private static String publishedKnee() {
    List<PublishedSaturation> rows = PublishedSaturation.ROWS;
    Knee knee =
        Knee.of(
            rows.stream().map(PublishedSaturation::concurrency).toList(),
            rows.stream().map(row -> Sample.of(row.combinedGbitPerSecond())).toList());
    return Text.of(
        "Published: the knee lies at 10 to 20. For the published bandwidth, the algorithm used here"
            + " finds it at %d.",
        rows.get(knee.index()).concurrency());
  }

  /** Compares the throughput of the protocols, with the fewest and with the most in flight. */
  private Optional<String> protocols(Operation operation) {
    List<Integer> concurrencies = curves.concurrencies();
    List<String> parts = new ArrayList<>();
    for (int n : List.of(concurrencies.get(0), concurrencies.get(concurrencies.size() - 1))) {
      Optional<At> http1 = curves.at(new Which(operation, true), n);
      Optional<At> http2 = curves.at(new Which(operation, false), n);
      if (http1.isPresent() && http2.isPresent()) {
        parts.add(Text.of("%d%s %s", n, inFlight(), beside(http2.get(), http1.get())));
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "A %s over HTTP/2, compared with HTTP/1.1: with %s.",
                operation.word(), String.join(", and with ", parts)));
  }

  private static String beside(At http2, At http1) {
    return Loads.times(http1.cell(), http2.cell()) + " the throughput";
  }

  private String within(Which which) {
    List<At> curve = curves.of(which);
    if (curve.isEmpty()) {
      return Text.of("A %s: not measured.", which.words());
    }
    List<String> parts = new ArrayList<>();
    for (LatencyBound bound : bounds) {
      parts.add(
          bound.words()
              + most(which, bound)
                  .map(n -> " up to " + n + inFlight() + unsure(which, bound, n))
                  .orElse(" not even at the lowest load"));
    }
    At fastest =
        curve.stream()
            .max(Comparator.comparingDouble(SaturationFindings::throughput))
            .orElseThrow();
    return Text.of(
        "A %s: %s. Its best throughput is %,.0f requests/s, at %d%s.",
        which.words(),
        String.join(", ", parts),
        fastest.figures().requestsPerSecond(),
        fastest.concurrency(),
        inFlight());
  }

  /** The most of those swept up to which every one of them completed within the bound. */
  private Optional<Integer> most(Which which, LatencyBound bound) {
    return curves.concurrencies().stream()
        .takeWhile(
            n ->
                curves
                    .at(which, n)
                    .filter(at -> at.figures().success() == 1)
                    .filter(at -> percentileMillis(at.cell(), bound.percentile()) <= bound.millis())
                    .isPresent())
        .reduce((one, next) -> next);
  }

  /** The reason why the percentile is not known to lie below its bound; empty if it is known. */
  private String unsure(Which which, LatencyBound bound, int concurrency) {
    return curves
        .at(which, concurrency)
        .map(at -> LoadFile.percentileInterval(latencies(at.cell()), bound.percentile() / 100))
        .map(
            interval ->
                interval.isEmpty()
                    ? " (too few requests to be sure)"
                    : interval.get().high() > bound.millis()
                        ? Text.of(
                            " (not sure: its interval reaches %s ms)",
                            Millis.text(interval.get().high()))
                        : "")
        .orElse("");
  }

  /** One in which a request failed is not to be recommended. */
  private static double throughput(At at) {
    return at.figures().success() == 1 ? at.figures().requestsPerSecond() : 0;
  }

  private String inFlight() {
    return openLoop ? " threads" : " in flight";
  }

  /** The latency at that percentile, of the requests of all forks together. */
  private static double percentileMillis(CellFigures cell, double percentile) {
    return latencies(cell).getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }

  private static Histogram latencies(CellFigures cell) {
    Histogram all = new Histogram(3);
    cell.loads().stream().map(LoadFile::latencies).forEach(all::add);
    return all;
  }

  /**
   * The transport's share of the mean latency at both ends of a curve, and the range of the
   * server's P50.
   */
  private Optional<String> transport(Which which) {
    List<At> curve =
        curves.of(which).stream()
            .filter(at -> at.figures().parts().containsKey(LoadFile.SERVER))
            .toList();
    if (curve.size() < 2) {
      return Optional.empty();
    }
    LoadFigures first = curve.get(0).figures();
    LoadFigures last = curve.get(curve.size() - 1).figures();
    List<Double> server =
        curve.stream().map(at -> at.figures().parts().get(LoadFile.SERVER).p50()).toList();
    int lowest = server.indexOf(Collections.min(server));
    int highest = server.indexOf(Collections.max(server));
    return Optional.of(
        Text.of(
            "A %s: transport is %.0f %% of the mean latency at %d in flight and %.0f %% at %d. The"
                + " server's P50 is lowest with %s ms (at %d in flight) and highest with %s ms"
                + " (at %d).",
            which.words(),
            100 * SaturationCurves.transportShare(first),
            curve.get(0).concurrency(),
            100 * SaturationCurves.transportShare(last),
            curve.get(curve.size() - 1).concurrency(),
            Millis.text(server.get(lowest)),
            curve.get(lowest).concurrency(),
            Millis.text(server.get(highest)),
            curve.get(highest).concurrency()));
  }
}
