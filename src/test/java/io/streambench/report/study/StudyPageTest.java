package io.streambench.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.chart.Axis;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.chart.IntervalChart.Bar;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.diagnosis.ChartData;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPageTest {
  @TempDir Path folder;

  static StudyDocument document(String text) {
    ResultTable table =
        new ResultTable("Measured " + text)
            .text("cell", List.of("A1", "A2"))
            .text("protocol", List.of("HTTP/2", "HTTP/2"))
            .number("ops/s", List.of("3.12", "-"))
            .entries(
                "Result",
                false,
                List.of(Entry.of("fast"), new Entry("stalled", Optional.of("stalls/x"))));
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
        List.of(chart),
        List.of("Set " + text + " instead."),
        List.of("Beware of " + text + "."),
        Map.of("jdk", text),
        List.of("./streambench study x", "./jmh.sh \\\n  X"));
  }

  @Test
  void theAnswerHasAListOfSixAndAPictureBeforeTheFirstTable() {
    assertThat(StudyMarkdown.render(document("x"), List.of("chart-1.png")))
        .containsSubsequence(
            "Is it so?\n\n- It is x.\n",
            "- Sixth.\n\n![",
            "chart-1.png",
            "## Measured x",
            "## Also found\n\n- Seventh.\n");
    assertThat(StudyPage.render(document("x")))
        .containsSubsequence(
            "<li>It is x.</li>",
            "<li>Sixth.</li>\n</ul>",
            "<figure",
            "<table",
            "<h2>Also found</h2>",
            "<li>Seventh.</li>");
  }

  @Test
  void whatStandsInBackticksIsCodeAndIsEscapedAllTheSame() {
    assertThat(StudyPage.render(document("`budget` <b>")))
        .contains("<li>It is <code>budget</code> &lt;b&gt;.</li>")
        .contains("<p>Set <code>budget</code> &lt;b&gt; instead.</p>")
        .contains("<li>Beware of <code>budget</code> &lt;b&gt;.</li>");
  }

  @Test
  void whatIsTheSameInEveryRowIsALineAndNoColumn() {
    assertThat(StudyMarkdown.render(document("x"), List.of()))
        .contains("In every row: protocol: HTTP/2.\n\n| cell | ops/s | Result |");
    assertThat(StudyPage.render(document("x")))
        .contains("In every row: protocol: HTTP/2.")
        .doesNotContain(">protocol<");
    assertThat(StudyMarkdown.plain(document("x").tables().get(0)))
        .startsWith("In every row: protocol: HTTP/2.\n\ncell  ops/s  Result\n");
  }

  @Test
  void aFoldedCommandStaysWithinItsBlock() {
    assertThat(StudyMarkdown.render(document("x"), List.of()))
        .endsWith("    ./streambench study x\n    ./jmh.sh \\\n      X\n");
  }

  /** The order of such a map differs from one JVM to the next. */
  @Test
  void whatAPageDrawsStandsInOneOrderInEveryJvm() {
    assertThat(ChartData.json(Map.of("y", 1, "name", 2, "x", 3, "shape", 4)))
        .isEqualTo("{\"name\":2,\"shape\":4,\"x\":3,\"y\":1}");
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

  static StudyDocument withCurves(String text) {
    StudyDocument plain = document(text);
    return new StudyDocument(
        plain.title(),
        plain.question(),
        plain.findings(),
        plain.tables(),
        List.of(plain.charts().get(0), curves(text)),
        plain.recommendations(),
        plain.notes(),
        plain.facts(),
        plain.commands());
  }

  @Test
  void aPageWithCurvesCarriesTheirLibraryAndOneWithoutDoesNot() {
    assertThat(StudyPage.render(withCurves("x")))
        .doesNotContain("src=")
        .contains("Chart.js")
        .contains("POOL x");
    assertThat(StudyPage.render(document("x"))).doesNotContain("Chart.js");
  }

  @Test
  void curvesAreAPngToo() throws Exception {
    Path file = folder.resolve("curves.png");
    curves("x").writePng(file);
    assertThat(ImageIO.read(Files.newInputStream(file)).getWidth()).isGreaterThan(800);
  }

  @Test
  void aRecommendationStandsBehindWhatItRestsOn() {
    assertThat(StudyMarkdown.render(document("x"), List.of("chart-1.png")))
        .containsSubsequence("chart-1.png", "## Recommendation", "Set x instead.", "- Beware");
    assertThat(StudyPage.render(document("x")))
        .containsSubsequence("</table>", "<h2>Recommendation</h2>", "<p>Set x instead.</p>");
    StudyDocument without = document("x").recommending(List.of());
    assertThat(StudyMarkdown.render(without, List.of())).doesNotContain("Recommendation");
    assertThat(StudyPage.render(without)).doesNotContain("Recommendation");
  }

  @Test
  void thePageNeedsNothingElse() {
    assertThat(StudyPage.render(document("x")))
        .doesNotContain("src=")
        .doesNotContain("http:")
        .doesNotContain("https:")
        .contains("3.12 (2.9–3.3) ops/s")
        .contains("href=\"stalls/x\"");
  }

  @Test
  void whatIsShownIsTextAndNothingElse() {
    assertThat(StudyPage.render(document("<img src=x>"))).doesNotContain("<img");
  }

  @Test
  void markdownHasTablesLinksAndPictures() {
    assertThat(StudyMarkdown.render(document("x"), List.of("chart-1.png")))
        .contains("| A2 | - | [stalled](stalls/x) |")
        .contains("![Operations a second](chart-1.png)")
        .contains("It is x.");
  }

  @Test
  void thePictureIsAPng() throws Exception {
    Path file = folder.resolve("chart.png");
    document("x").charts().get(0).writePng(file);
    assertThat(ImageIO.read(Files.newInputStream(file)).getWidth()).isGreaterThan(800);
  }

  @Test
  void ticksAreRoundAndCoverTheAxis() {
    assertThat(new Axis(3.46).ticks(5)).containsExactly(0.0, 1.0, 2.0, 3.0);
    assertThat(new Axis(0.012).ticks(5)).hasSizeBetween(3, 7);
    assertThat(Axis.text(3.0)).isEqualTo("3");
    assertThat(Axis.text(100.0)).isEqualTo("100");
    assertThat(Axis.text(0.25)).isEqualTo("0.25");
  }
}
