package io.streambench.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.chart.IntervalChart.Bar;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.document.Browser;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyDocumentTest {
  @TempDir Path folder;

  static StudyDocument document(String text) {
    ResultTable table =
        ResultTable.of("Measured " + text, List.of("A1", "A2"))
            .text("cell", cell -> cell)
            .text("protocol", cell -> "HTTP/2")
            .number("ops/s", cell -> cell.equals("A1") ? "3.12" : null)
            .entries(
                "Result",
                false,
                cell ->
                    cell.equals("A1")
                        ? Entry.of("fast")
                        : new Entry("stalled", Optional.of("stalls/x")));
    IntervalChart chart =
        new IntervalChart(
            "Operations a second",
            "ops/s",
            List.of(
                new Bar("A1, HTTP/2, 1 shard", Optional.of(new Range(3.12, 2.9, 3.3)), ""),
                new Bar("A2, HTTP/2, 12 shards", Optional.empty(), "stalled")));
    return new StudyDocument(
        "A study " + text,
        "Is it so?",
        List.of(
            "It is " + text + ".", "Second.", "Third.", "Fourth.", "Fifth.", "Sixth.", "Seventh."),
        List.of(table),
        List.of(chart, curves(text)),
        List.of("Beware of " + text + "."),
        Map.of("jdk", text),
        List.of("./streambench study x", "./jmh.sh \\\n  X"));
  }

  static CurveChart curves(String text) {
    return new CurveChart(
        "Time " + text,
        new CurveChart.Dimension("subscribers", true),
        new CurveChart.Dimension("ns/op", true),
        List.of(
            new CurveChart.Curve(
                "POOL " + text,
                List.of(
                    new CurveChart.Point(1, new Range(10_000, 9_800, 10_200)),
                    new CurveChart.Point(750, new Range(11_000, 10_800, 11_100)),
                    new CurveChart.Point(1000, new Range(340_000, 330_000, 350_000)))),
            new CurveChart.Curve(
                "THREADS",
                List.of(
                    new CurveChart.Point(1, new Range(9_000, 8_800, 9_200)),
                    new CurveChart.Point(1000, new Range(160_000, 0, Double.POSITIVE_INFINITY))))),
        List.of(new CurveChart.Marker(866, "POOL: x 33")));
  }

  @Test
  void theAnswerHasAListOfSixAndAPictureBeforeTheFirstTable() {
    assertThat(document("x").markdown(List.of("chart-1.png", "chart-2.png")))
        .containsSubsequence(
            "Is it so?\n\n- It is x.\n",
            "- Sixth.\n\n![Operations a second](chart-1.png)",
            "## Measured x",
            "In every row: protocol: HTTP/2.\n\n| cell | ops/s | Result |",
            "| A2 | - | [stalled](stalls/x) |",
            "](chart-2.png)",
            "## Also found\n\n- Seventh.\n",
            "- Beware of x.");
    assertThat(document("x").page())
        .containsSubsequence("<li>Sixth.</li>", "<figure", "<table", "href=\"stalls/x\"");
  }

  @Test
  void aFoldedCommandStaysWithinItsBlock() {
    assertThat(document("x").markdown(List.of()).stripTrailing())
        .endsWith("    ./streambench study x\n    ./jmh.sh \\\n      X");
  }

  @Test
  @Tag("browser")
  void bothKindsOfChartsAreDrawnWithoutAnError() throws Exception {
    assertThat(Browser.find().open(folder, document("x").page()))
        .contains("data-errors=\"0\"", "data-drawn=\"2\"");
  }

  @Test
  void chartsAreAPngToo() throws Exception {
    for (Chart chart : document("x").charts()) {
      Path file = folder.resolve("chart.png");
      chart.writePng(file);
      assertThat(ImageIO.read(Files.newInputStream(file)).getWidth()).isGreaterThan(800);
    }
  }
}
