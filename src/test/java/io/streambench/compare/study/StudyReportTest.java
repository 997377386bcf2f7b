package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Marker;
import io.streambench.base.chart.CurveChart.Point;
import io.streambench.base.chart.IntervalChart;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.ResultTable.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyReportTest {
  private static StudyReport createReport() {
    ResultTable table =
        ResultTable.of("Measured", List.of("A1", "A2"))
            .text("cell", cell -> cell)
            .text("protocol", cell -> "HTTP/2")
            .number("ops/s", cell -> cell.equals("A1") ? "3.12" : null)
            .entries("result", false, cell -> new Entry("stalled", Optional.of("stalls/" + cell)));
    Chart bars =
        new IntervalChart(
            "Operations a second",
            "ops/s",
            List.of(
                new Bar("A1", "HTTP/2", Optional.of(new Range(3.12, 2.9, 3.3)), ""),
                new Bar("A2", "HTTP/2", Optional.empty(), "stalled")),
            false);
    Chart curves =
        new CurveChart(
            "Time",
            "subscribers",
            new Axis("ns/op", true),
            List.of(
                new Curve(
                    "POOL",
                    0,
                    false,
                    List.of(
                        new Point(1, new Range(10_000, 9_800, 10_200)),
                        new Point(1000, new Range(160_000, 0, Double.POSITIVE_INFINITY))))),
            List.of(new Marker(1000, "POOL: x 33")));
    return new StudyReport(
        SyntheticStudy.of("observer-cost", 1, Map.of()),
        List.of(
            "First.",
            "Flagged, published: odd.",
            "Second.",
            "12 cells ran on another cluster than their baseline.",
            "1 step flagged: b."),
        List.of(
            table, ResultTable.of("More", List.of("A1", "A2")).text("cell", cell -> "of " + cell)),
        List.of(bars, curves));
  }

  @Test
  void beginsWithFindingsChartTableAndLimits() {
    assertThat(createReport().markdown(List.of("chart-1.png", "chart-2.png")))
        .containsSubsequence(
            "over HTTP/2?\n\n- First.\n\n![Operations a second](chart-1.png)",
            "## Measured",
            "In every row: protocol: HTTP/2.\n\n| cell | ops/s | result |",
            "| A2 | - | [stalled](stalls/A2) |",
            "## What this does not say\n\n- 12 cells ran on another cluster",
            "## Also found\n\n- Second.\n\n",
            "## More",
            "](chart-2.png)",
            "## Flagged\n\n- Flagged, published: odd.\n- 1 step flagged: b.\n\n",
            "./streambench study observer-cost");
  }

  /**
   * Reports the ratio that the rounds of this run found and the difference that they could have
   * found. The interval differs from that of the same comparison in the table, so both are
   * labelled.
   */
  @Test
  void beginsWithPrimaryQuestionAndPower() {
    StudyReport report =
        new StudyReport(
            SyntheticStudy.of(
                "observer-cost",
                5,
                Map.of(
                    "http2-off", List.of(1.0, 1.0, 1.0, 1.0, 1.0),
                    "http2-recording", List.of(0.8, 0.85, 0.9, 0.95, 1.0))),
            List.of("First."),
            List.of(),
            List.of());
    // The standard deviation of the logarithms is 8.8 %. Another program calculated a power of 45 %
    // for 5 rounds and 90 % for 11.1 rounds.
    assertThat(report.markdown(List.of()))
        .containsSubsequence(
            "- Primary question: throughput over HTTP/2 with a recording",
            ": 0.90 (0.80–1.00), 95 % interval of this question alone, no evidence of a"
                + " difference; it takes 12 rounds (6–77",
            "spread of 8.8 % in 5 rounds of this run",
            "; 5 find it in 45 %",
            "- First.");
  }
}
