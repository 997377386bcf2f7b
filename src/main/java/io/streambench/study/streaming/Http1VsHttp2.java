package io.streambench.study.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.ResultTable;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The published comparison of Solr's distributed streaming over HTTP/1.1 and HTTP/2: one shard, and
 * twelve with Jetty's windows, with a small stream window, and with large windows; two more ways
 * that cannot stall; and two of the cells once more as they were published, with Jetty's whole log
 * written and everything in one JVM that is not warm. Nothing is recorded: that slows HTTP/2 alone.
 */
public final class Http1VsHttp2 implements Study {
  /** Both protocols are compiled by then; HTTP/2 has more code. */
  private static final Timing FULL = new Timing(1, 40, 4, 6);

  private static final Timing AS_PUBLISHED = new Timing(1, 5, 4, 30);
  private static final Timing QUICK = new Timing(1, 2, 2, 2);

  /** A session window that 12 streams of 8 MiB cannot use up: SAFE by the safe-window rule. */
  private static final String TUNED_SESSION_WINDOW = Integer.toString(192 << 20);

  /** The published results, by the label of the cell; source: see {@code docs/studies.md}. */
  private static final Map<String, Published> PUBLISHED = published();

  private static Map<String, Published> published() {
    Map<String, Published> published = new LinkedHashMap<>();
    published.put("A1", Published.of("slow", 0.257, 0.308));
    published.put("A2", Published.without("hangs for ever"));
    published.put("A3", Published.of("slow", 0.344, 0.027));
    published.put("A4", Published.of("slow", 0.332, 0.050));
    published.put("A5", Published.of("fast", 2.301, 0.676));
    return published;
  }

  @Override
  public String name() {
    return "http1-vs-http2";
  }

  @Override
  public String question() {
    return "Is distributed streaming slower over HTTP/2 than over HTTP/1.1, and when does it hang?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return List.of(
        cell("A1", scale, "1", "false"),
        cell("A2", scale, "12", "false"),
        cell("A3", scale, "12", "false", "initialStreamRecvWindow", "500000"),
        cell(
            "A4",
            scale,
            "12",
            "false",
            "initialStreamRecvWindow",
            "8000000",
            "initialSessionRecvWindow",
            "96000000"),
        cell("A5", scale, "12", "true"),
        cell("A6", scale, "12", "false", "initialSessionRecvWindow", TUNED_SESSION_WINDOW),
        cell("A7", scale, "12", "false", "flowControl", "on-receipt"),
        asPublished("A3-log", scale, "false", "initialStreamRecvWindow", "500000"),
        asPublished("A5-log", scale, "true"));
  }

  /** Client and nodes in one JVM, and every flow-control line of theirs in a log. */
  private static StudyCell asPublished(String label, Scale scale, String useHttp1, String... more) {
    return cell(label, scale, "12", useHttp1, more)
        .with(Map.of("cluster", "embedded", "capture", "full"));
  }

  private static StudyCell cell(
      String label, Scale scale, String numShards, String useHttp1, String... more) {
    List<String> pairs =
        new ArrayList<>(List.of("numShards", numShards, "useHttp1", useHttp1, "recording", "off"));
    pairs.addAll(List.of(more));
    return StreamingCells.cell(label, scale, List.of(), pairs.toArray(String[]::new));
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.FULL && logged(cell) ? AS_PUBLISHED : timing(scale);
  }

  private static boolean logged(StudyCell cell) {
    return cell.parameters().get("capture").equals("full");
  }

  /** The whole log of a run that completed is of no more use than the space it takes. */
  @Override
  public boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return outcome != Outcome.COMPLETED || !logged(cell);
  }

  /** One for each number of shards, and one in every fork that has its own nodes. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    int each = scale == Scale.QUICK ? 12 : 22;
    List<StudyCell> cells = cells(scale);
    long withOwnNodes = cells.stream().filter(Http1VsHttp2::logged).count();
    return 2 * each + (int) (forks * withOwnNodes / cells.size()) * each;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return Documents.of(
        results,
        "Streaming over HTTP/1.1 and HTTP/2",
        new Http1VsHttp2Findings(results, PUBLISHED).sentences(),
        table(results),
        List.of(chart(results)));
  }

  private static ResultTable table(StudyResults results) {
    List<CellFigures> cells = results.cells();
    return Documents.labels(new ResultTable("Measured and published"), cells)
        .number("shards", Documents.parameters(cells, "numShards"))
        .text(
            "protocol",
            cells.stream()
                .map(cell -> cell.cell().parameters().get("useHttp1"))
                .map(http1 -> http1.equals("true") ? "HTTP/1.1" : "HTTP/2")
                .toList())
        .text("flow control", Documents.parameters(cells, "flowControl"))
        .text("log", Documents.parameters(cells, "capture"))
        .number("stream window, bytes", windows(cells, "initialStreamRecvWindow"))
        .number("session window, bytes", windows(cells, "initialSessionRecvWindow"))
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .entries(
            "result", false, cells.stream().map(cell -> Documents.standing(cell, cells)).toList())
        .text("published, ops/s", cells.stream().map(Http1VsHttp2::published).toList());
  }

  private static List<String> windows(List<CellFigures> cells, String parameter) {
    return Documents.parameters(cells, parameter).stream()
        .map(value -> value.matches("[0-9]+") ? Amounts.count(Long.parseLong(value)) : value)
        .toList();
  }

  private static String published(CellFigures cell) {
    Published published = PUBLISHED.get(cell.cell().label());
    return published == null ? "" : published.text();
  }

  private static IntervalChart chart(StudyResults results) {
    return new IntervalChart(
        "Operations per second, with the 95 % interval",
        "ops/s",
        results.cells().stream()
            .map(
                cell ->
                    Documents.bar(
                        Text.of("%s: %s", cell.cell().label(), describe(cell.cell())),
                        cell,
                        results.cells()))
            .toList());
  }

  private static String describe(StudyCell cell) {
    Map<String, String> parameters = cell.parameters();
    String protocol = parameters.get("useHttp1").equals("true") ? "HTTP/1.1" : "HTTP/2";
    return protocol + (logged(cell) ? ", as published" : "");
  }
}
