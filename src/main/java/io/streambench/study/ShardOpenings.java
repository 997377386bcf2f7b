package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.ShardOpening;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The question behind the fan-out of messages, on the real thing: the streams of 1 to 48 shards,
 * opened in a task each, in batches, or one after the other.
 */
public final class ShardOpenings extends Study {
  public ShardOpenings() {
    super(
        "shard-fan-out",
        "Should the streams of a collection's shards be opened at once, in batches, or in turn?",
        new Timing(1, 2, 2, 1),
        new Timing(2, 10, 3, 2));
    primary =
        new PrimaryQuestion(
            "time of a reading opened in batches of four divided by that opened at"
                + " once, averaged over 6 to 48 shards",
            "batches-(6|12|24|48)",
            "each-$1");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int shards : scale == Scale.QUICK ? List.of(1, 6, 12) : List.of(1, 3, 6, 12, 24, 48)) {
      for (ShardOpening opening : ShardOpening.values()) {
        cells.add(
            StudyCell.of(
                opening.name().toLowerCase(Locale.ROOT) + "-" + shards,
                "ShardFanOut.read",
                "cluster=process numShards=" + shards + " opening=" + opening.name()));
      }
    }
    return cells;
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    Function<CellFigures, String> opening = cell -> cell.parameter("opening");
    Function<CellFigures, String> shards = cell -> cell.parameter(Parameters.SHARDS);
    BaselineComparison each =
        new BaselineComparison(
            "one task per shard",
            Better.LOWER,
            cells,
            cell -> opening.apply(cell).equals(ShardOpening.EACH.name()),
            shards);
    BaselineComparison batches =
        new BaselineComparison(
            "batches of four",
            Better.LOWER,
            cells.stream()
                .filter(cell -> !opening.apply(cell).equals(ShardOpening.EACH.name()))
                .toList(),
            cell -> opening.apply(cell).equals(ShardOpening.BATCHES.name()),
            shards);
    return Documents.compared(
        results,
        "Opening the streams of shards",
        List.of(),
        BaselineComparison.together(shards, each, batches),
        Documents.cells("Time of a reading", cells)
            .number("shards", shards)
            .text("opening", opening)
            .number(
                "to the first tuple, ms",
                cell -> cell.value("firstTuple, ms/op").map(ms -> Text.of("%.2f", ms))),
        "to the last, ms",
        Documents.curves(
            "Time to the last tuple, from the lowest fork to the highest",
            new Dimension("shards", true),
            new Dimension("ms", false),
            cells,
            opening,
            cell -> cell.number(Parameters.SHARDS)));
  }
}
