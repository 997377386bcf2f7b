package io.streambench.study.load;

import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.curve.Knee;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.LatencyBound;
import io.streambench.config.LoadRate;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.results.LoadFile;
import io.streambench.study.DeclaredStudy;
import io.streambench.study.Documents;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The published sweep of latency over concurrency, on Solr: a lookup, a read and a write of about
 * 1.2 MB, from one at a time to two hundred, over HTTP/2 and HTTP/1.1.
 */
public final class Saturation extends DeclaredStudy {
  private static final List<Integer> SWEPT = List.of(1, 2, 5, 10, 20, 50, 100, 200);

  public Saturation() {
    super(
        "saturation",
        "From how many requests at a time on do more of them only wait, and where?",
        new Timing(1, 1, 1, 1),
        timing(Operation.LOOKUP));
    clusters(12, 12); // one for all
    fixes("useHttp1");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int concurrency : scale == Scale.QUICK ? List.of(1, 10, 50) : SWEPT) {
      for (Operation operation : Operation.values()) {
        for (boolean http1 : new boolean[] {false, true}) {
          cells.add(
              new StudyCell(
                  operation.word() + (http1 ? "-http1-" : "-http2-") + concurrency,
                  operation.benchmark(),
                  Parameters.of("cluster=process useHttp1=" + http1),
                  List.of(),
                  concurrency));
        }
      }
    }
    return cells;
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.QUICK ? timing(scale) : timing(Operation.of(cell));
  }

  /** Long enough for about 100 requests above the P99 of five forks on two cores. */
  private static Timing timing(Operation operation) {
    int seconds =
        switch (operation) {
          case LOOKUP -> 8;
          case READ -> 18;
          case WRITE -> 55;
        };
    return new Timing(1, 10, 1, seconds);
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<Load> loads =
        Load.all(results.cells()).stream()
            .sorted(
                Comparator.comparing((Load load) -> Operation.of(load.cell().cell()))
                    .thenComparing(load -> load.cell().http1())
                    .thenComparingInt(Load::inFlight))
            .toList();
    List<SaturationCurve> curves = SaturationCurve.all(loads);
    boolean open = !results.order().overrides().getOrDefault(LoadRate.NAME, "none").equals("none");
    List<LatencyBound> bounds =
        results.order().bounds().isEmpty() ? LatencyBound.USUAL : results.order().bounds();
    List<CurveChart> charts = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      List<SaturationCurve> both =
          curves.stream().filter(curve -> curve.operation() == operation).toList();
      charts.add(throughput(operation, both, !open));
      charts.add(latency(operation, both));
    }
    SaturationTables tables = new SaturationTables(loads, curves);
    return Documents.of(
        results,
        "Latency over concurrency",
        findings(loads, curves, open),
        List.of(
            tables.curves(bounds, open),
            tables.latencies(),
            tables.parts(),
            tables.bandwidth(),
            Loads.pairs(pairs(tables)),
            SaturationTables.published()),
        charts);
  }

  private static List<String> findings(
      List<Load> loads, List<SaturationCurve> curves, boolean open) {
    List<String> findings = new ArrayList<>();
    if (open) {
      findings.add(
          "Open loop: requests were sent at a given rate, and a latency counts from the time when"
              + " its request was due. No knee is calculated.");
    } else {
      String knees =
          curves.stream()
              .flatMap(
                  curve ->
                      curve.kneeInFlight().stream()
                          .map(
                              knee ->
                                  Text.of(
                                      "%s over %s %s",
                                      curve.operation().word(), curve.protocol(), knee)))
              .collect(Collectors.joining(", "));
      findings.add(
          knees.isEmpty()
              ? "Too little was measured to find a knee."
              : "Knees, in requests in flight: " + knees + ".");
      findings.add(publishedKnee());
      findings.add(
          "Closed loop: each thread sends its next request when it has its answer, so latency and"
              + " throughput determine each other.");
    }
    findings.addAll(Loads.flags(loads));
    List<String> flags =
        curves.stream()
            .map(curve -> curve.loads().stream().flatMap(load -> load.figures().stream()).toList())
            .flatMap(loaded -> SelfChecks.ofSweep(loaded).stream())
            .toList();
    if (!flags.isEmpty()) {
      findings.add(
          Text.of("%d step(s) between loads flagged: %s.", flags.size(), String.join("; ", flags)));
    }
    return findings;
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

  /** HTTP/2 by HTTP/1.1, with the fewest and with the most in flight. */
  private static List<Loads.Pair> pairs(SaturationTables tables) {
    List<Loads.Pair> pairs = new ArrayList<>();
    for (SaturationCurve curve : tables.curves()) {
      for (Load load : List.of(curve.loads().get(0), curve.last())) {
        tables
            .curve(curve.operation(), true)
            .filter(http1 -> !curve.http1())
            .flatMap(http1 -> http1.at(load.inFlight()))
            .map(
                base ->
                    new Loads.Pair(
                        Text.of(
                            "%s, HTTP/2 by HTTP/1.1, %d in flight",
                            curve.operation().word(), load.inFlight()),
                        load,
                        base))
            .ifPresent(pairs::add);
      }
    }
    return pairs;
  }

  private static CurveChart throughput(
      Operation operation, List<SaturationCurve> both, boolean knees) {
    return new CurveChart(
        "Throughput of a " + operation.word() + ", from the lowest fork to the highest",
        new Dimension("requests in flight", true),
        new Dimension("requests/s", false),
        both.stream()
            .flatMap(
                curve ->
                    Loads.curve(
                        curve.protocol(),
                        curve.loads(),
                        Load::inFlight,
                        LoadFile::requestsPerSecond)
                        .stream())
            .toList(),
        both.stream()
            .flatMap(curve -> curve.knee().filter(knee -> knees).stream().map(curve::marker))
            .toList());
  }

  /** Of latencies there are several powers of ten, of throughput hardly one. */
  private static CurveChart latency(Operation operation, List<SaturationCurve> both) {
    List<Curve> curves = new ArrayList<>();
    for (SaturationCurve curve : both) {
      Loads.curve(
              curve.protocol() + ", P50",
              curve.loads(),
              Load::inFlight,
              load -> LoadFile.latencies(load.latencies()).p50())
          .ifPresent(curves::add);
      Loads.curve(curve.protocol() + ", P99", curve.loads(), Load::inFlight, Loads::p99Millis)
          .ifPresent(curves::add);
    }
    return new CurveChart(
        "Latency of a " + operation.word() + ", from the lowest fork to the highest",
        new Dimension("requests in flight", true),
        new Dimension("ms", true),
        curves,
        List.of());
  }

  /** The operation that one request does. */
  enum Operation {
    LOOKUP,
    READ,
    WRITE;

    /** The word for a sentence, which is also JMH's name of the method. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    String benchmark() {
      return "Operations." + word();
    }

    static Operation of(StudyCell cell) {
      return valueOf(cell.benchmark().substring("Operations.".length()).toUpperCase(Locale.ROOT));
    }
  }
}
