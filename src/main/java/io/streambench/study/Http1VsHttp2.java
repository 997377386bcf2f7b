package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.table.Amounts;
import io.streambench.strategy.FlowControlKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The published comparison of Solr's distributed streaming over HTTP/1.1 and HTTP/2: one shard, and
 * twelve with Jetty's windows, with a small stream window, and with large windows; two more ways
 * that cannot stall; and two of the cells once more as they were published, with Jetty's whole log
 * written and everything in one JVM that is not warm. Nothing is recorded: that slows HTTP/2 alone.
 */
public final class Http1VsHttp2 extends Study {
  /** Client and nodes in one JVM, and every flow-control line of theirs in a log. */
  private static final String AS_PUBLISHED = "cluster=embedded capture=full";

  private static final double PUBLISHED_FACTOR = 2.301 / 0.344;

  /** What differs from the other cells, for the chart. */
  private static final Map<String, String> DIFFERENCES =
      Map.of(
          "A1", "one shard",
          "A2", "Jetty's windows",
          "A3", "small stream window",
          "A4", "large windows",
          "A5", "HTTP/1.1",
          "A6", "large session window",
          "A7", "credit on receipt",
          "A3-log", "as published",
          "A5-log", "as published");

  /** In the full timing both protocols are compiled after the warm-up; HTTP/2 has more code. */
  public Http1VsHttp2() {
    super(
        "http1-vs-http2",
        "Is distributed streaming slower over HTTP/2 than over HTTP/1.1, and when does it hang?",
        new Timing(1, 2, 2, 2),
        new Timing(1, 40, 4, 6));
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return List.of(
        cell("A1", scale, "numShards=1"),
        cell("A2", scale, ""),
        cell("A3", scale, "initialStreamRecvWindow=500000"),
        cell("A4", scale, "initialStreamRecvWindow=8000000 initialSessionRecvWindow=96000000"),
        cell("A5", scale, "useHttp1=true"),
        // A session window that 12 streams of 8 MiB cannot use up: SAFE by the safe-window rule.
        cell("A6", scale, "initialSessionRecvWindow=201326592"),
        cell("A7", scale, "flowControl=on-receipt"),
        cell("A3-log", scale, AS_PUBLISHED + " initialStreamRecvWindow=500000"),
        cell("A5-log", scale, AS_PUBLISHED + " useHttp1=true"));
  }

  private static StudyCell cell(String label, Scale scale, String pairs) {
    return StudyCell.streaming(label, scale, "numShards=12 useHttp1=false recording=off")
        .with(pairs);
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.FULL && cell.logged()
        ? new Timing(1, 5, 4, 30)
        : super.timing(cell, scale);
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    BaselineComparison http1 =
        new BaselineComparison(
            "HTTP/1.1 (A5)",
            Better.HIGHER,
            Stream.of("A3", "A4", "A5", "A6", "A7").map(results::cell).toList(),
            CellFigures::http1,
            cell -> "");
    BaselineComparison http2 =
        new BaselineComparison(
            "HTTP/2 with a small stream window",
            Better.HIGHER,
            Stream.of("A3", "A5", "A3-log", "A5-log").map(results::cell).toList(),
            cell -> !cell.http1(),
            cell -> cell.cell().logged());
    Optional<String> factor =
        http2
            .ratio(results.cell("A5"))
            .map(
                warm ->
                    Text.of(
                        "Throughput of HTTP/1.1 divided by that of HTTP/2 with a small stream"
                            + " window: published %.1f; here %s (A5 / A3), and %s when measured"
                            + " like the published run (A5-log / A3-log).",
                        PUBLISHED_FACTOR, warm, http2.ratio(results.cell("A5-log")).orElse("-")));
    CellFigures hang = results.cell("A2");
    Optional<String> noHang =
        Optional.of(
                Text.of(
                    "A2, which was published to hang for ever, did not hang in any of %d fork(s)."
                        + " That does not rule a hang out.",
                    hang.outcomes().size()))
            .filter(finding -> hang.allCompleted());
    return Documents.compared(
        results,
        "Streaming over HTTP/1.1 and HTTP/2",
        Stream.of(noHang, factor).flatMap(Optional::stream).toList(),
        List.of(http1),
        Documents.cells("Measured and published", cells)
            .number("shards", cell -> cell.parameter(Parameters.SHARDS))
            .text("protocol", CellFigures::protocol)
            .text("flow control", cell -> cell.parameter(FlowControlKind.NAME))
            .text("log", cell -> cell.parameter(Parameters.CAPTURE))
            .number("stream window, bytes", cell -> window(cell, Parameters.STREAM_WINDOW))
            .number("session window, bytes", cell -> window(cell, Parameters.SESSION_WINDOW))
            .text("published, ops/s", cell -> Published.text("http1-vs-http2", cell.label())),
        "ops/s",
        new IntervalChart(
            "Operations per second, with the 95 % interval",
            "ops/s",
            cells.stream()
                .map(cell -> cell.bar(cell.label() + ": " + DIFFERENCES.get(cell.label())))
                .toList()));
  }

  private static String window(CellFigures cell, String parameter) {
    String value = cell.parameter(parameter);
    return value.matches("[0-9]+") ? Amounts.count(Long.parseLong(value)) : value;
  }
}
