package io.streambench.study.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.study.StudyDocument;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The cost of each way of watching flow control. The ways are nothing at all, our recording, the
 * log of stalls, and the whole log. Each runs with twelve shards, over HTTP/1.1 and over HTTP/2
 * with a stream window that keeps it from stalling. Nodes and client are in one JVM, so that both
 * ends are watched.
 */
public final class ObserverCost implements Study {
  /**
   * The full timing. Code that is watched takes longer to compile than code that is not: both have
   * to be warm.
   */
  private static final Timing FULL = new Timing(1, 60, 3, 8);

  private static final Timing QUICK = new Timing(1, 2, 2, 3);

  /** A way of watching, and the parameters that choose it. */
  private enum Watch {
    OFF("off", "off"),
    RECORDING("off", "on"),
    STALLS("stalls", "off"),
    FULL("full", "off");

    private final String capture;
    private final String recording;

    Watch(String capture, String recording) {
      this.capture = capture;
      this.recording = recording;
    }

    static Watch of(StudyCell cell) {
      return Arrays.stream(values())
          .filter(
              watch ->
                  watch.capture.equals(cell.parameters().get("capture"))
                      && watch.recording.equals(cell.parameters().get("recording")))
          .findFirst()
          .orElseThrow();
    }

    String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private static final String HTTP1 = "http1";
  private static final List<String> PROTOCOLS = List.of(HTTP1, "http2");

  @Override
  public String name() {
    return "observer-cost";
  }

  @Override
  public String question() {
    return "What does each way of watching flow control cost, over HTTP/1.1 and over HTTP/2?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (String protocol : PROTOCOLS) {
      for (Watch watch : Watch.values()) {
        cells.add(
            StreamingCells.cell(
                label(protocol, watch),
                scale,
                List.of(),
                "cluster",
                "embedded",
                "numShards",
                "12",
                "initialStreamRecvWindow",
                "500000",
                "useHttp1",
                Boolean.toString(protocol.equals(HTTP1)),
                "capture",
                watch.capture,
                "recording",
                watch.recording));
      }
    }
    return cells;
  }

  private static String protocol(StudyCell cell) {
    return Boolean.parseBoolean(cell.parameters().get("useHttp1")) ? HTTP1 : "http2";
  }

  private static String words(String protocol) {
    return protocol.equals(HTTP1) ? "HTTP/1.1" : "HTTP/2";
  }

  private static String label(String protocol, Watch watch) {
    return protocol + "-" + watch.word();
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** The whole log of a run that completed is of no more use than the space it takes. */
  @Override
  public boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return outcome != Outcome.COMPLETED || Watch.of(cell) != Watch.FULL;
  }

  /** Every fork has its own. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return forks * (scale == Scale.QUICK ? 12 : 22);
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return Documents.of(
        results, "What watching costs", findings(results), table(results), List.of(chart(results)));
  }

  private static List<String> findings(StudyResults results) {
    List<String> findings = new ArrayList<>();
    for (String protocol : PROTOCOLS) {
      List<String> parts = new ArrayList<>();
      for (Watch watch : Watch.values()) {
        if (watch != Watch.OFF) {
          parts.add(Text.of("%s: %s", watch.word(), cost(results, protocol, watch)));
        }
      }
      findings.add(
          Text.of(
              "Over %s, compared with no watching at all, %s.",
              words(protocol), String.join("; ", parts)));
    }
    return findings;
  }

  private static String cost(StudyResults results, String protocol, Watch watch) {
    Optional<Judgement> judged =
        Documents.judged(
            results.cell(label(protocol, Watch.OFF)),
            results.cell(label(protocol, watch)),
            Stream.of(Watch.values())
                .filter(other -> other != Watch.OFF)
                .map(other -> results.cell(label(protocol, other)))
                .toList());
    return judged.map(Documents::beside).orElse("not measured");
  }

  private static ResultTable table(StudyResults results) {
    List<CellFigures> cells = results.cells();
    return Documents.labels(new ResultTable("Ways of watching"), cells)
        .text("capture", Documents.parameters(cells, "capture"))
        .text("recording", Documents.parameters(cells, "recording"))
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .text("compared with off", cells.stream().map(cell -> beside(results, cell)).toList());
  }

  private static String beside(StudyResults results, CellFigures cell) {
    Watch watch = Watch.of(cell.cell());
    return watch == Watch.OFF ? "" : cost(results, protocol(cell.cell()), watch);
  }

  private static IntervalChart chart(StudyResults results) {
    return new IntervalChart(
        "Operations per second, with the 95 % interval",
        "ops/s",
        results.cells().stream()
            .map(cell -> Documents.bar(describe(cell.cell()), cell, results.cells()))
            .toList());
  }

  private static String describe(StudyCell cell) {
    return words(protocol(cell)) + ", " + Watch.of(cell).word();
  }
}
