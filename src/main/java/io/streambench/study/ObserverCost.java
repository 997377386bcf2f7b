package io.streambench.study;

import io.streambench.analysis.compare.Better;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of each way of watching flow control, over HTTP/1.1 and over HTTP/2 with a stream window
 * that keeps it from stalling. Nodes and client are in one JVM, so that both ends are watched.
 */
public final class ObserverCost extends Study {
  private static final List<Variant> WATCHES =
      List.of(
          new Variant("off", "off", ""),
          new Variant("recording", "recording", "recording=on"),
          new Variant("stalls", "stalls", "capture=stalls"),
          new Variant("full", "full", "capture=full"));

  /** The full timing is long, because code that is watched takes longer to compile. */
  public ObserverCost() {
    super(
        "observer-cost",
        "What does each way of watching flow control cost, over HTTP/1.1 and over HTTP/2?",
        new Timing(1, 2, 2, 3),
        new Timing(1, 60, 3, 8));
    primary =
        new PrimaryQuestion(
            "throughput over HTTP/2 with a recording divided by that without",
            "http2-recording",
            "http2-off");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (String protocol : List.of("http1", "http2")) {
      for (Variant watch : WATCHES) {
        cells.add(
            StudyCell.streaming(
                    protocol + "-" + watch.label(),
                    scale,
                    "cluster=embedded numShards=12 initialStreamRecvWindow=500000 recording=off"
                        + " useHttp1="
                        + protocol.equals("http1"))
                .with(watch.pairs()));
      }
    }
    return cells;
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    return Documents.compared(
        results,
        "What watching costs",
        List.of(),
        List.of(
            new BaselineComparison(
                "off",
                Better.HIGHER,
                cells,
                cell -> cell.label().endsWith("-off"),
                CellFigures::http1)),
        Documents.cells("Ways of watching", cells)
            .text("capture", cell -> cell.parameter("capture"))
            .text("recording", cell -> cell.parameter("recording")),
        "ops/s",
        Documents.bars("Operations per second", "ops/s", cells));
  }
}
