package io.streambench.study.load;

import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.bench.LoadProfiler;
import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.chart.IntervalChart.Bar;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.Profiler;

/** The floor under every load: one write at a time, beside a hundred in flight. */
public final class SingleRequest implements Study {
  private static final Timing FULL = new Timing(1, 40, 1, 38);
  private static final Timing QUICK = new Timing(1, 3, 1, 3);
  private static final double PUBLISHED_THROUGHPUT_FACTOR = 4.2;
  private static final double PUBLISHED_LATENCY_FACTOR = 24.3;

  @Override
  public String name() {
    return "single-request";
  }

  @Override
  public String question() {
    return "What does one write cost, and what do a hundred at a time gain and " + "lose?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return List.of(
        UpdateCells.cell("http2-1", scale, 1),
        UpdateCells.cell("http2-100", scale, 100),
        UpdateCells.cell("http1-1", scale, 1, "useHttp1", "true"),
        UpdateCells.cell("http1-100", scale, 100, "useHttp1", "true"));
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return LoadProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 7;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<String> findings = new ArrayList<>();
    findings.add(multiples("HTTP/2", results.cell("http2-1"), results.cell("http2-100")));
    findings.add(multiples("HTTP/1.1", results.cell("http1-1"), results.cell("http1-100")));
    findings.add(
        Text.of(
            "Published, over HTTP/2: %.1f times the throughput and %.1f times the mean latency.",
            PUBLISHED_THROUGHPUT_FACTOR, PUBLISHED_LATENCY_FACTOR));
    findings.addAll(contradictions());
    findings.addAll(Loads.flags(cells));
    return Documents.of(
        results,
        "One write at a time",
        findings,
        List.of(
            Loads.table(Loads.labels(cells), cells),
            Loads.memory(cells),
            Loads.published(List.of(PublishedLoads.SINGLE_REQUEST))),
        List.of(
            new IntervalChart(
                "P50 and P99 of a write",
                "ms",
                cells.stream().flatMap(SingleRequest::bars).toList())));
  }

  /** Factors that were published, and do not follow from the figures that were published. */
  private static List<String> contradictions() {
    LoadFigures one = PublishedLoads.SINGLE_REQUEST;
    LoadFigures hundred = PublishedLoads.MAX_CONCURRENT_STREAMS_100;
    return Stream.of(
            contradiction(
                "throughput",
                PUBLISHED_THROUGHPUT_FACTOR,
                hundred.requestsPerSecond() / one.requestsPerSecond()),
            contradiction(
                "mean latency",
                PUBLISHED_LATENCY_FACTOR,
                hundred.whole().mean() / one.whole().mean()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> contradiction(String what, double published, double follows) {
    return Text.of("%.1f", published).equals(Text.of("%.1f", follows))
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "Flagged, published: %.1f times the %s; calculated from the published figures it is"
                    + " %.1f.",
                published, what, follows));
  }

  private static String multiples(String protocol, CellFigures one, CellFigures hundred) {
    Optional<LoadFigures> single = Loads.figures(one);
    Optional<LoadFigures> many = Loads.figures(hundred);
    if (single.isEmpty() || many.isEmpty()) {
      return protocol + ": not measured.";
    }
    return Text.of(
        "%s: a single write takes %s ms on average (P99 %s ms), which is %,.0f requests/s. With a"
            + " hundred in flight, throughput is %.1f times and mean latency %.1f times as high.",
        protocol,
        Millis.text(single.get().whole().mean()),
        Millis.text(single.get().whole().p99()),
        single.get().requestsPerSecond(),
        many.get().requestsPerSecond() / single.get().requestsPerSecond(),
        many.get().whole().mean() / single.get().whole().mean());
  }

  private static Stream<Bar> bars(CellFigures cell) {
    Optional<Latencies> whole = Loads.figures(cell).map(LoadFigures::whole);
    return Stream.of(
        bar(cell.cell().label() + ", P50", whole.map(Latencies::p50)),
        bar(cell.cell().label() + ", P99", whole.map(Latencies::p99)));
  }

  /** A percentile of all requests is one number. */
  private static Bar bar(String label, Optional<Double> millis) {
    return new Bar(
        label,
        millis.map(value -> new Range(value, value, value)),
        millis.isPresent() ? "" : "not measured");
  }
}
