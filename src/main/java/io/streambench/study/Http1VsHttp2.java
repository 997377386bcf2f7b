package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.FlowControlKind;
import io.streambench.config.Text;
import io.streambench.report.table.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The published comparison of Solr's distributed streaming over HTTP/1.1 and HTTP/2, with two more
 * ways that cannot stall; and the published five once more as they were published, with Jetty's
 * whole log, in one JVM that is not warm. Nothing is recorded: that slows HTTP/2 alone.
 */
public final class Http1VsHttp2 extends Study {
  /** Client and nodes in one JVM, and every flow-control line of theirs in a log. */
  private static final String AS_PUBLISHED = "cluster=embedded capture=full";

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("A1", "one shard", "numShards=1"),
          new Variant("A2", "Jetty's windows", ""),
          new Variant("A3", "small stream window", "initialStreamRecvWindow=500000"),
          new Variant(
              "A4",
              "large windows",
              "initialStreamRecvWindow=8000000 initialSessionRecvWindow=96000000"),
          new Variant("A5", "HTTP/1.1", "useHttp1=true"),
          // A session window that 12 streams of 8 MiB cannot use up: SAFE by the safe-window rule.
          new Variant("A6", "large session window", "initialSessionRecvWindow=201326592"),
          new Variant("A7", "credit on receipt", "flowControl=on-receipt"));

  /** In the full timing both protocols are compiled after the warm-up; HTTP/2 has more code. */
  public Http1VsHttp2() {
    super(
        "http1-vs-http2",
        "Is distributed streaming slower over HTTP/2 than over HTTP/1.1, and when does it hang?",
        new Timing(1, 2, 2, 2),
        new Timing(1, 40, 4, 6));
    primary =
        new PrimaryQuestion(
            "throughput of 12 shards over HTTP/2 with a small stream window (A3)"
                + " divided by that over HTTP/1.1 (A5)",
            "A3",
            "A5");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (Variant one : VARIANTS) {
      cells.add(cell(one.label(), scale, one.pairs()));
    }
    for (Variant one : VARIANTS.subList(0, 5)) {
      cells.add(cell(one.label() + "-log", scale, one.pairs()).with(AS_PUBLISHED));
    }
    return cells;
  }

  private static StudyCell cell(String label, Scale scale, String pairs) {
    return StudyCell.streaming(label, scale, "numShards=12 useHttp1=false recording=off")
        .with(pairs);
  }

  /** The name of a cell in the chart. */
  private static String named(CellFigures cell) {
    return VARIANTS.stream()
        .filter(one -> one.label().equals(cell.label()))
        .map(one -> one.label() + ": " + one.words())
        .findFirst()
        .orElse(cell.label() + ": as published");
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
            "HTTP/1.1 (A5, A5-log)",
            Better.HIGHER,
            cells.stream().filter(cell -> !cell.label().matches("A[12].*")).toList(),
            CellFigures::http1,
            cell -> cell.cell().logged());
    BaselineComparison http2 =
        new BaselineComparison(
            "HTTP/2 with a small stream window",
            Better.HIGHER,
            Stream.of("A3", "A4", "A3-log", "A4-log").map(results::cell).toList(),
            cell -> cell.label().startsWith("A3"),
            cell -> cell.cell().logged());
    BaselineComparison.together(cell -> cell.cell().logged(), http1, http2);
    Published published = new Published(results, Map.of(), http1, http2);
    CellFigures hang = results.cell("A2");
    List<String> own = new ArrayList<>();
    if (hang.allCompleted()) {
      own.add(
          Text.of(
              "A2, which was published to hang for ever, did not hang in any of %d fork(s)."
                  + " That does not rule a hang out.",
              hang.outcomes().size()));
    }
    own.addAll(published.findings());
    return Documents.compared(
        results,
        "Streaming over HTTP/1.1 and HTTP/2",
        own,
        List.of(http1),
        Documents.cells("Measured", cells)
            .number("shards", cell -> cell.parameter(Parameters.SHARDS))
            .text("protocol", CellFigures::protocol)
            .text("flow control", cell -> cell.parameter(FlowControlKind.NAME))
            .text("log", cell -> cell.parameter(Parameters.CAPTURE))
            .number("stream window, bytes", cell -> window(cell, Parameters.STREAM_WINDOW))
            .number("session window, bytes", cell -> window(cell, Parameters.SESSION_WINDOW)),
        "ops/s",
        Documents.bars("Operations per second", "ops/s", cells, Http1VsHttp2::named),
        published.table());
  }

  private static String window(CellFigures cell, String parameter) {
    String value = cell.parameter(parameter);
    return value.matches("[0-9]+") ? Amounts.count(Long.parseLong(value)) : value;
  }
}
