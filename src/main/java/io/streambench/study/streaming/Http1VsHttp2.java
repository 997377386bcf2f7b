package io.streambench.study.streaming;

import io.streambench.analysis.compare.Better;
import io.streambench.config.Text;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.Amounts;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.BaselineComparison;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Parameters;
import io.streambench.study.Published;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.List;
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
    return StreamingCells.cell(label, scale, "numShards=12 useHttp1=false recording=off")
        .with(pairs);
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.FULL && StreamingCells.logged(cell)
        ? new Timing(1, 5, 4, 30)
        : super.timing(cell, scale);
  }

  /** One for each number of shards, and one in every fork that has its own nodes. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    int each = scale == Scale.QUICK ? 12 : 22;
    List<StudyCell> cells = cells(scale);
    long withOwnNodes = cells.stream().filter(StreamingCells::logged).count();
    return 2 * each + (int) (forks * withOwnNodes / cells.size()) * each;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
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
            cell -> StreamingCells.logged(cell.cell()));
    List<String> findings = new ArrayList<>();
    Documents.incomplete(cells).ifPresent(findings::add);
    CellFigures hang = results.cell("A2");
    if (hang.allCompleted()) {
      findings.add(
          Text.of(
              "A2, which was published to hang for ever, did not hang in any of %d fork(s). That"
                  + " does not rule a hang out.",
              hang.outcomes().size()));
    }
    http1.finding().ifPresent(findings::add);
    http2
        .ratio(results.cell("A5"))
        .map(
            warm ->
                Text.of(
                    "Throughput of HTTP/1.1 divided by that of HTTP/2 with a small stream window:"
                        + " published %.1f; here %s (A5 / A3), and %s when measured like the"
                        + " published run (A5-log / A3-log).",
                    PUBLISHED_FACTOR, warm, http2.ratio(results.cell("A5-log")).orElse("-")))
        .ifPresent(findings::add);
    return Documents.of(
        results,
        "Streaming over HTTP/1.1 and HTTP/2",
        findings,
        List.of(
            http1.column(
                Documents.measured(
                        Documents.cells("Measured and published", cells)
                            .number("shards", cell -> cell.parameter(Parameters.SHARDS))
                            .text("protocol", CellFigures::protocol)
                            .text("flow control", cell -> cell.parameter(FlowControlKind.NAME))
                            .text("log", cell -> cell.parameter(Parameters.CAPTURE))
                            .number(
                                "stream window, bytes",
                                cell -> window(cell, Parameters.STREAM_WINDOW))
                            .number(
                                "session window, bytes",
                                cell -> window(cell, Parameters.SESSION_WINDOW)),
                        "ops/s")
                    .text(
                        "published, ops/s",
                        cell -> Published.text("http1-vs-http2", cell.label()))),
            Documents.secondary("Flow control of the client, median of the forks", results)),
        List.of(Documents.bars("Operations per second", "ops/s", cells)));
  }

  private static String window(CellFigures cell, String parameter) {
    String value = cell.parameter(parameter);
    return value.matches("[0-9]+") ? Amounts.count(Long.parseLong(value)) : value;
  }
}
